import { endSession, useSession } from '../../stores/session.ts'

/** Ends the session here at once and then tells the server; a server that is away lets the token run out. Gives back the token. */
export function signOut(): string | null {
  const { token } = useSession.getState()
  endSession()
  if (token !== null)
    import('../../shared/api/auth.ts')
      .then(({ logout }) => logout(token))
      .then((endSessionUrl) => endSessionUrl && location.assign(endSessionUrl))
      .catch(() => {})
  return token
}
