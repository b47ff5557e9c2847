import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'

/** The session of a user whose email is verified. */
export const findSession = prepared(({ read }, tokenHash: string) =>
  read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.created_at', 'sessions.last_seen_at', 'is_remembered', 'users.is_demo'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.email_verified_at', 'is not', null),
)

/** Most recently used first. */
export function listSessions(queries: Queries, userId: string) {
  return queries
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'user_agent', 'is_remembered'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

interface NewSession {
  tokenHash: string
  userId: string
  userAgent?: string | null
  isRemembered?: boolean | undefined
  /** Whether the login showed all factors of the account. */
  isConfirmed?: boolean | undefined
  now: number
}

export async function addSession(queries: Queries, session: NewSession) {
  const { tokenHash, userId, userAgent = null, isRemembered = false, isConfirmed = false, now } = session
  await queries
    .insertInto('sessions')
    .values({
      ...{ token_hash: tokenHash, user_id: userId, user_agent: userAgent },
      ...{ created_at: now, last_seen_at: now, is_remembered: isRemembered ? 1 : 0 },
      confirmed_at: isConfirmed ? now : null,
    })
    .execute()
}

export async function markSessionSeen(queries: Queries, tokenHash: string, now: number) {
  await queries.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function confirmSession(queries: Queries, tokenHash: string, now: number) {
  await queries.updateTable('sessions').set({ confirmed_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Has the other sessions of a user confirm anew. */
export async function unconfirmOtherSessions(queries: Queries, userId: string, tokenHash: string) {
  const others = queries.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', userId)
  await others.where('token_hash', '!=', tokenHash).execute()
}

export async function removeSession(queries: Queries, tokenHash: string) {
  await queries.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function removeSessions(queries: Queries, userId: string) {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function removeOtherSessions(queries: Queries, userId: string, tokenHash: string) {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute()
}

/** How long sessions last, in milliseconds. */
export interface SessionLifetimes {
  sessionIdleMs: number
  sessionMaxMs: number
  sessionRememberMs: number
}

/** Removes expired sessions of one user, or of all. */
export async function removeExpiredSessions(
  queries: Queries,
  { sessionIdleMs, sessionMaxMs, sessionRememberMs }: SessionLifetimes,
  now: number,
  userId?: string,
) {
  const expired = queries.deleteFrom('sessions').where(({ or, and, eb }) => {
    const isUnused = or([eb('last_seen_at', '<', now - sessionIdleMs), eb('created_at', '<', now - sessionMaxMs)])
    return or([
      and([eb('is_remembered', '=', 0), isUnused]),
      and([eb('is_remembered', '=', 1), eb('created_at', '<', now - sessionRememberMs)]),
    ])
  })
  await (userId === undefined ? expired : expired.where('user_id', '=', userId)).execute()
}

/** Ends the least recently used sessions, so that with a new one there are at most `most`. Returns their number. */
export async function makeRoomForSession(queries: Queries, userId: string, most: number) {
  const tooMany = (await listSessions(queries, userId)).slice(most - 1)
  for (const { token_hash } of tooMany) await removeSession(queries, token_hash)
  return tooMany.length
}
