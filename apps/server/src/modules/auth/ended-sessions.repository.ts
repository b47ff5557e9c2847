import type { Queries } from '../../database/database.ts'

/** Newest first. */
export function listEndedSessions(queries: Queries, userId: string, most: number) {
  return queries
    .selectFrom('ended_sessions')
    .select(['token_hash', 'user_agent', 'reason', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('ended_at', 'desc')
    .orderBy('token_hash')
    .limit(most)
    .execute()
}

/** Why a session ended; undefined when that is not known. */
export async function findEnd(queries: Queries, tokenHash: string) {
  const row = await queries
    .selectFrom('ended_sessions')
    .select('reason')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.reason
}

/** Keeps the newest `most` of a user. */
export async function trimEndedSessions(queries: Queries, userId: string, most: number) {
  const newest = queries
    .selectFrom('ended_sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('ended_at', 'desc')
    .limit(most)
  await queries
    .deleteFrom('ended_sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', newest)
    .execute()
}

export async function removeEndedSessions(queries: Queries, endedUntil: number) {
  await queries.deleteFrom('ended_sessions').where('ended_at', '<=', endedUntil).execute()
}
