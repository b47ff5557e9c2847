import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type ErrorBoundaryProps = { children: ReactNode; resetKey?: string }
type ErrorBoundaryState = { failed: boolean; reload: boolean }

/** What browsers say when a module or its style does not arrive; they keep the failure for as long as the page lives. */
const notLoaded = /import|preload/i

/**
 * Catches what its children throw. Retry draws them again; if they throw again, or if their code could not be loaded, it loads the
 * page anew.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, reload: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, ...(notLoaded.test(String(error)) && { reload: true }) }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.resetKey !== this.props.resetKey) this.setState({ failed: false, reload: false })
  }

  retry = () => {
    if (this.state.reload) location.reload()
    else this.setState({ failed: false, reload: true })
  }

  override render() {
    return this.state.failed ? <ErrorScreen onRetry={this.retry} /> : this.props.children
  }
}
