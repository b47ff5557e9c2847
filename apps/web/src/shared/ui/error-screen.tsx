import classes from './error-screen.module.css'
import { LinkButton } from './link-button.tsx'

/** The generic error screen: what happened, and a way on. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <section className={classes.root} role="alert">
      <h1 className={classes.title}>Something went wrong</h1>
      <p className={classes.text}>We're sorry, but there was an error displaying this content.</p>
      <LinkButton onClick={onRetry}>Try again</LinkButton>
    </section>
  )
}
