import { endSession, useSession } from '../stores/session.ts'

/** Ends the session here at once, whatever the server does, leaves no diagram to the next user, and then tells the server. */
export function signOut(): void {
  const { token } = useSession.getState()
  endSession()
  void import('../stores/diagram.ts').then(({ useDiagram }) => useDiagram.getState().clear())
  if (token) void import('../shared/api/auth.ts').then(({ logout }) => logout(token)).catch(() => {})
}
