import { claimMail } from '../../src/mail/claim-mail.ts'
import { removeMail } from '../../src/mail/mails.repository.ts'
import { issueMailToken } from '../../src/modules/auth/issue-mail-token.ts'
import type { TestServer } from './test-server.ts'

const HOUR = 3_600_000
const TTL_MS = { verify: 24 * HOUR, reset: HOUR }

/** The token that a mail to this user would hold. */
export function mailToken({ database, clock }: TestServer, userId: string, purpose: 'verify' | 'reset') {
  return database.write((queries) =>
    issueMailToken(queries, { userId, purpose, now: clock.now, ttlMs: TTL_MS[purpose] }),
  )
}

/** The mails that wait for an address: their kinds, sorted. */
export async function queuedMails({ database }: TestServer, email: string) {
  const rows = await database.read.selectFrom('mails').select('kind').where('email', '=', email).execute()
  return rows.map(({ kind }) => kind).sort()
}

/** Takes the next mail from the queue as a mail worker does; undefined when it was not to be sent, 'none' at the queue's end. */
export function renderNextMail({ database, clock }: TestServer) {
  return database.write(async (queries) => {
    const options = { now: clock.now, leaseMs: HOUR, publicUrl: 'http://localhost:3000', ttlMs: TTL_MS }
    const next = await claimMail(queries, options)
    if (next) await removeMail(queries, next.claimed.id)
    return next ? next.mail : ('none' as const)
  })
}
