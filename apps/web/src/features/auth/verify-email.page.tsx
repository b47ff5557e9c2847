import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { verificationQuery } from '../../shared/api/auth.ts'
import { keptBrowserKey } from '../../shared/api/browser-key.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import { useAddressToken } from './address-token.ts'
import classes from './auth.module.css'
import { OutcomeCard } from './outcome-card.tsx'

const ConfirmPassword = lazy(() =>
  import('./confirm-password.tsx').then((module) => ({ default: module.ConfirmPassword })),
)

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
  const { status, data, error } = useQuery(verificationQuery(token, keptBrowserKey()))
  const [confirmed, setConfirmed] = useState<string | null>(null)
  if (status === 'error') return <Failed reason={asRequestError(error).message} />
  if (status === 'pending') return <Pending />
  if (data.confirmPassword && confirmed === null)
    return (
      <Suspense fallback={<Pending />}>
        <ConfirmPassword token={token} onConfirmed={setConfirmed} />
      </Suspense>
    )
  return (
    <OutcomeCard mark="done" title="Email Verified Successfully!">
      <p className={classes.text}>{confirmed ?? data.message}</p>
      <Button onClick={() => go(paths.login, { also: HAS_ACCOUNT })}>Sign In to Your Account</Button>
    </OutcomeCard>
  )
}

function Pending() {
  return (
    <section className={classes.card}>
      <p className={classes.pending} role="status">
        <Loader size={20} /> Verifying your email...
      </p>
    </section>
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
