import { endSession, useSession } from '../session.ts'

/** Ends the session here at once, and leaves nothing of its user's boards to the next one. */
export function endSessionAndWork(): void {
  const { token } = useSession.getState()
  endSession()
  // Where this cannot be loaded no board was shown: there is nothing to forget. What is stored waits for the same user.
  import('./leave.ts').then(({ leaveNothing }) => leaveNothing(token)).catch(() => {})
}
