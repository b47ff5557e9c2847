import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput } from '@mantine/core'
import { changePasswordFormSchema } from '@plimsoll/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { changePassword } from '../../shared/api/profile.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './profile.module.css'

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The current password, and the new one twice. `email` lets a password manager know whose password it is. */
export function ChangePasswordForm({ email }: { email: string }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: empty,
  })

  const change = useMutation({
    mutationFn: changePassword,
    onMutate: () => setFailure(null),
    onSuccess: (message) => {
      reset(empty)
      toast.success(message)
    },
    onError: (error) => setFailure(showOnFields(error, ['currentPassword', 'newPassword'], setError)),
  })

  return (
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
      <PasswordInput
        label="New password"
        description="At least 8 characters with uppercase, lowercase and numbers"
        autoComplete="new-password"
        {...register('newPassword')}
        error={formState.errors.newPassword?.message}
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
  )
}
