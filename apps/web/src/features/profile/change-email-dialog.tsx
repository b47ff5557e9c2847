import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ChangeEmailRequest, changeEmailSchema } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { askForEmail, emailChangeQuery } from '../../shared/api/email-change.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './profile.module.css'

/** Asks for the new address, and for the password before anything is mailed. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(changeEmailSchema),
    defaultValues: { newEmail: '', currentPassword: '' },
  })
  const { confirmed, dialog } = useConfirmation()
  const ask = useSubmission({
    mutationFn: (request: ChangeEmailRequest) => confirmed(() => askForEmail(request)),
    onMutate: () => setFailure(null),
    onSuccess: (message) => {
      toast.success(message)
      onClose()
    },
    onError: (error) => setFailure(showOnFields(error, ['newEmail', 'currentPassword'], setError)),
    onSettled: () => queries.invalidateQueries(emailChangeQuery),
  })

  if (dialog) return dialog
  return (
    <Dialog title="Change email address" onClose={onClose}>
      <form className={classes.dialog} noValidate onSubmit={handleSubmit((values) => ask.mutate(values))}>
        <p>
          A mail with a link goes to your present address and to the new one. Open both: until then nothing changes.
        </p>
        {failure && (
          <Banner variant="error" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <TextInput
          label="New email address"
          type="email"
          autoComplete="email"
          {...register('newEmail')}
          error={formState.errors.newEmail?.message}
        />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...register('currentPassword')}
          error={formState.errors.currentPassword?.message}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={ask.isPending}>
            Send the links
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
