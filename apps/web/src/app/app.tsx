import { BrowserRouter } from '../shared/navigation/browser-router.tsx'
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole application: last-resort error screen, router, screens. */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  )
}
