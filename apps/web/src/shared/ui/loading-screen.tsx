import classes from './loading-screen.module.css'

/** Shown while a page or the session is on its way; appears only when that takes long enough to notice. */
export function LoadingScreen() {
  return (
    <p className={classes.root} role="status">
      Loading...
    </p>
  )
}
