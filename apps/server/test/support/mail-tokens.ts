import type { MailTokenPurpose } from '../../src/database/schema.ts'
import { issueMailToken } from '../../src/modules/auth/issue-mail-token.ts'
import type { TestServer } from './test-server.ts'

const HOUR = 3_600_000
const TTL_MS = { verify: 24 * HOUR, reset: HOUR } satisfies Record<MailTokenPurpose, number>

/** The token that a mail to this user would hold. */
export function mailToken({ database, clock }: TestServer, userId: string, purpose: MailTokenPurpose) {
  return database.write((queries) =>
    issueMailToken(queries, { userId, purpose, now: clock.now, ttlMs: TTL_MS[purpose] }),
  )
}

/** The mails that wait for an address: their kinds, sorted. */
export async function queuedMails({ database }: TestServer, email: string) {
  const rows = await database.read.selectFrom('mails').select('kind').where('email', '=', email).execute()
  return rows.map(({ kind }) => kind).sort()
}
