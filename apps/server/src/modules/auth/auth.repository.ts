import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'

export function findUserByEmail(queries: Queries, email: string) {
  return queries
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at', 'is_demo'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** The session of a user whose email is verified. */
export const findSession = prepared(({ read }, tokenHash: string) =>
  read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.created_at', 'sessions.last_seen_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.email_verified_at', 'is not', null),
)

interface NewSession {
  tokenHash: string
  userId: string
  now: number
}

export async function addSession(queries: Queries, { tokenHash, userId, now }: NewSession) {
  await queries
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_seen_at: now })
    .execute()
}

export async function markSessionSeen(queries: Queries, tokenHash: string, now: number) {
  await queries.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function removeSession(queries: Queries, tokenHash: string) {
  await queries.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

interface ExpiredBefore {
  lastSeen: number
  created: number
}

export async function removeExpiredSessions(queries: Queries, userId: string, { lastSeen, created }: ExpiredBefore) {
  await queries
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('last_seen_at', '<', lastSeen), eb('created_at', '<', created)]))
    .execute()
}
