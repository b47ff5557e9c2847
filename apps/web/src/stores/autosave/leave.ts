/** Leaves nothing of the user of that session: on the board, in this page, and on this device. What does it comes on demand. */
export async function leaveNothing(token: string | null): Promise<void> {
  const [{ forgetBoard }, { forgetBoards }] = await Promise.all([
    import('./autosave-session.ts'),
    import('./forget.ts'),
  ])
  forgetBoard()
  if (token !== null) await forgetBoards(token)
}
