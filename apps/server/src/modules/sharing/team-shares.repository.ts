import type { GivenRole } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { teamsOfUser } from '../teams/teams.repository.ts'

interface TeamShareKey {
  flowId: string
  teamId: string
}

/** Gives a team a role, or another one. */
export async function putTeamShare(
  queries: Queries,
  { flowId, teamId, role, now }: TeamShareKey & { role: GivenRole; now: number },
) {
  await queries
    .insertInto('flow_teams')
    .values({ flow_id: flowId, team_id: teamId, role, created_at: now })
    .onConflict((conflict) => conflict.columns(['flow_id', 'team_id']).doUpdateSet({ role }))
    .execute()
}

/** Returns whether there was one. */
export async function removeTeamShare(queries: Queries, { flowId, teamId }: TeamShareKey) {
  const { numDeletedRows } = await queries
    .deleteFrom('flow_teams')
    .where('flow_id', '=', flowId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The teams that flows are shared with, by name. */
export function listTeamShares(queries: Queries, flowIds: readonly string[]) {
  return queries
    .selectFrom('flow_teams')
    .innerJoin('users', 'users.id', 'flow_teams.team_id')
    .select(['flow_teams.flow_id', 'flow_teams.team_id as id', 'flow_teams.role', 'users.first_name as name'])
    .where('flow_teams.flow_id', 'in', flowIds)
    .orderBy('users.first_name')
    .orderBy('flow_teams.team_id')
    .execute()
}

/** Which teams a user shares flows with, also those in the bin. */
export function listTeamSharesOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('flow_teams')
    .innerJoin('library_entries', 'library_entries.flow_id', 'flow_teams.flow_id')
    .select(['flow_teams.flow_id as flow', 'flow_teams.team_id as team', 'flow_teams.role'])
    .where('library_entries.user_id', '=', userId)
    .orderBy('flow_teams.flow_id')
    .orderBy('flow_teams.team_id')
    .execute()
}

/** Of flows: the teams of a user that they are shared with. */
export function findTeamsOfFlows(queries: Queries, userId: string, flowIds: readonly string[]) {
  return teamsOfUser(queries, userId)
    .innerJoin('flow_teams', 'flow_teams.team_id', 'team_members.team_id')
    .innerJoin('users as team', 'team.id', 'team_members.team_id')
    .select(['flow_teams.flow_id', 'flow_teams.team_id', 'team.first_name as name', 'flow_teams.role'])
    .where('flow_teams.flow_id', 'in', flowIds)
    .orderBy('team.first_name')
    .execute()
}

/** Remembers that a user opened a flow of another. */
export async function putOpening(
  queries: Queries,
  { flowId, userId, now }: { flowId: string; userId: string; now: number },
) {
  await queries
    .insertInto('flow_openings')
    .values({ flow_id: flowId, user_id: userId, opened_at: now })
    .onConflict((conflict) => conflict.columns(['flow_id', 'user_id']).doUpdateSet({ opened_at: now }))
    .execute()
}
