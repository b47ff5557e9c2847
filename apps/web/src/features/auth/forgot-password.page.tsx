import { useState } from 'react'
import { requestPasswordReset } from '../../shared/api/auth.ts'
import { toast } from '../../shared/ui/toast.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { BackToLogin } from './back-to-login.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { EmailForm } from './email-form.tsx'
import { ASK, OutcomeCard } from './outcome-card.tsx'
import { useResetLinkLifetime } from './reset-link-lifetime.ts'
import { useHasMail } from './use-has-mail.ts'

/** Asks for a reset link. What it shows is the same whether there is such an account or not. */
export function ForgotPasswordPage() {
  const lifetime = useResetLinkLifetime()
  const hasMail = useHasMail()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = async (email: string) => {
    await requestPasswordReset(email)
    if (hasMail) toast.success('Password reset email sent successfully')
    setSentTo(email)
  }
  return (
    <>
      <title>Forgot password · Plimsoll</title>
      {sentTo === null ? (
        <AuthCard
          title="Forgot Password"
          subtitle="Tell us your address and we send a link to set a new one"
          links={<BackToLogin />}
        >
          <EmailForm action="Send Reset Link" send={send} />
        </AuthCard>
      ) : (
        <OutcomeCard {...(hasMail ? { mark: 'sent', title: 'Reset Link Sent' } : ASK)}>
          <CheckYourEmail
            sent={
              <>
                If there is an account for <strong>{sentTo}</strong>, a link to set a new password is on its way. The
                link expires in {lifetime}.
              </>
            }
          />
          <p className={classes.note}>
            <BackToLogin />
          </p>
        </OutcomeCard>
      )}
    </>
  )
}
