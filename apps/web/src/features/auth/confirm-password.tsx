import { Button } from '@mantine/core'
import type { ConfirmPasswordRequest } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { answer, api } from '../../shared/api/client.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { PasswordInput } from '../../shared/password/password-input.tsx'
import classes from './auth.module.css'
import { NewPasswordForm } from './new-password-form.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { RequestFailure } from './request-failure.tsx'

/** Gives back what the server says. */
const confirmPassword = async (request: ConfirmPasswordRequest): Promise<string> =>
  (await answer(api.auth['confirm-password'].$post({ json: request }))).message

interface FormProps {
  readonly token: string
  /** With what the server says. */
  readonly onConfirmed: (message: string) => void
}

/** In a browser that did not register: the password of the registration, or a new one, before anybody logs in. */
export function ConfirmPassword(props: FormProps) {
  const { token, onConfirmed } = props
  const [isNew, setIsNew] = useState(false)
  const setNew = async (newPassword: string) => onConfirmed(await confirmPassword({ token, newPassword }))
  return (
    <OutcomeCard mark="done" title="Confirm Your Password">
      <p className={classes.text}>
        Your email is verified. You opened this link in another browser than the one that registered, so nobody can log
        in before you confirm the password. If you did not register yourself, set a new one.
      </p>
      {isNew ? <NewPasswordForm action="Set Password" send={setNew} /> : <SamePassword {...props} />}
      <Button variant="subtle" onClick={() => setIsNew(!isNew)}>
        {isNew ? 'Confirm the password you chose' : 'Set a new password'}
      </Button>
    </OutcomeCard>
  )
}

function SamePassword({ token, onConfirmed }: FormProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } })
  const request = useSubmission({
    mutationFn: confirmPassword,
    onMutate: () => setFailure(null),
    onSuccess: onConfirmed,
    onError: (error) => setFailure(showOnFields(error, ['password'], setError) === null ? null : error),
  })
  return (
    <>
      {failure !== null && <RequestFailure error={failure} onClose={() => setFailure(null)} />}
      <form
        className={classes.form}
        noValidate
        onSubmit={handleSubmit(({ password }) => request.mutate({ token, password }))}
      >
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...register('password')}
          error={formState.errors.password?.message}
        />
        <Button type="submit" fullWidth loading={request.isPending}>
          Confirm Password
        </Button>
      </form>
    </>
  )
}
