import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { verificationQuery } from '../../shared/api/auth.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import { useAddressToken } from './address-token.ts'
import classes from './auth.module.css'
import { OutcomeCard } from './outcome-card.tsx'

/** Where the link of the verification mail leads. */
export function VerifyEmailPage() {
  const token = useAddressToken()
  return (
    <>
      <title>Verify email · Plimsoll</title>
      {token === null ? <Failed reason="No verification token found" /> : <Verification token={token} />}
    </>
  )
}

function Verification({ token }: { token: string }) {
  const go = useGo()
  const { status, data: message, error } = useQuery(verificationQuery(token))
  if (status === 'error') return <Failed reason={asRequestError(error).message} />
  if (status === 'pending')
    return (
      <section className={classes.card}>
        <p className={classes.pending} role="status">
          <Loader size={20} /> Verifying your email...
        </p>
      </section>
    )
  return (
    <OutcomeCard mark="done" title="Email Verified Successfully!">
      <p className={classes.text}>{message}</p>
      <Button onClick={() => go(paths.login, { also: HAS_ACCOUNT })}>Sign In to Your Account</Button>
    </OutcomeCard>
  )
}

function Failed({ reason }: { reason: string }) {
  const go = useGo()
  return (
    <OutcomeCard mark="failed" title="Email Verification Failed">
      <p className={classes.text} role="alert">
        {reason}
      </p>
      <Button onClick={() => go(paths.resendVerification)}>Resend Verification Email</Button>
    </OutcomeCard>
  )
}
