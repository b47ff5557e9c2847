import { Button } from '@mantine/core'
import type { FlowSharing, FlowTeam, GivenRole, TeamSummary } from '@plimsoll/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { asRequestError } from '../api/client.ts'
import { flowsQuery } from '../api/flows.ts'
import { moveFlow, shareWithTeam, sharingQuery, unshareFromTeam } from '../api/sharing.ts'
import { teamsQuery } from '../api/teams.ts'
import { toastFailure } from '../api/toast-failure.ts'
import { useSubmission } from '../api/use-submission.ts'
import { paths } from '../config/paths.ts'
import { useConfirmation } from '../confirmation/use-confirmation.tsx'
import { Link } from '../navigation/link.tsx'
import { AskOnceMore } from '../ui/ask-once-more.tsx'
import { focusNextRow } from '../ui/focus-next-row.ts'
import buttons from '../ui/icon-button.module.css'
import select from '../ui/select.module.css'
import { toast } from '../ui/toast.ts'
import { RoleSelect } from './role-select.tsx'
import classes from './share-dialog.module.css'

interface TeamsProps extends Pick<FlowSharing, 'teams' | 'team'> {
  readonly flowId: string
  /** Another owns the flow now. */
  readonly onMoved: () => void
}

/** The teams of a flow with their roles, and whose flow it is. */
export function Teams({ flowId, teams, team, onMoved }: TeamsProps) {
  const headingId = useId()
  const { data: own } = useQuery(teamsQuery)
  const free = (own ?? []).filter(({ id }) => id !== team?.id && teams.every((other) => other.id !== id))
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <h3 id={headingId}>Teams</h3>
      {own?.length === 0 && (
        <p className={classes.hint}>
          You are in no team. <Link to={paths.teams}>Make one</Link> to share with several people at once.
        </p>
      )}
      {free.length > 0 && <AddTeam flowId={flowId} teams={free} />}
      <ul className={classes.rows} aria-label="Teams">
        {teams.map((shared) => (
          <TeamRow key={shared.id} flowId={flowId} team={shared} />
        ))}
      </ul>
      {own && (own.length > 0 || team) && <Move flowId={flowId} owner={team} teams={own} onMoved={onMoved} />}
    </section>
  )
}

function AddTeam({ flowId, teams }: { flowId: string; teams: readonly TeamSummary[] }) {
  const queries = useQueryClient()
  const [teamId, roleId] = [useId(), useId()]
  const [chosen, setChosen] = useState('')
  const [role, setRole] = useState<GivenRole>('viewer')
  const team = teams.find(({ id }) => id === chosen) ?? teams[0]
  const add = useSubmission({
    mutationFn: (id: string) => shareWithTeam(flowId, id, role),
    onError: fail,
    onSettled: () => queries.invalidateQueries(sharingQuery(flowId)),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (team) add.mutate(team.id)
      }}
    >
      <div className={`${classes.field} ${classes.grow}`}>
        <label htmlFor={teamId}>Team</label>
        <select
          id={teamId}
          className={select.root}
          value={team?.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className={classes.field}>
        <label htmlFor={roleId}>Role of the team</label>
        <RoleSelect id={roleId} value={role} onChange={setRole} />
      </div>
      <Button type="submit" variant="default" loading={add.isPending}>
        Share with team
      </Button>
    </form>
  )
}

function TeamRow({ flowId, team: { id, name, role } }: { flowId: string; team: FlowTeam }) {
  const queries = useQueryClient()
  const options = { onError: fail, onSettled: () => queries.invalidateQueries(sharingQuery(flowId)) }
  const change = useSubmission({ ...options, mutationFn: (next: GivenRole) => shareWithTeam(flowId, id, next) })
  const end = useSubmission({ ...options, mutationFn: () => unshareFromTeam(flowId, id) })
  return (
    <li ref={focusNextRow} className={classes.row}>
      <div className={classes.who}>
        <strong>{name}</strong>
        <span>All its members</span>
      </div>
      <RoleSelect value={role} onChange={change.mutate} name={`Role of ${name}`} />
      <button
        type="button"
        className={buttons.small}
        aria-label={`Stop sharing with ${name}`}
        title="Stop sharing"
        onClick={() => end.mutate(undefined)}
      >
        <X size={14} />
      </button>
    </li>
  )
}

interface MoveProps extends Pick<TeamsProps, 'flowId' | 'onMoved'> {
  /** Null: the user owns it. */
  readonly owner: FlowSharing['team']
  readonly teams: readonly TeamSummary[]
}

/** Whose flow it is, and to whom it can be moved. */
function Move({ flowId, owner, teams, onMoved }: MoveProps) {
  const queries = useQueryClient()
  const selectId = useId()
  const targets = [...(owner ? [{ id: '', name: 'My flows' }] : []), ...teams.filter(({ id }) => id !== owner?.id)]
  const [chosen, setChosen] = useState('')
  const target = targets.find(({ id }) => id === chosen) ?? targets[0]
  const { confirmed, dialog } = useConfirmation()
  const move = useSubmission({
    mutationFn: (team: string) => confirmed(() => moveFlow(flowId, team === '' ? null : team)),
    onSuccess: () => {
      toast.success(`Moved to ${target?.name}`)
      const team = target && target.id !== '' ? { id: target.id, name: target.name } : null
      // The editor draws together with the team from now on.
      queries.setQueryData(sharingQuery(flowId).queryKey, (sharing) => sharing && { ...sharing, team })
      onMoved()
      return Promise.all([queries.invalidateQueries(flowsQuery), queries.invalidateQueries(teamsQuery)])
    },
    onError: fail,
  })
  return (
    <>
      <p className={classes.hint}>
        {owner ? `This flow belongs to the team ${owner.name}.` : 'This flow is yours. A team can own it instead.'}
      </p>
      {target && (
        <div className={classes.form}>
          <div className={`${classes.field} ${classes.grow}`}>
            <label htmlFor={selectId}>Move to</label>
            <select
              id={selectId}
              className={select.root}
              value={target.id}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              {targets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <AskOnceMore
            name="Move"
            question={`Move to ${target.name}`}
            variant="default"
            isUnderWay={move.isPending}
            onConfirm={() => move.mutate(target.id)}
          >
            <p>
              {target.id === ''
                ? `The flow goes into your library. The team ${owner?.name} can still edit it until you decide otherwise.`
                : `${target.name} owns the flow then: its owners decide about it, and it stays with the team when you leave.`}
            </p>
          </AskOnceMore>
        </div>
      )}
      {dialog}
    </>
  )
}

const fail = (error: Error) => toastFailure(error, Object.values(asRequestError(error).errors)[0])
