import { Button } from '@mantine/core'
import { Banner } from '../../shared/ui/banner.tsx'
import classes from './auth.module.css'
import { CheckYourEmail } from './check-your-email.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { ResendButton } from './resend-button.tsx'
import { useHasMail } from './use-has-mail.ts'

/** An address that waits for its verification, in the words of the server that refused the login. */
interface Unverified {
  readonly email: string
  readonly message: string
}

/** Says which address waits for its verification, and sends the mail again. */
export function UnverifiedNotice({ email, message, onBack }: Unverified & { onBack: () => void }) {
  const hasMail = useHasMail()
  return (
    <OutcomeCard mark="unverified" title="Verify your email">
      <Banner variant="warning">
        <p>{message}</p>
        {hasMail && (
          <p>
            The link went to <strong>{email}</strong>. Open it, then log in.
          </p>
        )}
      </Banner>
      <CheckYourEmail />
      <div className={classes.actions}>
        <ResendButton email={email} onAlreadyVerified={onBack} />
        <Button variant="subtle" onClick={onBack}>
          Back to Login
        </Button>
      </div>
    </OutcomeCard>
  )
}
