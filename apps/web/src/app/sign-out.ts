import { endSession, useSession } from '../stores/session.ts'

/** Ends the session here at once, whatever comes of the rest. */
export function signOut(): void {
  const { token } = useSession.getState()
  endSession()
  void import('./finish-sign-out.ts').then(({ finishSignOut }) => finishSignOut(token))
}
