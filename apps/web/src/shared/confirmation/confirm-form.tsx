import { Button, TextInput } from '@mantine/core'
import type { ConfirmationRequest, Factors } from '@plimsoll/contract'
import { useState } from 'react'
import { asRequestError } from '../api/client.ts'
import { useSubmission } from '../api/use-submission.ts'
import { PasswordInput } from '../password/password-input.tsx'
import { Banner } from '../ui/banner.tsx'
import classes from './confirmation.module.css'

interface ConfirmFormProps {
  readonly factors: Factors
  readonly button: string
  readonly onCancel: () => void
  readonly submit: (confirmation: ConfirmationRequest) => Promise<unknown>
  readonly onDone: () => void
}

/** The password, where there is one, and a code, where there is a factor. */
export function ConfirmForm({ factors, button, onCancel, submit, onDone }: ConfirmFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const hasFactor = factors.authenticatorApp || factors.passkeys.length > 0
  const send = useSubmission({
    mutationFn: () =>
      submit({ ...(factors.hasPassword && { password }), ...(hasFactor && code.trim() !== '' && { code }) }),
    onSuccess: onDone,
  })
  const { message, errors = {} } = send.isError ? asRequestError(send.error) : {}
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate(undefined)
      }}
    >
      {message && !errors.code && <Banner variant="error">{message}</Banner>}
      {factors.hasPassword && (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          autoFocus
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      )}
      {hasFactor && (
        <TextInput
          label="Code"
          description={factors.authenticatorApp ? 'Of your authenticator app, or a recovery code' : 'A recovery code'}
          autoComplete="one-time-code"
          value={code}
          error={errors.code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={send.isPending}>
          {button}
        </Button>
      </div>
    </form>
  )
}
