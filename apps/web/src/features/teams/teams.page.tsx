import { Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { profileQuery } from '../../shared/api/profile.ts'
import { createTeam, teamsQuery } from '../../shared/api/teams.ts'
import { paths, teamPath } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { OneFieldForm } from '../../shared/sharing/one-field-form.tsx'
import { counted } from '../../shared/text/counted.ts'
import list from '../../shared/ui/card-list.module.css'
import page from '../../shared/ui/page.module.css'
import { LoadFailed } from './load-failed.tsx'
import { TEAM_ROLE_TEXTS } from './team-role-texts.ts'
import classes from './teams.module.css'

/** The teams that the user is in, and the form that makes one. */
export function TeamsPage() {
  const { data: teams, error, isFetching, refetch } = useQuery(teamsQuery)
  const { data: profile } = useQuery(profileQuery)
  const isDemo = profile?.isDemo === true
  return (
    <div className={page.root}>
      <title>Teams · Plimsoll</title>
      <header className={page.header}>
        <h1 className={classes.heading}>Teams</h1>
        <Link to={paths.library}>Flow Library</Link>
      </header>
      <p className={classes.hint}>
        A team owns flows together. Its members edit them, and they stay with the team when a member leaves.
      </p>
      {isDemo ? (
        <p className={classes.hint}>The demo account ends with your visit, so it makes no teams.</p>
      ) : (
        <NewTeam />
      )}
      {teams ? (
        teams.length === 0 ? (
          <p className={classes.hint}>You are in no team yet.</p>
        ) : (
          <ul className={list.root} aria-label="Your teams">
            {teams.map(({ id, name, role, members, flows }) => (
              <li key={id} className={classes.row}>
                <div className={classes.who}>
                  <Link to={teamPath(id)} className={classes.name}>
                    {name}
                  </Link>
                  <span>
                    {counted(members, 'member')} · {counted(flows, 'flow')}
                  </span>
                </div>
                <span className={classes.role}>You are {TEAM_ROLE_TEXTS[role]}</span>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <LoadFailed message={error.message} isFetching={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={page.centre} role="status" aria-label="Loading your teams">
          <Loader />
        </div>
      )}
    </div>
  )
}

function NewTeam() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <OneFieldForm
      label="Name of a new team"
      field="name"
      button="Make team"
      send={createTeam}
      onSent={({ id }) => navigate(teamPath(id))}
      onSettled={() => queries.invalidateQueries(teamsQuery)}
    />
  )
}
