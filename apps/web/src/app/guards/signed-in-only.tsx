import { Fragment } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { OriginState } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { LoadingScreen } from '../../shared/ui/loading-screen.tsx'
import { useSession } from '../../stores/session.ts'

/** The gate: shows the page to the signed-in, sends others to log in and remembers where they wanted to go. */
export function SignedInOnly() {
  const { isAuthenticated, isLoading, token } = useSession()
  const { pathname, search, hash } = useLocation()
  if (isLoading) return <LoadingScreen />
  // Another session in another tab may replace this one without a pause: nothing that was typed or opened stays.
  if (isAuthenticated)
    return (
      <Fragment key={token}>
        <Outlet />
      </Fragment>
    )
  return <Navigate to={paths.login} replace state={{ from: pathname + search + hash } satisfies OriginState} />
}
