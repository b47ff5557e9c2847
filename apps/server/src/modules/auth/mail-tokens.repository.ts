import type { Queries } from '../../database/database.ts'
import type { MailTokenPurpose } from '../../database/schema.ts'
import { hashToken, newToken } from './session-token.ts'

interface NewMailToken {
  userId: string
  purpose: MailTokenPurpose
  now: number
  ttlMs: number
}

/** Makes the token for a mail's link. Earlier ones of the same user and purpose that were not used are worth nothing then. */
export async function issueMailToken(queries: Queries, { userId, purpose, now, ttlMs }: NewMailToken) {
  const token = newToken()
  await queries
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  await queries
    .insertInto('mail_tokens')
    .values({ token_hash: hashToken(token), user_id: userId, purpose, created_at: now, expires_at: now + ttlMs })
    .execute()
  return token
}

interface TokenUse {
  token: string
  purpose: MailTokenPurpose
  now: number
}

/** Uses a token up and says whose it was; undefined when it is unknown, expired, for something else or used already. */
export async function redeemMailToken(queries: Queries, { token, purpose, now }: TokenUse) {
  const row = await queries
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Whose a token is and whether it was used; undefined when it is unknown, for something else, or expired unused. */
export function findMailToken(queries: Queries, { token, purpose, now }: TokenUse) {
  return queries
    .selectFrom('mail_tokens')
    .select(['user_id', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where(({ or, eb }) => or([eb('used_at', 'is not', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
}

/** Removes the tokens that open nothing any more, but for those that say that an address is verified. */
export async function removeSpentMailTokens(queries: Queries, now: number) {
  await queries
    .deleteFrom('mail_tokens')
    .where('expires_at', '<=', now)
    .where(({ or, eb }) => or([eb('used_at', 'is', null), eb('purpose', '=', 'reset')]))
    .execute()
}
