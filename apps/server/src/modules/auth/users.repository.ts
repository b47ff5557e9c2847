import type { Insertable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export function findUserByEmail(queries: Queries, email: string) {
  return queries
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at', 'is_demo', 'disabled_at', 'is_password_held'])
    .where('email', '=', email)
    .where('is_team', '=', 0)
    .executeTakeFirst()
}

export function findUserById(queries: Queries, id: string) {
  return queries
    .selectFrom('users')
    .select(['email', 'password_hash', 'email_verified_at', 'is_demo', 'is_password_held'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns false when the address has an account already. */
export async function addUser(queries: Queries, user: Insertable<Schema['users']>) {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns false when it was verified before. */
export async function markEmailVerified(queries: Queries, userId: string, now: number) {
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Holds the password of a new account, unless this browser registered it. Returns whether it does. */
export async function holdPassword(queries: Queries, userId: string, browserHash: string) {
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set({ is_password_held: 1 })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('browser_hash', 'is', null), eb('browser_hash', '!=', browserHash)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases a held password, as it is or replaced. Returns false when it is not held any more, or is another than `from`. */
export async function releasePassword(queries: Queries, userId: string, { from, to, now }: PasswordChange) {
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set({ password_hash: to, is_password_held: 0, updated_at: now })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .where('is_password_held', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the account that an address has, unless it is verified, with its links. Returns whether it did. */
export async function removeUnverifiedAt(queries: Queries, { email, before }: { email: string; before: number }) {
  const { numDeletedRows } = await queries
    .deleteFrom('users')
    .where('email', '=', email)
    .where('created_at', '<', before)
    .where('email_verified_at', 'is', null)
    .where('is_team', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes accounts whose address nobody has shown to be theirs. A team has no address. */
export async function removeUnverified(queries: Queries, createdUntil: number) {
  await queries
    .deleteFrom('users')
    .where('email_verified_at', 'is', null)
    .where('is_team', '=', 0)
    .where('closed_at', 'is', null)
    .where('created_at', '<=', createdUntil)
    .execute()
}

/** Nothing holds it any more. */
export async function setPasswordHash(queries: Queries, userId: string, passwordHash: string, now: number) {
  await queries
    .updateTable('users')
    .set({ password_hash: passwordHash, is_password_held: 0, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

interface PasswordChange {
  from: string
  to: string
  now: number
}

/**
 * Returns false when the stored hash is no longer `from`. Until the transaction ends, other changes of this user wait.
 */
export async function replacePasswordHash(queries: Queries, userId: string, { from, to, now }: PasswordChange) {
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set({ password_hash: to, updated_at: now })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the account and its data, whatever its password is. */
export async function removeUserById(queries: Queries, userId: string) {
  await queries.deleteFrom('users').where('id', '=', userId).execute()
}

/** Whether somebody has shared a flow with an address, added it to a team, or invited it. */
export async function isInvited(queries: Queries, email: string, now: number): Promise<boolean> {
  if (await isInvitedByAdministrator(queries, email, now)) return true
  for (const table of ['flow_shares', 'team_members'] as const)
    if (await queries.selectFrom(table).select('email').where('email', '=', email).executeTakeFirst()) return true
  return false
}

async function isInvitedByAdministrator(queries: Queries, email: string, now: number): Promise<boolean> {
  const invitation = await queries
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return invitation !== undefined
}
