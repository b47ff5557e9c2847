import { BrowserRouter } from 'react-router'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole application: last-resort error screen, router, screens. */
export function App() {
  return (
    <ErrorBoundary>
      {/* Without transitions a sign-out and the navigation that follows it reach the gate in one step. */}
      <BrowserRouter useTransitions={false}>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  )
}
