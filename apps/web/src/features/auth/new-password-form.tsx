import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { resetPasswordFormSchema } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { NewPasswordInput } from '../../shared/password/new-password-input.tsx'
import { PasswordInput } from '../../shared/password/password-input.tsx'
import classes from './auth.module.css'
import { RequestFailure } from './request-failure.tsx'

interface NewPasswordFormProps {
  readonly action: string
  readonly send: (newPassword: string) => Promise<void>
  /** What to say first when sending fails. */
  readonly failureLead?: string
}

/** Asks for a new password, twice. */
export function NewPasswordForm({ action, send, failureLead }: NewPasswordFormProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const { register, handleSubmit, formState, setError, control } = useForm({
    resolver: zodResolver(resetPasswordFormSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const newPassword = useWatch({ control, name: 'newPassword' })
  const request = useSubmission({
    mutationFn: send,
    onMutate: () => setFailure(null),
    onError: (error) => setFailure(showOnFields(error, ['newPassword'], setError) === null ? null : error),
  })
  return (
    <>
      {failure !== null && <RequestFailure lead={failureLead} error={failure} onClose={() => setFailure(null)} />}
      <form className={classes.form} noValidate onSubmit={handleSubmit((values) => request.mutate(values.newPassword))}>
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
          {action}
        </Button>
      </form>
    </>
  )
}
