import { mayInTeam, type Team } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { asRequestError } from '../../shared/api/client.ts'
import { binQuery, flowsQuery } from '../../shared/api/flows.ts'
import { deleteTeam, leaveTeam, teamsQuery } from '../../shared/api/teams.ts'
import { toastFailure } from '../../shared/api/toast-failure.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { counted } from '../../shared/text/counted.ts'
import { AskOnceMore } from '../../shared/ui/ask-once-more.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './teams.module.css'

/** The ways to have no team any more: to leave it, or to delete it for all. Each asks once more. */
export function EndTeam({ team }: { team: Team }) {
  const isLastOwner = team.role === 'owner' && team.members.filter(({ role }) => role === 'owner').length === 1
  return (
    <section className={classes.section} aria-labelledby="ways-out">
      <h2 id="ways-out" className={classes.title}>
        Leave or delete
      </h2>
      <Ending
        team={team}
        name="Leave team"
        end={leaveTeam}
        about={
          isLastOwner
            ? 'You are the only owner. Make another member an owner before you leave.'
            : 'You no longer see the flows of the team then. What you moved to the team stays there.'
        }
        isPossible={!isLastOwner}
      />
      {mayInTeam(team.role, 'delete') && (
        <Ending
          team={team}
          name="Delete team"
          end={deleteTeam}
          about={
            team.flows > 0
              ? `The team owns ${counted(team.flows, 'flow')}. Move each to a person or to another team, or remove it, before you delete the team.`
              : 'The team is then gone for all members, and so is what it has in the bin. Flows that people share with it stay theirs.'
          }
          isPossible={team.flows === 0}
        />
      )}
    </section>
  )
}

interface EndingProps {
  readonly team: Team
  readonly name: string
  readonly about: string
  readonly isPossible: boolean
  readonly end: (id: string) => Promise<string>
}

function Ending({ team, name, about, isPossible, end }: EndingProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { confirmed, dialog } = useConfirmation()
  const ending = useSubmission({
    mutationFn: () => confirmed(() => end(team.id)),
    onSuccess: (message) => {
      toast.success(message)
      navigate(paths.teams)
      for (const query of [flowsQuery, binQuery]) void queries.invalidateQueries({ queryKey: query.queryKey })
      return queries.invalidateQueries({ ...teamsQuery, exact: true })
    },
    onError: (error) => {
      toastFailure(error, Object.values(asRequestError(error).errors)[0])
      return queries.invalidateQueries(teamsQuery)
    },
  })
  return (
    <div className={classes.choice}>
      <p>{about}</p>
      <AskOnceMore
        name={name}
        question={`${name}?`}
        variant="outline"
        color="red"
        disabled={!isPossible}
        isUnderWay={ending.isPending}
        onConfirm={() => ending.mutate(undefined)}
      />
      {dialog}
    </div>
  )
}
