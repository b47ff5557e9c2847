import { Button, TextInput } from '@mantine/core'
import type { Passkey } from '@plimsoll/contract'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { asRequestError } from '../../shared/api/client.ts'
import { passkeyCreation, removePasskey } from '../../shared/api/factors.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { Moment } from '../../shared/time/moment.tsx'
import list from '../../shared/ui/card-list.module.css'
import { focusNextRow } from '../../shared/ui/focus-next-row.ts'
import { toast } from '../../shared/ui/toast.ts'
import { describeDevice } from './describe-device.ts'
import type { FactorProps } from './factor-props.ts'
import classes from './profile.module.css'

/** The passkeys of the user, and the form that makes one where the browser can. */
export function Passkeys({ passkeys, ...props }: FactorProps & { passkeys: readonly Passkey[] }) {
  return (
    <>
      {'PublicKeyCredential' in window ? (
        <AddPasskey {...props} />
      ) : (
        <p className={classes.note}>This browser has no passkeys, or the address of this page has no https.</p>
      )}
      {passkeys.length > 0 && (
        <ul className={list.root} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} {...props} />
          ))}
        </ul>
      )}
    </>
  )
}

function AddPasskey({ confirmed, onChanged }: FactorProps) {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent).name)
  const add = useSubmission({
    mutationFn: async () => {
      const { makePasskey } = await import('../../shared/passkeys/passkeys.ts')
      return makePasskey(name, await confirmed(passkeyCreation))
    },
    onSuccess: (recoveryCodes) => {
      toast.success('Passkey added')
      return onChanged(recoveryCodes)
    },
  })
  const { message, errors = {} } = add.isError ? asRequestError(add.error) : {}
  return (
    <form
      className={classes.oneField}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(undefined)
      }}
    >
      <TextInput
        label="Name of the new passkey"
        autoComplete="off"
        value={name}
        error={errors.name ?? message}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
        Add passkey
      </Button>
    </form>
  )
}

function PasskeyRow({ passkey, confirmed, onChanged }: FactorProps & { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const remove = useSubmission({
    mutationFn: () => confirmed(() => removePasskey(id)),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toastFailure(error),
    onSettled: () => onChanged(),
  })
  return (
    <li ref={focusNextRow} className={classes.session}>
      <Fingerprint size={20} strokeWidth={1.75} className={classes.device} aria-hidden="true" />
      <span className={classes.about}>
        <span className={classes.deviceName}>{name}</span>
        <span className={classes.note}>
          Added <Moment at={createdAt} />,{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Moment at={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Remove ${name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        Remove
      </Button>
    </li>
  )
}
