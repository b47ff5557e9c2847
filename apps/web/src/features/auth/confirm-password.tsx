import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput } from '@mantine/core'
import { type ConfirmPasswordRequest, resetPasswordFormSchema } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { answer, api } from '../../shared/api/client.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { NewPasswordInput } from '../../shared/password/new-password-input.tsx'
import classes from './auth.module.css'
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
  const [isNew, setIsNew] = useState(false)
  return (
    <OutcomeCard mark="done" title="Confirm Your Password">
      <p className={classes.text}>
        Your email is verified. You opened this link in another browser than the one that registered, so nobody can log
        in before you confirm the password. If you did not register yourself, set a new one.
      </p>
      {isNew ? <NewPassword {...props} /> : <SamePassword {...props} />}
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

function NewPassword({ token, onConfirmed }: FormProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const { register, handleSubmit, formState, setError, control } = useForm({
    resolver: zodResolver(resetPasswordFormSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const newPassword = useWatch({ control, name: 'newPassword' })
  const request = useSubmission({
    mutationFn: confirmPassword,
    onMutate: () => setFailure(null),
    onSuccess: onConfirmed,
    onError: (error) => setFailure(showOnFields(error, ['newPassword'], setError) === null ? null : error),
  })
  return (
    <>
      {failure !== null && <RequestFailure error={failure} onClose={() => setFailure(null)} />}
      <form
        className={classes.form}
        noValidate
        onSubmit={handleSubmit((values) => request.mutate({ token, newPassword: values.newPassword }))}
      >
        <NewPasswordInput
          label="New password"
          field={register('newPassword')}
          value={newPassword}
          error={formState.errors.newPassword?.message}
          personal={[]}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          {...register('confirmPassword')}
          error={formState.errors.confirmPassword?.message}
        />
        <Button type="submit" fullWidth loading={request.isPending}>
          Set Password
        </Button>
      </form>
    </>
  )
}
