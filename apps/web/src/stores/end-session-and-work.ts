import { endSession, useSession } from './session.ts'

/** Ends the session here at once, and leaves nothing of its user's boards to the next one. */
export function endSessionAndWork(): void {
  const { token } = useSession.getState()
  endSession()
  // Where these cannot be loaded no board was shown: there is nothing to forget. What is stored waits for the same user.
  Promise.all([import('./drafts/keeper.ts'), import('./drafts/forget.ts')])
    .then(([{ forgetBoard }, { forgetBoards }]) => {
      forgetBoard()
      return token === null ? undefined : forgetBoards(token)
    })
    .catch(() => {})
}
