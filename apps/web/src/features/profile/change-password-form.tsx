import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput } from '@mantine/core'
import { type ChangePasswordRequest, changePasswordFormSchema, type Profile } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { changePassword } from '../../shared/api/profile.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { NewPasswordInput } from '../../shared/password/new-password-input.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './profile.module.css'

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The current password, and the new one twice. The address lets a password manager know whose password it is. */
export function ChangePasswordForm({ profile: { email, firstName, lastName } }: { profile: Profile }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, reset, control } = useForm({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: empty,
  })
  const newPassword = useWatch({ control, name: 'newPassword' })

  const { confirmed, dialog } = useConfirmation()
  const change = useSubmission({
    mutationFn: (change: ChangePasswordRequest) => confirmed(() => changePassword(change)),
    onMutate: () => setFailure(null),
    onSuccess: (message) => {
      reset(empty)
      toast.success(message)
    },
    onError: (error) => setFailure(showOnFields(error, ['currentPassword', 'newPassword'], setError)),
  })

  return (
    <>
      {dialog}
      <form
        className={classes.form}
        noValidate
        onSubmit={handleSubmit(({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }))}
      >
        <h2 className={classes.title}>Change Your Password</h2>
        {failure && (
          <Banner variant="error" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...register('currentPassword')}
          error={formState.errors.currentPassword?.message}
        />
        <NewPasswordInput
          label="New password"
          field={register('newPassword')}
          value={newPassword}
          error={formState.errors.newPassword?.message}
          personal={[firstName, lastName, email]}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          {...register('confirmPassword')}
          error={formState.errors.confirmPassword?.message}
        />
        <Button type="submit" loading={change.isPending}>
          Change Password
        </Button>
      </form>
    </>
  )
}
