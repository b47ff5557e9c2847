import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx'
import { LoadingScreen } from '../../shared/ui/loading-screen.tsx'

/** A place for screens that load on demand and may fail; going elsewhere leaves a failure behind. */
export function Deferred({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
