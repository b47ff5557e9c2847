import type { Insertable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'

/** A token of a user whose email is verified and who is not disabled. */
export const findToken = prepared(({ read }, tokenHash: string) =>
  read
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.id', 'user_id', 'scope', 'expires_at', 'last_used_at', 'users.is_demo'])
    .where('token_hash', '=', tokenHash)
    .where('users.email_verified_at', 'is not', null)
    .where('users.disabled_at', 'is', null),
)

/** The newest first, those that have ended left out. */
export function listTokens(queries: Queries, userId: string, now: number) {
  return queries
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number]

export async function addToken(queries: Queries, token: Insertable<Schema['api_tokens']>) {
  await queries.insertInto('api_tokens').values(token).execute()
}

export async function markTokenUsed(queries: Queries, id: string, now: number) {
  await queries.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** Returns false when the user has no such token. */
export async function removeToken(queries: Queries, userId: string, id: string) {
  const { numDeletedRows } = await queries
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function removeTokens(queries: Queries, userId: string) {
  await queries.deleteFrom('api_tokens').where('user_id', '=', userId).execute()
}

export async function removeExpiredTokens(queries: Queries, now: number) {
  await queries.deleteFrom('api_tokens').where('expires_at', '<=', now).execute()
}
