import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'

const PROFILE_COLUMNS = ['first_name', 'last_name', 'email', 'email_verified_at'] as const

export const findProfile = prepared(({ read }, userId: string) =>
  read.selectFrom('users').select(PROFILE_COLUMNS).where('id', '=', userId),
)

interface Names {
  firstName: string
  lastName: string
  now: number
}

export function updateNames(queries: Queries, userId: string, { firstName, lastName, now }: Names) {
  return queries
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName, updated_at: now })
    .where('id', '=', userId)
    .returning(PROFILE_COLUMNS)
    .executeTakeFirst()
}

export function findPasswordHash(queries: Queries, userId: string) {
  return queries.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
}

interface PasswordChange {
  from: string
  to: string
  now: number
}

/** Says false when the password is no longer the one that the change started from. */
export async function replacePasswordHash(queries: Queries, userId: string, { from, to, now }: PasswordChange) {
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set({ password_hash: to, updated_at: now })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeOtherSessions(queries: Queries, userId: string, sessionId: string) {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', sessionId).execute()
}
