import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  resetKey?: string
  /** What is shown in place of what failed, with a way to draw that again; absent: the generic screen. */
  fallback?: (onRetry: () => void) => ReactNode
  onError?: () => void
}
type ErrorBoundaryState = { failed: boolean; reload: boolean }

/** What browsers say when a module or its style does not arrive; they keep the failure for as long as the page lives. */
const notLoaded = /import|preload/i

/**
 * Catches what its children throw. Retry draws them again; if their code could not be loaded, or if they throw again and nothing else is
 * to be shown in their place, it loads the page anew.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, reload: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, ...(notLoaded.test(String(error)) && { reload: true }) }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.resetKey !== this.props.resetKey) this.setState({ failed: false, reload: false })
  }

  retry = () => {
    if (this.state.reload) location.reload()
    else this.setState({ failed: false, reload: this.props.fallback === undefined })
  }

  override render() {
    const { children, fallback } = this.props
    if (!this.state.failed) return children
    return fallback ? fallback(this.retry) : <ErrorScreen onRetry={this.retry} />
  }
}
