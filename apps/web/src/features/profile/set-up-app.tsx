import { Button, TextInput } from '@mantine/core'
import type { TotpSecret } from '@plimsoll/contract'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useState } from 'react'
import { asRequestError } from '../../shared/api/client.ts'
import { confirmApp } from '../../shared/api/factors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { toast } from '../../shared/ui/toast.ts'
import classes from './profile.module.css'

/** What scanners want around a code, in its modules. */
const QUIET = 4

interface SetUpAppProps {
  readonly secret: TotpSecret
  readonly onCancel: () => void
  readonly onDone: (recoveryCodes: readonly string[] | null) => Promise<void>
}

/** The secret to be scanned or typed, and the first code, by which the app is on. */
export function SetUpApp({ secret: { secret, uri }, onCancel, onDone }: SetUpAppProps) {
  const [code, setCode] = useState('')
  const confirm = useSubmission({
    mutationFn: () => confirmApp(code),
    onSuccess: (codes) => {
      toast.success('Authenticator app turned on')
      return onDone(codes)
    },
  })
  const { message, errors = {} } = confirm.isError ? asRequestError(confirm.error) : {}
  return (
    <form
      className={classes.setUp}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate(undefined)
      }}
    >
      <QrCode text={uri} />
      <div className={classes.setUpFields}>
        <p className={classes.note}>Scan this with your authenticator app, or type the secret into it.</p>
        <TextInput
          label="Secret"
          readOnly
          value={secret.replace(/.{4}(?=.)/g, '$& ')}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <TextInput
          label="Code"
          description="Six digits, which the app shows then"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          error={errors.code ?? message}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
            Turn on
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Dark on white in either scheme, which scanners want. */
function QrCode({ text }: { text: string }) {
  const code = generate(text)
  const size = code.size + 2 * QUIET
  return (
    <svg
      className={classes.qr}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code of the secret"
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}
