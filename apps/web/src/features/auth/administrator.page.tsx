import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { claimAdministration, registerFirstAdministrator } from '../../shared/api/administration.ts'
import { siteConfigQuery } from '../../shared/api/auth.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { profileQuery } from '../../shared/api/profile.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { type AccountState, HAS_ACCOUNT, type OriginState } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { endSession, useSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { dropLinkSecret, takeLinkSecret } from './link-secret.ts'
import { OutcomeCard } from './outcome-card.tsx'
import { RegisterForm } from './register-form.tsx'

const NAME = 'administrator'

/** Where the link leads that the server prints: whoever opens it becomes the administrator, with an account or a new one. */
export function AdministratorPage() {
  const [secret] = useState(() => takeLinkSecret(NAME))
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const { data: profile } = useQuery({ ...profileQuery, enabled: isAuthenticated })
  const { data: site } = useQuery(siteConfigQuery)
  const isDemo = profile !== undefined && profile.email === site?.demo?.email
  const navigate = useNavigate()
  // Whoever logs in first comes back, and finds the secret in this tab.
  useEffect(() => {
    navigate(paths.administrator, { replace: true, state: { from: paths.administrator } satisfies OriginState })
  }, [navigate])
  return (
    <>
      <title>Become administrator · Plimsoll</title>
      {secret === null ? (
        <NoLink />
      ) : isAuthenticated && !isDemo ? (
        <Claim secret={secret} email={profile?.email} />
      ) : site?.singleSignOn?.isOnly ? (
        <LoginFirst />
      ) : (
        <NewAdministrator secret={secret} />
      )}
    </>
  )
}

function NoLink() {
  return (
    <OutcomeCard mark="failed" title="Link Needed">
      <p className={classes.text}>
        Open this page by the link that the server printed when it started, or that
        <code> npx plimsoll admin administrator-link</code> prints.
      </p>
    </OutcomeCard>
  )
}

function LoginFirst() {
  const go = useGo()
  return (
    <OutcomeCard mark="asked" title="Become Administrator">
      <p className={classes.text}>Log in with the account that is to administer this server.</p>
      <Button onClick={() => go(paths.login)}>Sign In</Button>
    </OutcomeCard>
  )
}

function Claim({ secret, email }: { secret: string; email: string | undefined }) {
  const go = useGo()
  const queries = useQueryClient()
  const claim = useSubmission({
    mutationFn: () => claimAdministration(secret),
    onSuccess: async (message) => {
      dropLinkSecret(NAME)
      toast.success(message)
      await queries.invalidateQueries(profileQuery)
      go(paths.administration)
    },
  })
  const failure = claim.isError ? asRequestError(claim.error) : null
  if (failure?.status === 400)
    return (
      <OutcomeCard mark="failed" title="Link Not Valid">
        <p className={classes.text}>
          {failure.message} Each link works once: <code>npx plimsoll admin administrator-link</code> prints a new one.
        </p>
      </OutcomeCard>
    )
  return (
    <AuthCard title="Become Administrator" subtitle={email ? `You are signed in as ${email}` : 'You are signed in'}>
      {failure && <Banner variant="error">{failure.message}</Banner>}
      <Button fullWidth loading={claim.isPending} onClick={() => claim.mutate(undefined)}>
        Administer This Server
      </Button>
    </AuthCard>
  )
}

function NewAdministrator({ secret }: { secret: string }) {
  const navigate = useNavigate()
  return (
    <RegisterForm
      title="Become Administrator"
      who="Make the account that administers this server"
      send={async (registration) => {
        await registerFirstAdministrator({ ...registration, token: secret })
        return registration.email
      }}
      said="Your account is ready. Log in to administer the server."
      onRegistered={() => {
        dropLinkSecret(NAME)
        endSession()
        navigate(paths.login, {
          state: { from: paths.administration, ...HAS_ACCOUNT } satisfies OriginState & AccountState,
        })
      }}
    />
  )
}
