import { Navigate, Outlet, useLocation } from 'react-router'
import { originPath } from '../../shared/config/origin.ts'
import { useSession } from '../../stores/session.ts'

/**
 * Login and its relatives are for visitors who are not signed in. Others go to `elsewhere`, by default to the page that they asked
 * for before they had to log in.
 */
export function AnonymousOnly({ elsewhere }: { elsewhere?: string }) {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const { state } = useLocation()
  return isAuthenticated ? <Navigate to={elsewhere ?? originPath(state, location.origin)} replace /> : <Outlet />
}
