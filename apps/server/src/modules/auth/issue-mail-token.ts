import type { Queries } from '../../database/database.ts'
import type { MailTokenPurpose } from '../../database/schema.ts'
import { replaceMailToken } from './mail-tokens.repository.ts'
import { hashToken, newToken } from './session-token.ts'

interface MailTokenRequest {
  userId: string
  purpose: MailTokenPurpose
  now: number
  ttlMs: number
}

/** Makes the token for the link in a mail. Earlier unused tokens of the user for the same purpose become invalid. */
export async function issueMailToken(queries: Queries, { userId, purpose, now, ttlMs }: MailTokenRequest) {
  const token = newToken()
  await replaceMailToken(queries, { tokenHash: hashToken(token), userId, purpose, now, expiresAt: now + ttlMs })
  return token
}
