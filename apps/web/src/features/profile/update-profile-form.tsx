import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { type Profile, profileSchema } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { profileQuery, updateProfile } from '../../shared/api/profile.ts'
import { useKeptText } from '../../shared/api/use-kept-text.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './profile.module.css'

/** First and last name; the button wakes when one of them has changed. */
export function UpdateProfileForm({ profile: { firstName, lastName } }: { profile: Profile }) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, setValue, getValues } = useForm({
    resolver: zodResolver(profileSchema({ firstName, lastName })),
    values: { firstName, lastName },
  })

  useKeptText('profile', {
    read: () => getValues(),
    write: (names) => {
      setValue('firstName', names.firstName, { shouldDirty: true })
      setValue('lastName', names.lastName, { shouldDirty: true })
    },
  })

  const update = useSubmission({
    mutationFn: updateProfile,
    onMutate: () => setFailure(null),
    onSuccess: ({ data, message }) => {
      queries.setQueryData(profileQuery.queryKey, data)
      toast.success(message || 'Profile updated successfully')
    },
    onError: (error) => setFailure(showOnFields(error, ['firstName', 'lastName'], setError)),
  })

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit((names) => update.mutate(names))}>
      <h2 className={classes.title}>Update Your Profile</h2>
      {failure && (
        <Banner variant="error" onClose={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      <TextInput
        label="First name"
        autoComplete="given-name"
        {...register('firstName')}
        error={formState.errors.firstName?.message}
      />
      <TextInput
        label="Last name"
        autoComplete="family-name"
        {...register('lastName')}
        error={formState.errors.lastName?.message}
      />
      <Button type="submit" disabled={!formState.isDirty} loading={update.isPending}>
        Update Profile
      </Button>
    </form>
  )
}
