import { endSession, useSession } from '../session.ts'

/** Ends the session here at once, and leaves nothing of its user's drafts, in any tab: for an account that is no more. */
export function endSessionAndWork(): void {
  const { token } = useSession.getState()
  endSession()
  if (token === null) return
  // Where this does not arrive, the drafts wait for a user who does not come, and are removed after 30 days.
  import('./autosave.ts').then(({ autosave }) => autosave.leaveDevice(token, null)).catch(() => {})
}
