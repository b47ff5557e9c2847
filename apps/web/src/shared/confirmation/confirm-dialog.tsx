import { Button, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { device } from '../../stores/device.ts'
import { endSession, useSession } from '../../stores/session.ts'
import { logout, siteConfigQuery } from '../api/auth.ts'
import { asRequestError } from '../api/client.ts'
import { confirmByPassword, factorsQuery } from '../api/factors.ts'
import { sessionsQuery } from '../api/profile.ts'
import { useSubmission } from '../api/use-submission.ts'
import { keepSingleSignOnOrigin } from '../config/single-sign-on-origin.ts'
import { Banner } from '../ui/banner.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import classes from './confirmation.module.css'

/** Asks who is there, by what the account has: a passkey, password and code, or the provider of single sign-on. */
export function ConfirmDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const { data: factors, isError } = useQuery(factorsQuery)
  const { data: site } = useQuery(siteConfigQuery)
  const byPasskey = useSubmission({
    mutationFn: async () => (await import('../passkeys/passkeys.ts')).confirmWithPasskey(),
    onSuccess: () => onEnd(true),
  })
  const queries = useQueryClient()
  const atProvider = useSubmission({
    mutationFn: async () => {
      const sessions = await queries.fetchQuery(sessionsQuery)
      leaveForProvider(sessions.some((session) => session.isCurrent && session.isRemembered))
    },
  })
  const failed = [byPasskey, atProvider].find(({ isError }) => isError)
  const hasPasskey = factors !== undefined && factors.passkeys.length > 0 && 'PublicKeyCredential' in window
  const hasForm = factors?.hasPassword || factors?.authenticatorApp || (factors && factors.recoveryCodes > 0)
  return (
    <Dialog title="Confirm that it is you" onClose={() => onEnd(false)}>
      <div className={classes.ways}>
        <p className={classes.text}>This step changes who has access, or cannot be undone.</p>
        {isError && (
          <Banner variant="error">What you log in with could not be loaded. Close this and try again.</Banner>
        )}
        {!factors && !isError && <Loader role="status" aria-label="Loading" />}
        {failed && <Banner variant="error">{asRequestError(failed.error).message}</Banner>}
        {hasPasskey && (
          <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate(undefined)}>
            Use a passkey
          </Button>
        )}
        {factors && !factors.hasPassword && site?.singleSignOn && (
          <Button variant="default" loading={atProvider.isPending} onClick={() => atProvider.mutate(undefined)}>
            Log in again with {site.singleSignOn.name}
          </Button>
        )}
        {factors && hasForm && (
          <ConfirmForm
            factors={factors}
            button="Confirm"
            onCancel={() => onEnd(false)}
            submit={confirmByPassword}
            onDone={() => onEnd(true)}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Ends the session, and goes to the provider for one that has confirmed who is there, and stays as long as this one. */
function leaveForProvider(isRemembered: boolean) {
  const { token } = useSession.getState()
  keepSingleSignOnOrigin({ from: location.pathname })
  // Its page at the provider is not needed: who is there signs in anew.
  if (token) logout(token).catch(() => undefined)
  endSession()
  const wish = { ...device(), confirm: '1', ...(isRemembered && { remember: '1' }) }
  location.assign(`/api/auth/oidc/start?${new URLSearchParams(wish)}`)
}
