import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { emailOnlySchema } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import classes from './auth.module.css'
import { RequestFailure } from './request-failure.tsx'

interface EmailFormProps {
  readonly action: string
  readonly send: (email: string) => Promise<void>
  /** What to say first when sending fails. */
  readonly failureLead?: string
}

/** Asks for an address to send a mail to. */
export function EmailForm({ action, send, failureLead }: EmailFormProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(emailOnlySchema),
    defaultValues: { email: '' },
  })
  const request = useSubmission({
    mutationFn: send,
    onMutate: () => setFailure(null),
    onError: (error) => setFailure(showOnFields(error, ['email'], setError) === null ? null : error),
  })
  return (
    <>
      {failure !== null && <RequestFailure lead={failureLead} error={failure} onClose={() => setFailure(null)} />}
      <form className={classes.form} noValidate onSubmit={handleSubmit(({ email }) => request.mutate(email))}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...register('email')}
          error={formState.errors.email?.message}
        />
        <Button type="submit" fullWidth loading={request.isPending}>
          {action}
        </Button>
      </form>
    </>
  )
}
