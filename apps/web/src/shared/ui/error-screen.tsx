import type { ReactNode } from 'react'
import classes from './error-screen.module.css'
import { LinkButton } from './link-button.tsx'

interface ErrorScreenProps {
  readonly onRetry: () => void
  /** Other ways on. */
  readonly children?: ReactNode
}

/** The generic error screen: what happened, and a way on. */
export function ErrorScreen({ onRetry, children }: ErrorScreenProps) {
  return (
    <section className={classes.root} role="alert">
      <h1 className={classes.title}>Something went wrong</h1>
      <p className={classes.text}>We're sorry, but there was an error displaying this content.</p>
      <div className={classes.ways}>
        <LinkButton onClick={onRetry}>Try again</LinkButton>
        {children}
      </div>
    </section>
  )
}
