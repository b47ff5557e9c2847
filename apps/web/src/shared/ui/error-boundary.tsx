import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type ErrorBoundaryProps = { children: ReactNode; resetKey?: string }
type ErrorBoundaryState = { failed: boolean; retries: number }

/** Catches what its children throw. Retry draws them again; if they throw again, the next retry loads the page anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, retries: 0 }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.resetKey !== this.props.resetKey) this.setState({ failed: false, retries: 0 })
  }

  retry = () => {
    if (this.state.retries > 0) location.reload()
    else this.setState(({ retries }) => ({ failed: false, retries: retries + 1 }))
  }

  override render() {
    return this.state.failed ? <ErrorScreen onRetry={this.retry} /> : this.props.children
  }
}
