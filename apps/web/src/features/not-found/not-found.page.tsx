import { paths } from '../../shared/config/paths.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import classes from './not-found.module.css'

export function NotFoundPage() {
  return (
    <section className={classes.root}>
      <title>Page not found · Plimsoll</title>
      <p className={classes.code}>404</p>
      <h1 className={classes.title}>Page Not Found</h1>
      <p className={classes.text}>The page you are looking for doesn't exist or has been moved.</p>
      <LinkButton to={paths.landing}>Return to Home</LinkButton>
    </section>
  )
}
