import { endSessionAndWork } from '../../stores/drafts/end-session-and-work.ts'
import { useSession } from '../../stores/session.ts'

/**
 * Ends the session here at once, by default with its work, and then tells the server; a server that is away lets the token run
 * out.
 */
export function signOut(end: () => void = endSessionAndWork): void {
  const { token } = useSession.getState()
  end()
  if (token === null) return
  import('../../shared/api/auth.ts').then(({ logout }) => logout(token)).catch(() => {})
}
