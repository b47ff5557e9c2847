import { Navigate, Outlet, useLocation } from 'react-router'
import { originPath } from '../../shared/config/origin.ts'
import { useSession } from '../../stores/session.ts'

/** Login and its relatives are for visitors who are not signed in; others go on to the page they asked for. */
export function AnonymousOnly() {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const { state } = useLocation()
  return isAuthenticated ? <Navigate to={originPath(state, location.origin)} replace /> : <Outlet />
}
