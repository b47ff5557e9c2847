import { Loader } from '@mantine/core'
import { mayInTeam, type Team } from '@plimsoll/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { asRequestError } from '../../shared/api/client.ts'
import { profileQuery } from '../../shared/api/profile.ts'
import { openTeam, teamQuery } from '../../shared/api/teams.ts'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { counted } from '../../shared/text/counted.ts'
import page from '../../shared/ui/page.module.css'
import { EndTeam } from './end-team.tsx'
import { LoadFailed } from './load-failed.tsx'
import { AddMember, Members } from './members.tsx'
import { RenameTeam } from './rename-team.tsx'
import { TEAM_ROLE_TEXTS } from './team-role-texts.ts'
import classes from './teams.module.css'

/** A team: who is in it, and the ways into it and out of it. */
export function TeamPage() {
  const { id = '' } = useParams()
  const { data: team, error, isFetching, refetch } = useQuery(teamQuery(id))
  const isLoaded = team !== undefined
  const queries = useQueryClient()
  useEffect(() => {
    if (!isLoaded) return
    openTeam(id).then(
      // The members see the name from now on.
      () => queries.invalidateQueries(teamQuery(id)),
      // A failure is not told: the next visit tells it again.
      () => {},
    )
  }, [id, isLoaded, queries])
  return (
    <div className={page.root}>
      <title>{team ? `${team.name} · Plimsoll` : 'Team · Plimsoll'}</title>
      {team && !error ? (
        <TeamDetails team={team} />
      ) : error ? (
        asRequestError(error).status === 404 ? (
          <section className={page.centre}>
            <h1 className={classes.heading}>There is no such team</h1>
            <p className={classes.hint}>This team does not exist, or you are not in it.</p>
            <Link to={paths.teams}>Your teams</Link>
          </section>
        ) : (
          <LoadFailed message={error.message} isFetching={isFetching} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={page.centre} role="status" aria-label="Loading the team">
          <Loader />
        </div>
      )}
    </div>
  )
}

function TeamDetails({ team }: { team: Team }) {
  const { data: profile } = useQuery(profileQuery)
  return (
    <>
      <header className={page.header}>
        <h1 className={classes.heading}>{team.name}</h1>
        <Link to={paths.teams}>Your teams</Link>
      </header>
      <p className={classes.hint}>
        You are {TEAM_ROLE_TEXTS[team.role]}. The team owns {counted(team.flows, 'flow')}:{' '}
        <Link to={`${paths.library}?whose=team`}>see the flows of your teams</Link>.
      </p>
      {mayInTeam(team.role, 'rename') && <RenameTeam team={team} />}
      <section className={classes.section} aria-labelledby="members">
        <h2 id="members" className={classes.title}>
          Members
        </h2>
        {mayInTeam(team.role, 'put member') && <AddMember teamId={team.id} />}
        <Members team={team} ownEmail={profile?.email} />
      </section>
      <EndTeam team={team} />
    </>
  )
}
