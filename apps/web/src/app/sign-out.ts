import { endSession, useSession } from '../stores/session.ts'

/** Ends the session here at once, whatever the server does, and then on the server. */
export function signOut(): void {
  const { token } = useSession.getState()
  endSession()
  if (token) void import('../shared/api/auth.ts').then(({ logout }) => logout(token)).catch(() => {})
}
