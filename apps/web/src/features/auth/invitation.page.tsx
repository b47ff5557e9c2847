import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptInvitation, openInvitationQuery } from '../../shared/api/administration.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { HAS_ACCOUNT } from '../../shared/config/origin.ts'
import { paths } from '../../shared/config/paths.ts'
import { useGo } from '../../shared/navigation/use-go.ts'
import { endSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { dropLinkSecret, takeLinkSecret } from './link-secret.ts'
import { OutcomeCard } from './outcome-card.tsx'
import { RegisterForm } from './register-form.tsx'

const NAME = 'invitation'

/** Where the link of an invitation leads, whoever is signed in here. */
export function InvitationPage() {
  const [secret] = useState(() => takeLinkSecret(NAME))
  return (
    <>
      <title>Invitation · Plimsoll</title>
      {secret === null ? (
        <BadLink reason="Open this page by the link of your invitation." />
      ) : (
        <Accept secret={secret} />
      )}
    </>
  )
}

function Accept({ secret }: { secret: string }) {
  const go = useGo()
  const { data: invitation, error } = useQuery(openInvitationQuery(secret))
  if (error) return <BadLink reason={asRequestError(error).message} />
  if (!invitation)
    return (
      <section className={classes.card}>
        <p className={classes.pending} role="status">
          <Loader size={20} /> Opening your invitation...
        </p>
      </section>
    )
  return (
    <RegisterForm
      title="You Are Invited"
      who="Choose a name and a password for your account"
      address={invitation.email}
      send={({ email: _, ...registration }) => acceptInvitation({ ...registration, token: secret })}
      said="Your account is ready. You can log in now."
      onRegistered={() => {
        dropLinkSecret(NAME)
        // Of somebody else, who may have been signed in here.
        endSession()
        go(paths.login, { also: HAS_ACCOUNT })
      }}
    />
  )
}

function BadLink({ reason }: { reason: string }) {
  const go = useGo()
  return (
    <OutcomeCard mark="failed" title="Invitation Not Found">
      <p className={classes.text} role="alert">
        {reason}
      </p>
      <Button onClick={() => go(paths.login)}>Back to Login</Button>
    </OutcomeCard>
  )
}
