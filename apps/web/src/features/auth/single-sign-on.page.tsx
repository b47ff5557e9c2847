import { Button, Loader } from '@mantine/core'
import type { SignInFailure } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { singleSignOnQuery } from '../../shared/api/single-sign-on.ts'
import { originPath } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { singleSignOnOrigin } from '../../shared/config/single-sign-on-origin.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import { beginSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { OutcomeCard } from './outcome-card.tsx'

const WHY: Readonly<Record<SignInFailure, string>> = {
  denied: 'The sign-in was refused or broken off there.',
  expired: 'The sign-in took too long, or began in another browser. Try again.',
  unverified: 'Your account there has no verified email address. Ask your administrator.',
  disabled: 'Your account is disabled here. Ask your administrator.',
  unavailable: 'The sign-in service does not answer. Try again in a moment.',
  failed: 'The answer of the sign-in service could not be used. Try again.',
}

/** Where the provider of single sign-on leads back to. */
export function SingleSignOnPage() {
  const failed = new URLSearchParams(useLocation().search).get('failed')
  const reason = failed === null ? null : (Object.entries(WHY).find(([known]) => known === failed)?.[1] ?? WHY.failed)
  return (
    <>
      <title>Single sign-on · Plimsoll</title>
      {reason === null ? <Arrival /> : <Failed reason={reason} />}
    </>
  )
}

/** Fetches the token of the session that the server has opened. */
function Arrival() {
  const navigate = useNavigate()
  const { data: token, isError } = useQuery(singleSignOnQuery)
  useEffect(() => {
    if (token === undefined) return
    beginSession(token)
    navigate(originPath(singleSignOnOrigin(), location.origin), { replace: true })
  }, [token, navigate])
  if (isError) return <Failed reason={WHY.expired} />
  return (
    <section className={classes.card}>
      <p className={classes.pending} role="status">
        <Loader size={20} /> Logging you in...
      </p>
    </section>
  )
}

function Failed({ reason }: { reason: string }) {
  const go = useGo()
  return (
    <OutcomeCard mark="failed" title="Sign-in Failed">
      <p className={classes.text} role="alert">
        {reason}
      </p>
      <Button onClick={() => go(paths.login)}>Back to Login</Button>
    </OutcomeCard>
  )
}
