import type { Queries } from '../../database/database.ts'

interface Identity {
  issuer: string
  subject: string
}

export async function findUserOfIdentity(queries: Queries, { issuer, subject }: Identity) {
  return queries
    .selectFrom('oidc_identities')
    .innerJoin('users', 'users.id', 'oidc_identities.user_id')
    .select(['users.id', 'users.email'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function addIdentity(queries: Queries, userId: string, { issuer, subject }: Identity) {
  await queries.insertInto('oidc_identities').values({ issuer, subject, user_id: userId }).execute()
}

export async function keepIdToken(queries: Queries, tokenHash: string, idToken: string) {
  await queries.insertInto('oidc_sessions').values({ token_hash: tokenHash, id_token: idToken }).execute()
}

export async function findIdToken(queries: Queries, tokenHash: string) {
  const row = await queries
    .selectFrom('oidc_sessions')
    .select('id_token')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.id_token
}

export async function findTeamOfGroup(queries: Queries, group: string) {
  const row = await queries
    .selectFrom('oidc_teams')
    .select('team_id')
    .where('group_name', '=', group)
    .executeTakeFirst()
  return row?.team_id
}

/** Returns false when the group has a team already. */
export async function bindTeam(queries: Queries, group: string, teamId: string) {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('oidc_teams')
    .values({ group_name: group, team_id: teamId })
    .onConflict((conflict) => conflict.column('group_name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
