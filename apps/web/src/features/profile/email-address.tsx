import { Button } from '@mantine/core'
import type { EmailChange } from '@plimsoll/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { cancelEmailChange, emailChangeQuery } from '../../shared/api/email-change.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './profile.module.css'

const ChangeEmailDialog = lazy(() =>
  import('./change-email-dialog.tsx').then((module) => ({ default: module.ChangeEmailDialog })),
)

/** The address one logs in with, the way to another one, and the change that waits to be confirmed. */
export function EmailAddress({ email, isDemo }: { email: string; isDemo: boolean }) {
  const { data: change } = useQuery(emailChangeQuery)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={classes.section} aria-labelledby="email-address">
      <h2 id="email-address" className={classes.title}>
        Email address
      </h2>
      <p className={classes.note}>
        {isDemo ? 'The address of the demo account cannot be changed.' : `You log in as ${email}.`}
      </p>
      {change && <WaitingChange change={change} />}
      {!isDemo && (
        <Button variant="default" className={classes.action} onClick={() => setIsOpen(true)}>
          Change email address
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ChangeEmailDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

function WaitingChange({ change: { newEmail, isOldConfirmed, isNewConfirmed } }: { change: EmailChange }) {
  const queries = useQueryClient()
  const cancel = useSubmission({
    mutationFn: cancelEmailChange,
    onSuccess: (message) => toast.success(message),
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(emailChangeQuery),
  })
  const missing = isOldConfirmed
    ? 'the mail to the new address'
    : isNewConfirmed
      ? 'the mail to your present address'
      : 'the mails to both addresses'
  return (
    <Banner variant="info">
      <p>
        Your address changes to {newEmail} once you have opened the link in {missing}.
      </p>
      <Button variant="subtle" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        Keep the present address
      </Button>
    </Banner>
  )
}
