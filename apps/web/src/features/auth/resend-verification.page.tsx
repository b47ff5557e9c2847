import { Button } from '@mantine/core'
import { useState } from 'react'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { BackToLogin } from './back-to-login.tsx'
import { EmailForm } from './email-form.tsx'
import { ASK, OutcomeCard } from './outcome-card.tsx'
import { RESEND_FAILED, type ResendOutcome, resend } from './resend.ts'
import { useHasMail } from './use-has-mail.ts'
import { VerificationSent } from './verification-sent.tsx'

type Asked = { readonly email: string; readonly outcome: ResendOutcome }

/** Asks for another verification mail: form, sent, or not needed any more. */
export function ResendVerificationPage() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const hasMail = useHasMail()
  return (
    <>
      <title>Resend verification · Plimsoll</title>
      {asked === null ? (
        <AuthCard
          title="Resend Verification Email"
          subtitle="We send a new link; the one before stops working"
          links={<BackToLogin />}
        >
          <EmailForm
            action="Resend Verification Email"
            failureLead={RESEND_FAILED}
            send={async (email) => setAsked({ email, outcome: await resend({ email, hasMail }) })}
          />
        </AuthCard>
      ) : asked.outcome === 'email_sent' ? (
        <Sent email={asked.email} />
      ) : (
        <AlreadyVerified />
      )}
    </>
  )
}

function Sent({ email }: { email: string }) {
  const hasMail = useHasMail()
  const head = hasMail ? ({ mark: 'sent', title: 'Verification Email Sent' } as const) : ASK
  return (
    <VerificationSent head={head} email={email}>
      If <strong>{email}</strong> waits for its verification, a new link is on its way.
    </VerificationSent>
  )
}

function AlreadyVerified() {
  const go = useGo()
  return (
    <OutcomeCard mark="done" title="Already Verified">
      <p className={classes.text}>Your email is already verified. You can log in now.</p>
      <Button onClick={() => go(paths.login, { also: HAS_ACCOUNT })}>Go to Login</Button>
    </OutcomeCard>
  )
}
