import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput } from '@mantine/core'
import { resetPasswordFormSchema } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { resetPassword } from '../../shared/api/auth.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { NewPasswordInput } from '../../shared/password/new-password-input.tsx'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { RequestFailure } from './request-failure.tsx'

interface ResetPasswordFormProps {
  readonly token: string
  readonly onReset: () => void
  readonly onInvalidToken: () => void
}

/** The new password, twice. */
export function ResetPasswordForm({ token, onReset, onInvalidToken }: ResetPasswordFormProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const { register, handleSubmit, formState, setError, control } = useForm({
    resolver: zodResolver(resetPasswordFormSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const newPassword = useWatch({ control, name: 'newPassword' })
  const reset = useSubmission({
    mutationFn: resetPassword,
    onMutate: () => setFailure(null),
    onSuccess: onReset,
    onError: (error) => {
      const { type, errors } = asRequestError(error)
      if (type === 'auth/invalid-reset-token' || errors.token) onInvalidToken()
      else setFailure(showOnFields(error, ['newPassword'], setError) === null ? null : error)
    },
  })

  return (
    <AuthCard title="Reset Password" subtitle="Choose a new password for your account">
      {failure !== null && (
        <RequestFailure
          lead="Failed to reset password. Please try again."
          error={failure}
          onClose={() => setFailure(null)}
        />
      )}
      <form
        className={classes.form}
        noValidate
        onSubmit={handleSubmit((values) => reset.mutate({ token, newPassword: values.newPassword }))}
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
        <Button type="submit" fullWidth loading={reset.isPending}>
          Reset Password
        </Button>
      </form>
    </AuthCard>
  )
}
