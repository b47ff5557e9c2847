import { create } from 'zustand'

type SessionState = {
  isAuthenticated: boolean
  isLoading: boolean
  token: string | null
  error: string | null
}

const signedOut = { isAuthenticated: false, token: null } as const
const storageKey = 'auth-storage'
const storageVersion = 0

/** Who is signed in. Only `isAuthenticated` and `token` outlive the page, in local storage under "auth-storage", version 0. */
export const useSession = create<SessionState>()(() => ({ ...stored(), isLoading: false, error: null }))

useSession.subscribe(({ isAuthenticated, token }, before) => {
  if (isAuthenticated === before.isAuthenticated && token === before.token) return
  try {
    localStorage.setItem(storageKey, JSON.stringify({ state: { isAuthenticated, token }, version: storageVersion }))
  } catch {
    // Private windows may refuse storage: the session lasts as long as the page.
  }
})

/** Starts a session with the token that the server gave. */
export function beginSession(token: string): void {
  useSession.setState({ isAuthenticated: true, token, error: null })
}

/** Ends the session. */
export function endSession(): void {
  useSession.setState({ ...signedOut, error: null })
}

/** Ends the session that the server says is over, if it is still the current one: a late answer must not end a newer one. */
export function loseSession(token: string, error = ''): void {
  if (token === useSession.getState().token) useSession.setState({ ...signedOut, error })
}

/** Follows sign-in and sign-out in other tabs. Called once, at the entry. */
export function followSession(): void {
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) useSession.setState(stored())
  })
}

/** Storage is the visitor's to edit: anything but a true flag with a plausible token means signed out. */
function stored(): Pick<SessionState, 'isAuthenticated' | 'token'> {
  try {
    const { state, version } = JSON.parse(localStorage.getItem(storageKey) ?? '')
    const { isAuthenticated, token } = state
    const plausible = typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token)
    return version === storageVersion && isAuthenticated === true && plausible ? { isAuthenticated, token } : signedOut
  } catch {
    return signedOut
  }
}
