import { Button } from '@mantine/core'
import type { Account } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsKey, removeAccount } from '../../shared/api/administration.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { counted } from '../../shared/text/counted.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './administration.module.css'

/** Deletes an account, once it is said what goes with it. */
export function DeleteAccount({ account: { id, email, flows } }: { account: Account }) {
  const [isAsked, setIsAsked] = useState(false)
  const queries = useQueryClient()
  const { confirmed, dialog } = useConfirmation()
  const remove = useSubmission({
    mutationFn: () => confirmed(() => removeAccount(id)),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(accountsKey),
  })
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsked(true)}>
        Delete …
      </Button>
      {dialog}
      {isAsked && !dialog && (
        <Dialog title="Delete account?" onClose={() => setIsAsked(false)}>
          <div className={classes.dialog}>
            <p>
              {email} and {counted(flows, 'flow')} go for good. Flows and teams that others work on go to the first of
              them who has opened them. To keep everything, disable the account instead.
            </p>
            <div className={classes.buttons}>
              <Button variant="default" size="compact-sm" onClick={() => setIsAsked(false)}>
                Cancel
              </Button>
              <Button
                variant="outline"
                color="red"
                size="compact-sm"
                loading={remove.isPending}
                onClick={() => remove.mutate(undefined)}
              >
                Delete account
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
