import { useState } from 'react'
import { useNavigate } from 'react-router'
import { answer, api } from '../../shared/api/client.ts'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { useSession } from '../../stores/session.ts'
import { useAddressToken } from './address-token.ts'
import classes from './auth.module.css'
import { OutcomeCard } from './outcome-card.tsx'
import { useResetLinkLifetime } from './reset-link-lifetime.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'

/** Where the link of the reset mail leads: the form, what came of it, or that the link is none. */
export function ResetPasswordPage() {
  const token = useAddressToken()
  const [state, setState] = useState<'form' | 'success' | 'invalid_token'>('form')
  const navigate = useNavigate()
  const finish = (outcome: 'success' | 'invalid_token') => {
    setState(outcome)
    // A used or useless token has no business in the history.
    navigate(paths.resetPassword, { replace: true })
    if (outcome !== 'success') return
    toast.success('Password has been reset successfully!')
    // It has ended the session of this browser, too, where that was of the same user.
    if (useSession.getState().isAuthenticated) void answer(api.profile.$get()).catch(() => {})
  }
  return (
    <>
      <title>Reset password · Plimsoll</title>
      {state === 'success' ? (
        <Succeeded />
      ) : state === 'invalid_token' || token === null ? (
        <InvalidToken />
      ) : (
        <ResetPasswordForm
          token={token}
          onReset={() => finish('success')}
          onInvalidToken={() => finish('invalid_token')}
        />
      )}
    </>
  )
}

function Succeeded() {
  return (
    <OutcomeCard mark="done" title="Password Reset">
      <p className={classes.text}>
        Your password has been reset, and every session that was open has ended.{' '}
        <Link to={paths.login} also={HAS_ACCOUNT}>
          Log in
        </Link>{' '}
        with the new one.
      </p>
    </OutcomeCard>
  )
}

function InvalidToken() {
  const lifetime = useResetLinkLifetime()
  return (
    <OutcomeCard mark="failed" title="Reset Password">
      <p className={classes.text} role="alert">
        Invalid or expired password reset token.
      </p>
      <p className={classes.text}>
        A link works once, and for {lifetime}. <Link to={paths.forgotPassword}>Request a new one</Link>
      </p>
    </OutcomeCard>
  )
}
