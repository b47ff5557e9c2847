import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import classes from './auth.module.css'
import { CheckYourEmail } from './check-your-email.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { ResendButton } from './resend-button.tsx'

/** After the form: what to look for in one's mail. */
export function Registered({ email }: { email: string }) {
  return (
    <OutcomeCard mark="sent" title="Registration Successful">
      <CheckYourEmail
        sent={
          <>
            We sent a link to <strong>{email}</strong>. Open it to verify your address, then sign in.
          </>
        }
      />
      <div className={classes.actions}>
        <ResendButton email={email} />
      </div>
      <p className={classes.note}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </OutcomeCard>
  )
}
