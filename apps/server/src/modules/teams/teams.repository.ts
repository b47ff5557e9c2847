import type { TeamRole } from '@plimsoll/contract'
import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { counterKey, lockCounter } from '../limits/counters.repository.ts'

interface NewTeam {
  id: string
  name: string
  now: number
}

/** A team is a row of users that nobody can log in to: its email is no address, and its password none. */
export async function addTeam(queries: Queries, { id, name, now }: NewTeam) {
  await queries
    .insertInto('users')
    .values({
      id,
      email: id,
      password_hash: '',
      first_name: name,
      last_name: '',
      email_verified_at: null,
      is_demo: 0,
      is_team: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function renameTeam(queries: Queries, id: string, { name, now }: { name: string; now: number }) {
  await queries
    .updateTable('users')
    .set({ first_name: name, updated_at: now })
    .where('id', '=', id)
    .where('is_team', '=', 1)
    .execute()
}

/** Of a team that nobody has used. */
export async function removeTeam(queries: Queries, id: string) {
  await queries.deleteFrom('users').where('id', '=', id).where('is_team', '=', 1).execute()
}

/** Each team that a user is in, with the role. */
export const teamsOfUser = (queries: Queries, userId: string) =>
  queries
    .selectFrom('team_members')
    .innerJoin('users as person', 'person.email', 'team_members.email')
    .where('person.id', '=', userId)

export async function findTeamRole(queries: Queries, userId: string, teamId: string): Promise<TeamRole | undefined> {
  const row = await teamsOfUser(queries, userId)
    .select('team_members.role')
    .where('team_members.team_id', '=', teamId)
    .executeTakeFirst()
  return row?.role
}

/** What a user is in which teams, by their names. */
export const findTeamsOfUser = (queries: Queries, userId: string) => namedTeams(queries, userId).execute()

const namedTeams = (queries: Queries, userId: string) =>
  teamsOfUser(queries, userId)
    .innerJoin('users as team', 'team.id', 'team_members.team_id')
    .select(['team.id', 'team.first_name as name', 'team_members.role'])
    .orderBy('team.first_name')
    .orderBy('team.id')

/** By name. */
export function listTeams(queries: Queries, userId: string) {
  // Kysely takes counts of its own for absent where there is nothing to count.
  return namedTeams(queries, userId)
    .select([
      sql<number>`(select count(*) from team_members as every where every.team_id = team.id)`.as('members'),
      sql<number>`(select count(*) from flows where flows.user_id = team.id)`.as('flows'),
    ])
    .execute()
}

export async function findTeamName(queries: Queries, id: string) {
  const row = await queries
    .selectFrom('users')
    .select('first_name')
    .where('id', '=', id)
    .where('is_team', '=', 1)
    .executeTakeFirst()
  return row?.first_name
}

/** In the order in which they were added; the name is null where the person has not opened the team. */
export function listMembers(queries: Queries, teamId: string) {
  return queries
    .selectFrom('team_members')
    .leftJoin('users', (join) =>
      join.onRef('users.email', '=', 'team_members.email').on('team_members.opened_at', '>', 0),
    )
    .select(['team_members.email', 'team_members.role', 'users.first_name', 'users.last_name'])
    .where('team_members.team_id', '=', teamId)
    .orderBy('team_members.created_at')
    .orderBy('team_members.email')
    .execute()
}

interface MemberKey {
  teamId: string
  email: string
}

export function findMember(queries: Queries, { teamId, email }: MemberKey) {
  return queries
    .selectFrom('team_members')
    .leftJoin('users', 'users.email', 'team_members.email')
    .select(['team_members.role', 'team_members.opened_at', 'users.id as user_id'])
    .where('team_members.team_id', '=', teamId)
    .where('team_members.email', '=', email)
    .executeTakeFirst()
}

/** Adds an address, or gives it another role; when it opened the team stays. */
export async function putMember(
  queries: Queries,
  { teamId, email, role, now, openedAt = 0 }: MemberKey & { role: TeamRole; now: number; openedAt?: number },
) {
  await queries
    .insertInto('team_members')
    .values({ team_id: teamId, email, role, created_at: now, opened_at: openedAt })
    .onConflict((conflict) => conflict.columns(['team_id', 'email']).doUpdateSet({ role }))
    .execute()
}

/** Returns whether it was a member. */
export async function removeMember(queries: Queries, { teamId, email }: MemberKey) {
  const { numDeletedRows } = await queries
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('email', '=', email)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** From all teams. */
export async function removeMemberships(queries: Queries, email: string) {
  await queries.deleteFrom('team_members').where('email', '=', email).execute()
}

/** Remembers that a member opened the team. */
export async function openTeam(
  queries: Queries,
  { teamId, userId, now }: { teamId: string; userId: string; now: number },
) {
  await queries
    .updateTable('team_members')
    .set({ opened_at: now })
    .where('team_id', '=', teamId)
    .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
    .execute()
}

export async function countMembers(queries: Queries, teamId: string, role?: TeamRole) {
  const { count } = await queries
    .selectFrom('team_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'owner'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Has others who put the address in a team wait until the transaction ends, so that its teams are counted one after the other. To be
 * called before a team is locked.
 */
export async function lockTeamsOf(queries: Queries, email: string, now: number): Promise<void> {
  await lockCounter(queries, counterKey('teams', email), now)
}

/** Of how many teams an address is. */
export async function countTeams(queries: Queries, email: string) {
  const { count } = await queries
    .selectFrom('team_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return count
}

/** Whom a mail tells of a team, and the first of its owners: undefined when the address is no member any more. */
export function findInvitation(queries: Queries, { teamId, email }: MemberKey) {
  return queries
    .selectFrom('team_members')
    .innerJoin('team_members as owner', 'owner.team_id', 'team_members.team_id')
    .select('owner.email as owner_email')
    .where('team_members.team_id', '=', teamId)
    .where('team_members.email', '=', email)
    .where('owner.role', '=', 'owner')
    .orderBy('owner.created_at')
    .limit(1)
    .executeTakeFirst()
}
