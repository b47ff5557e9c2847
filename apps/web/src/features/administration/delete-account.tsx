import { Button } from '@mantine/core'
import type { Account } from '@plimsoll/contract'
import { useState } from 'react'
import { accountsKey, removeAccount } from '../../shared/api/administration.ts'
import { counted } from '../../shared/text/counted.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { ActButton } from './act-button.tsx'
import classes from './administration.module.css'

/** Deletes an account, once it is said what goes with it. */
export function DeleteAccount({ account: { id, email, flows } }: { account: Account }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsked(true)}>
        Delete …
      </Button>
      {isAsked && (
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
              <ActButton isDangerous act={() => removeAccount(id)} changes={accountsKey} done={(message) => message}>
                Delete account
              </ActButton>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
