import { paths } from '../../../../shared/config/paths.ts'
import classes from './help-link.module.css'

/** Leads to what the engine models and what it cannot tell; in a tab of its own, as the run would end with this page. */
export function HelpLink() {
  return (
    <a className={classes.root} href={paths.liveEngineHelp} target="_blank" rel="noreferrer">
      What this can tell
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
