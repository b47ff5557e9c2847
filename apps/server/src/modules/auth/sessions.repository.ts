import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'

/** The session of a user whose email is verified. */
export const findSession = prepared(({ read }, tokenHash: string) =>
  read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.created_at', 'sessions.last_seen_at', 'users.is_demo'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.email_verified_at', 'is not', null),
)

/** Most recently used first. */
export function listSessions(queries: Queries, userId: string) {
  return queries
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

interface NewSession {
  tokenHash: string
  userId: string
  userAgent?: string | null
  now: number
}

export async function addSession(queries: Queries, { tokenHash, userId, userAgent = null, now }: NewSession) {
  await queries
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_seen_at: now, user_agent: userAgent })
    .execute()
}

export async function markSessionSeen(queries: Queries, tokenHash: string, now: number) {
  await queries.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Ends a session, and with it the sandbox whose session it is. */
export async function removeSession(queries: Queries, tokenHash: string) {
  const ended = await queries
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  if (ended) await queries.deleteFrom('users').where('id', '=', ended.user_id).where('is_demo', '=', 1).execute()
}

export async function removeSessions(queries: Queries, userId: string) {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function removeOtherSessions(queries: Queries, userId: string, tokenHash: string) {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute()
}

interface ExpiredBefore {
  lastSeen: number
  created: number
}

/** Removes expired sessions of one user, or of all. */
export async function removeExpiredSessions(queries: Queries, { lastSeen, created }: ExpiredBefore, userId?: string) {
  const expired = queries
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('last_seen_at', '<', lastSeen), eb('created_at', '<', created)]))
  await (userId === undefined ? expired : expired.where('user_id', '=', userId)).execute()
}

/** Ends the least recently used sessions, so that with a new one there are at most `most`. Returns their number. */
export async function makeRoomForSession(queries: Queries, userId: string, most: number) {
  const tooMany = (await listSessions(queries, userId)).slice(most - 1)
  for (const { token_hash } of tooMany) await removeSession(queries, token_hash)
  return tooMany.length
}
