import type { Queries } from '../../database/database.ts'
import type { MailTokenPurpose } from '../../database/schema.ts'

interface NewMailToken {
  tokenHash: string
  userId: string
  purpose: MailTokenPurpose
  now: number
  expiresAt: number
}

/** Adds a token in place of the unused ones that the user has for the same purpose. */
export async function replaceMailToken(queries: Queries, token: NewMailToken) {
  const { tokenHash, userId, purpose, now, expiresAt } = token
  await queries
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  await queries
    .insertInto('mail_tokens')
    .values({ token_hash: tokenHash, user_id: userId, purpose, created_at: now, expires_at: expiresAt })
    .execute()
}

/** Voids the links to reset a password that were mailed to a user, and those that are about to be. */
export async function removeResetLinks(queries: Queries, { userId, email }: { userId: string; email: string }) {
  await queries.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', '=', 'reset').execute()
  await queries.deleteFrom('mails').where('email', '=', email).where('kind', '=', 'reset').execute()
}

export interface TokenUse {
  tokenHash: string
  purpose: MailTokenPurpose
  now: number
}

/** Marks a token as used and returns its user's id; undefined when it is unknown, expired, used or has another purpose. */
export async function redeemMailToken(queries: Queries, { tokenHash, purpose, now }: TokenUse) {
  const row = await queries
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Maps a token to its user and the time of its use. Undefined when it is unknown, has another purpose, or expired unused. */
export function findMailToken(queries: Queries, { tokenHash, purpose, now }: TokenUse) {
  return queries
    .selectFrom('mail_tokens')
    .select(['user_id', 'used_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where(({ or, eb }) => or([eb('used_at', 'is not', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
}

/** Removes expired tokens except used verification tokens, by which a second click learns that the address is verified. */
export async function removeSpentMailTokens(queries: Queries, now: number) {
  await queries
    .deleteFrom('mail_tokens')
    .where('expires_at', '<=', now)
    .where(({ or, eb }) => or([eb('used_at', 'is', null), eb('purpose', '=', 'reset')]))
    .execute()
}
