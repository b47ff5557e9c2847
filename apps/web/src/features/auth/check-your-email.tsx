import { useQuery } from '@tanstack/react-query'
import { siteConfigQuery } from '../../shared/api/auth.ts'
import { Link } from '../../shared/navigation/link.tsx'
import classes from './auth.module.css'

/** Where the mail is to be found: in this machine's own outbox while no mail is sent. */
export function CheckYourEmail() {
  const { data: site } = useQuery(siteConfigQuery)
  return site?.outbox ? (
    <p className={classes.note}>
      No mail server is set here, so the mail stays on this machine. <Link to={site.outbox}>Open the outbox</Link>
    </p>
  ) : (
    <p className={classes.note}>Nothing there after a minute? Look among the spam.</p>
  )
}
