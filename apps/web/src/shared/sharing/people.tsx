import type { FlowPerson, GivenRole } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { asRequestError } from '../api/client.ts'
import { flowsQuery } from '../api/flows.ts'
import { handOnFlow, shareFlow, sharingQuery, unshareFlow } from '../api/sharing.ts'
import { toastFailure } from '../api/toast-failure.ts'
import { useSubmission } from '../api/use-submission.ts'
import { useConfirmation } from '../confirmation/use-confirmation.tsx'
import { AskOnceMore } from '../ui/ask-once-more.tsx'
import { focusNextRow } from '../ui/focus-next-row.ts'
import buttons from '../ui/icon-button.module.css'
import { toast } from '../ui/toast.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { RoleSelect } from './role-select.tsx'
import classes from './share-dialog.module.css'

interface PeopleProps {
  readonly flowId: string
  readonly people: readonly FlowPerson[]
  /** A team owns the flow, or has a role in it. */
  readonly isInTeam: boolean
  /** Another owns the flow now. */
  readonly onHandedOn: () => void
}

/** The people of a flow with their roles, and the form that adds one. */
export function People({ flowId, people, isInTeam, onHandedOn }: PeopleProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <h3 id={headingId}>People</h3>
      <AddPerson flowId={flowId} />
      {people.length === 0 && !isInTeam && <p className={classes.hint}>Nobody else has this flow.</p>}
      <ul className={classes.rows} aria-label="People">
        {people.map((person) => (
          <Person key={person.email} {...{ flowId, person, onHandedOn }} />
        ))}
      </ul>
    </section>
  )
}

function AddPerson({ flowId }: { flowId: string }) {
  const queries = useQueryClient()
  const roleId = useId()
  const [role, setRole] = useState<GivenRole>('viewer')
  return (
    <OneFieldForm
      label="Email"
      field="email"
      button="Share"
      // The press on Share asks for it, and the form comes later than the dialog.
      hasFocus
      send={(email) => shareFlow(flowId, email, role)}
      onSent={({ isMailed }, email) =>
        toast.success(isMailed ? `A mail tells ${email} of it` : `Shared. Send ${email} the address of the flow.`)
      }
      onSettled={() => queries.invalidateQueries(sharingQuery(flowId))}
    >
      <div className={classes.field}>
        <label htmlFor={roleId}>Role</label>
        <RoleSelect id={roleId} value={role} onChange={setRole} />
      </div>
    </OneFieldForm>
  )
}

interface PersonProps extends Pick<PeopleProps, 'flowId' | 'onHandedOn'> {
  readonly person: FlowPerson
}

function Person({ flowId, person: { email, name, role }, onHandedOn }: PersonProps) {
  const queries = useQueryClient()
  const options = {
    onError: (error: Error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(sharingQuery(flowId)),
  }
  const change = useSubmission({ ...options, mutationFn: (next: GivenRole) => shareFlow(flowId, email, next) })
  const end = useSubmission({ ...options, mutationFn: () => unshareFlow(flowId, email) })
  const { confirmed, dialog } = useConfirmation()
  const handOn = useSubmission({
    mutationFn: () => confirmed(() => handOnFlow(flowId, email)),
    onSuccess: () => {
      toast.success(`${name ?? email} owns this flow now; you are an editor`)
      onHandedOn()
      return queries.invalidateQueries(flowsQuery)
    },
    onError: (error) => toastFailure(error, Object.values(asRequestError(error).errors ?? {})[0]),
  })
  return (
    <li ref={focusNextRow} className={classes.row}>
      <div className={classes.who}>
        <strong>{name ?? email}</strong>
        <span>{name === null ? 'Has not opened it yet' : email}</span>
      </div>
      <RoleSelect value={role} onChange={change.mutate} name={`Role of ${email}`} />
      <button
        type="button"
        className={buttons.small}
        aria-label={`Stop sharing with ${email}`}
        title="Stop sharing"
        onClick={() => end.mutate(undefined)}
      >
        <X size={14} />
      </button>
      {role === 'editor' && name !== null && (
        <AskOnceMore
          name="Make owner"
          question={`Make ${email} the owner`}
          variant="subtle"
          color="gray"
          size="compact-sm"
          isUnderWay={handOn.isPending}
          onConfirm={() => handOn.mutate(undefined)}
        >
          <p>The flow goes into their library. You stay an editor until they decide otherwise.</p>
        </AskOnceMore>
      )}
      {dialog}
    </li>
  )
}
