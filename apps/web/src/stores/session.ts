import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type SessionState = {
  isAuthenticated: boolean
  isLoading: boolean
  token: string | null
  error: string | null
}

const signedOut = { isAuthenticated: false, token: null } as const

/** Who is signed in. Only `isAuthenticated` and `token` outlive the page, in local storage under "auth-storage", version 0. */
export const useSession = create<SessionState>()(
  persist((): SessionState => ({ ...signedOut, isLoading: false, error: null }), {
    name: 'auth-storage',
    version: 0,
    partialize: ({ isAuthenticated, token }) => ({ isAuthenticated, token }),
    merge: (stored, initial) => ({ ...initial, ...restored(stored) }),
  }),
)

/** Starts a session with the token that the server gave. */
export function beginSession(token: string): void {
  useSession.setState({ isAuthenticated: true, token, error: null })
}

/** Ends the session. With a token named, only if it is still the current one: a late 401 must not end a newer session. */
export function endSession(onlyToken?: string): void {
  if (onlyToken !== undefined && onlyToken !== useSession.getState().token) return
  useSession.setState(signedOut)
}

/** Follows sign-in and sign-out in other tabs. Called once, at the entry. */
export function followSession(): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'auth-storage' || key === null) void useSession.persist.rehydrate()
  })
}

/** Storage is the visitor's to edit: anything but a true flag with a plausible token means signed out. */
function restored(stored: unknown): Pick<SessionState, 'isAuthenticated' | 'token'> {
  if (typeof stored !== 'object' || stored === null) return signedOut
  const { isAuthenticated, token } = stored as Record<string, unknown>
  const plausible = typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token)
  return isAuthenticated === true && plausible ? { isAuthenticated, token } : signedOut
}
