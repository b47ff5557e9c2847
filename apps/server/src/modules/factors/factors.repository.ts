import type { Insertable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

/** The passkeys of a user, the oldest first. */
export function listPasskeys(queries: Queries, userId: string) {
  return queries
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

/** A passkey and its user, whose address is verified. */
export function findPasskey(queries: Queries, credentialId: string) {
  return queries
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', 'credential_id', 'public_key', 'counter', 'users.email', 'users.disabled_at'])
    .where('credential_id', '=', credentialId)
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst()
}

export type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Returns false when the authenticator has it here already, for whomever. */
export async function addPasskey(queries: Queries, passkey: Insertable<Schema['passkeys']>) {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes the use of a passkey. Returns false when it was removed, or used at the same time. */
export async function usePasskey(
  queries: Queries,
  id: string,
  { from, to, now }: { from: number; to: number; now: number },
) {
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ counter: to, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false when the user has no such passkey. */
export async function removePasskey(queries: Queries, userId: string, id: string) {
  const { numDeletedRows } = await queries
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

type Challenge = Insertable<Schema['passkey_challenges']>

/** Adds a challenge, and removes those that have expired. */
export async function addChallenge(queries: Queries, challenge: Challenge, now: number) {
  await queries.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  await queries.insertInto('passkey_challenges').values(challenge).execute()
}

/** Uses a challenge up. Returns whether there was one, of this purpose and for this user. */
export async function redeemChallenge(
  queries: Queries,
  { challenge_hash, purpose, user_id }: Omit<Challenge, 'expires_at'>,
  now: number,
) {
  const { numDeletedRows } = await queries
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('purpose', '=', purpose)
    .where('user_id', user_id ? '=' : 'is', user_id ?? null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export function findApp(queries: Queries, userId: string) {
  return queries
    .selectFrom('authenticator_apps')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Keeps a secret that no code has confirmed yet, in place of an earlier one. Returns false when the user has an app already. */
export async function offerApp(queries: Queries, userId: string, secret: string) {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('authenticator_apps')
    .values({ user_id: userId, secret, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('authenticator_apps.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns false when the user has an app already. */
export async function confirmApp(queries: Queries, userId: string, secret: string, now: number) {
  const { numUpdatedRows } = await queries
    .updateTable('authenticator_apps')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up the codes up to a time step. Returns false when one of it, or of a later one, was used. */
export async function useStep(queries: Queries, userId: string, step: number) {
  const { numUpdatedRows } = await queries
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeApp(queries: Queries, userId: string) {
  await queries.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute()
}

/** What a user can show beside the password. */
export async function findFactors(queries: Queries, userId: string) {
  const app = await findApp(queries, userId)
  const passkeys = await listPasskeys(queries, userId)
  const hasApp = typeof app?.confirmed_at === 'number'
  return { hasApp, passkeys, hasAny: hasApp || passkeys.length > 0 }
}

export async function countRecoveryCodes(queries: Queries, userId: string): Promise<number> {
  const codes = queries.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId)
  return (await codes.execute()).length
}

/** Replaces all recovery codes of a user; with none, there are none. */
export async function putRecoveryCodes(queries: Queries, userId: string, hashes: readonly string[]) {
  await queries.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }))
  await queries.insertInto('recovery_codes').values(rows).execute()
}

/** Uses a code up. Returns false when the user has no such code any more. */
export async function redeemRecoveryCode(queries: Queries, userId: string, codeHash: string) {
  const { numDeletedRows } = await queries
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Removes all second factors of a user. */
export async function removeFactors(queries: Queries, userId: string) {
  for (const table of ['passkeys', 'authenticator_apps', 'recovery_codes'] as const)
    await queries.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** When the user of a session last confirmed who they are; null: never. */
export async function findConfirmedAt(queries: Queries, tokenHash: string) {
  const session = queries.selectFrom('sessions').select('confirmed_at').where('token_hash', '=', tokenHash)
  return (await session.executeTakeFirst())?.confirmed_at ?? null
}
