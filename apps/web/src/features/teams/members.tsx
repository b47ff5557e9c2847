import { mayInTeam, TEAM_ROLES, type Team, type TeamRole } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { asRequestError } from '../../shared/api/client.ts'
import { putMember, removeMember, teamsQuery } from '../../shared/api/teams.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { OneFieldForm } from '../../shared/sharing/one-field-form.tsx'
import list from '../../shared/ui/card-list.module.css'
import { focusNextRow } from '../../shared/ui/focus-next-row.ts'
import buttons from '../../shared/ui/icon-button.module.css'
import select from '../../shared/ui/select.module.css'
import { toast } from '../../shared/ui/toast.ts'
import classes from './teams.module.css'

const ROLE_NAMES: Readonly<Record<TeamRole, string>> = { member: 'Member', owner: 'Owner' }

export function AddMember({ teamId }: { teamId: string }) {
  const queries = useQueryClient()
  return (
    <OneFieldForm
      label="Email"
      field="email"
      button="Add member"
      send={(email) => putMember(teamId, email, 'member')}
      onSent={({ isMailed }, email) =>
        toast.success(isMailed ? `A mail tells ${email} of it` : `Added. Send ${email} the address of this page.`)
      }
      onSettled={() => queries.invalidateQueries(teamsQuery)}
    />
  )
}

interface MembersProps {
  readonly team: Team
  /** Of the user; undefined while it is not known. */
  readonly ownEmail: string | undefined
}

export function Members({ team, ownEmail }: MembersProps) {
  return (
    <ul className={list.root} aria-label="Members">
      {team.members.map((member) => (
        <Member key={member.email} team={team} member={member} isOwn={member.email === ownEmail} />
      ))}
    </ul>
  )
}

interface MemberProps {
  readonly team: Team
  readonly member: Team['members'][number]
  readonly isOwn: boolean
}

function Member({ team, member: { email, name, role }, isOwn }: MemberProps) {
  const queries = useQueryClient()
  const options = {
    onError: (error: Error) => toastFailure(error, Object.values(asRequestError(error).errors)[0]),
    onSettled: () => queries.invalidateQueries(teamsQuery),
  }
  const { confirmed, dialog } = useConfirmation()
  const change = useSubmission({
    ...options,
    mutationFn: (next: TeamRole) => confirmed(() => putMember(team.id, email, next)),
  })
  const remove = useSubmission({ ...options, mutationFn: () => removeMember(team.id, email) })
  // Nobody owns what they have not agreed to.
  const roles = TEAM_ROLES.filter((one) => one !== 'owner' || name !== null)
  return (
    <li ref={focusNextRow} className={classes.row}>
      <div className={classes.who}>
        <strong>
          {name ?? email}
          {isOwn && ' (you)'}
        </strong>
        <span>{name === null ? 'Has not opened the team yet' : email}</span>
      </div>
      {mayInTeam(team.role, 'put member') ? (
        <select
          className={select.root}
          aria-label={`Role of ${email}`}
          value={role}
          onChange={({ currentTarget }) => change.mutate(currentTarget.value as TeamRole)}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {ROLE_NAMES[one]}
            </option>
          ))}
        </select>
      ) : (
        <span className={classes.role}>{ROLE_NAMES[role]}</span>
      )}
      {mayInTeam(team.role, 'remove member') && !isOwn && (
        <button
          type="button"
          className={buttons.small}
          aria-label={`Remove ${email}`}
          title="Remove from the team"
          onClick={() => remove.mutate(undefined)}
        >
          <X size={14} />
        </button>
      )}
      {dialog}
    </li>
  )
}
