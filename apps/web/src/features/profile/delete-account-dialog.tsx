import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput } from '@mantine/core'
import { deleteAccountSchema } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { deleteAccount } from '../../shared/api/profile.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { endSessionAndWork } from '../../stores/autosave/end-session-and-work.ts'
import classes from './profile.module.css'

/** Names what goes, and asks for the password before it does. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(deleteAccountSchema),
    defaultValues: { currentPassword: '' },
  })
  const remove = useSubmission({
    mutationFn: deleteAccount,
    onMutate: () => setFailure(null),
    onSuccess: (message) => {
      endSessionAndWork()
      navigate(paths.login)
      toast.success(message)
    },
    onError: (error) => setFailure(showOnFields(error, ['currentPassword'], setError)),
  })

  return (
    <Dialog title="Delete account" onClose={onClose}>
      <form className={classes.dialog} noValidate onSubmit={handleSubmit((values) => remove.mutate(values))}>
        <div className={classes.goes}>
          <p>This removes for good:</p>
          <ul>
            <li>your profile: your names and your email address</li>
            <li>every flow in your library, and what is unsaved on your board</li>
            <li>your sessions on all devices</li>
          </ul>
          <p>Nobody can bring it back. Export your data first if you may want it again.</p>
        </div>
        {failure && (
          <Banner variant="error" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...register('currentPassword')}
          error={formState.errors.currentPassword?.message}
        />
        <footer className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            Delete account
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
