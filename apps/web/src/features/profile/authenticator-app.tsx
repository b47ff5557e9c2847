import { Button } from '@mantine/core'
import type { Factors, TotpSecret } from '@plimsoll/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import { offerApp, removeApp } from '../../shared/api/factors.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { ConfirmForm } from '../../shared/confirmation/confirm-form.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { toast } from '../../shared/ui/toast.ts'
import type { FactorProps } from './factor-props.ts'
import classes from './profile.module.css'

const SetUpApp = lazy(() => import('./set-up-app.tsx').then((module) => ({ default: module.SetUpApp })))

/** Whether codes of an app are asked for, and the ways to change that. */
export function AuthenticatorApp({ factors, confirmed, onChanged }: FactorProps & { factors: Factors }) {
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [isEnding, setIsEnding] = useState(false)
  /** Since the app was turned on without new recovery codes, which would have the focus. */
  const takesFocus = useRef(false)
  const offer = useSubmission({
    mutationFn: () => confirmed(offerApp),
    onSuccess: setSecret,
    onError: (error) => toastFailure(error),
  })
  if (factors.authenticatorApp)
    return (
      <div className={classes.choice}>
        <p>Your authenticator app is on: each login asks for a code of it.</p>
        <Button
          ref={(button) => {
            if (takesFocus.current) button?.focus()
            takesFocus.current = false
          }}
          variant="default"
          onClick={() => setIsEnding(true)}
        >
          Turn off authenticator app
        </Button>
        {isEnding && (
          <Dialog title="Turn off authenticator app" onClose={() => setIsEnding(false)}>
            <ConfirmForm
              factors={factors}
              button="Turn off"
              onCancel={() => setIsEnding(false)}
              submit={async (confirmation) => toast.success(await removeApp(confirmation))}
              onDone={() => {
                setIsEnding(false)
                void onChanged()
              }}
            />
          </Dialog>
        )}
      </div>
    )
  if (secret)
    return (
      <Suspense>
        <SetUpApp
          secret={secret}
          onCancel={() => setSecret(null)}
          onDone={async (codes) => {
            takesFocus.current = codes === null
            await onChanged(codes)
            setSecret(null)
          }}
        />
      </Suspense>
    )
  return (
    <div className={classes.choice}>
      <p>An authenticator app on your phone shows a code that each login asks for.</p>
      <Button variant="default" loading={offer.isPending} onClick={() => offer.mutate(undefined)}>
        Set up authenticator app
      </Button>
    </div>
  )
}
