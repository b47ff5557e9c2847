import type { ReactNode } from 'react'
import classes from './auth.module.css'
import { BackToLogin } from './back-to-login.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { OutcomeCard, type OutcomeCardProps } from './outcome-card.tsx'
import { ResendButton } from './resend-button.tsx'

interface VerificationSentProps {
  readonly head: Pick<OutcomeCardProps, 'mark' | 'title'>
  readonly email: string
  /** What was sent. */
  readonly children: ReactNode
}

/** After a form that sends a link to verify an address: where it is, how to get another, and the way back. */
export function VerificationSent({ head, email, children }: VerificationSentProps) {
  return (
    <OutcomeCard {...head}>
      <CheckYourEmail sent={children} ask="to approve your account" />
      <div className={classes.actions}>
        <ResendButton email={email} />
      </div>
      <p className={classes.note}>
        <BackToLogin />
      </p>
    </OutcomeCard>
  )
}
