import { Button } from '@mantine/core'
import type { Account } from '@plimsoll/contract'
import { useId, useState } from 'react'
import { accountsKey, changeAccount, endSessionsOf, makeResetLink } from '../../shared/api/administration.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { counted } from '../../shared/text/counted.ts'
import { Moment } from '../../shared/time/moment.tsx'
import { ShownOnce } from '../../shared/ui/shown-once.tsx'
import { ActButton } from './act-button.tsx'
import classes from './administration.module.css'
import { bytesText } from './bytes-text.ts'
import { DeleteAccount } from './delete-account.tsx'
import { QuotaForm } from './quota-form.tsx'

/** An account: who it is and how much it has; behind a button what can be done with it. */
export function AccountRow({ account }: { account: Account }) {
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const { name, email, isSelf, sessions, flows, bytes, createdAt, lastSeenAt } = account
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <div className={classes.who}>
          <strong>
            {name || email}
            {isSelf && ' (you)'}
          </strong>
          <span>{email}</span>
          <span>
            {counted(flows, 'flow')}, {bytesText(bytes)} · {counted(sessions, 'session')} ·{' '}
            {lastSeenAt === null ? 'registered ' : 'seen '}
            <Moment at={lastSeenAt ?? createdAt} />
          </span>
        </div>
        <Marks account={account} />
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Manage ${email}`}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
        >
          Manage
        </Button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <AccountActions account={account} />}
      </div>
    </li>
  )
}

function Marks({ account: { role, isVerified, isDisabled } }: { account: Account }) {
  return (
    <span className={classes.marks}>
      {role === 'administrator' && <span className={classes.mark}>Administrator</span>}
      {!isVerified && (
        <span className={classes.mark} data-tone="warn">
          Waiting
        </span>
      )}
      {isDisabled && (
        <span className={classes.mark} data-tone="bad">
          Disabled
        </span>
      )}
    </span>
  )
}

function AccountActions({ account }: { account: Account }) {
  const { id, role, isVerified, isDisabled, isSelf } = account
  const [link, setLink] = useState<string | null>(null)
  const isAdministrator = role === 'administrator'
  const change = (changes: Parameters<typeof changeAccount>[1]) => () => changeAccount(id, changes)
  const { confirmed, dialog } = useConfirmation()
  const reset = useSubmission({
    mutationFn: () => confirmed(() => makeResetLink(id)),
    onSuccess: (made) => setLink(made.link),
    onError: (error) => toastFailure(error),
  })
  return (
    <div className={classes.actions}>
      {dialog}
      <div className={classes.buttons}>
        {!isVerified && (
          <ActButton act={change({ isApproved: true })} changes={accountsKey} done={() => 'Account approved'}>
            Approve
          </ActButton>
        )}
        {!isSelf && (
          <>
            <ActButton
              act={change({ isDisabled: !isDisabled })}
              changes={accountsKey}
              done={() => (isDisabled ? 'Account enabled' : 'Account disabled, and its sessions ended')}
            >
              {isDisabled ? 'Enable' : 'Disable'}
            </ActButton>
            <ActButton
              act={change({ role: isAdministrator ? 'user' : 'administrator' })}
              changes={accountsKey}
              done={() => 'Role changed'}
            >
              {isAdministrator ? 'Make user' : 'Make administrator'}
            </ActButton>
            <ActButton act={() => endSessionsOf(id)} changes={accountsKey} done={(message) => message}>
              End sessions
            </ActButton>
          </>
        )}
        <Button variant="default" size="compact-sm" loading={reset.isPending} onClick={() => reset.mutate(undefined)}>
          Make reset link
        </Button>
        {!isSelf && <DeleteAccount account={account} />}
      </div>
      {link !== null && (
        <ShownOnce label="Link to reset the password" value={link} button="Copy link" copied="Link copied" />
      )}
      <QuotaForm account={account} />
    </div>
  )
}
