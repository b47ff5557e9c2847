import type { Queries } from '../database/database.ts'
import type { MailKind, MailTokenPurpose } from '../database/schema.ts'
import { issueMailToken } from '../modules/auth/issue-mail-token.ts'
import type { Mail } from './carrier.ts'
import { setLetter } from './letter.ts'
import { LETTERS } from './letters.ts'
import { type ClaimedMail, claimDueMail, findRecipient, type Recipient, removeMail } from './mails.repository.ts'

interface TakeOptions {
  now: number
  leaseMs: number
  /** Links begin with it. */
  publicUrl: string
  /** How long links work, counted from the sending. */
  ttlMs: Record<MailTokenPurpose, number>
}

/** A mail that this server has taken out of the queue. */
export interface TakenMail {
  claimed: ClaimedMail
  userId: string | undefined
  /** As it goes out; undefined when it had nobody to go to, and is no longer in the queue. */
  mail: Mail | undefined
}

/**
 * Takes the next mail that is due and writes it; undefined when none is. Its token is made here and stands in the mail
 * only: a mail that is tried again gets another one.
 */
export async function takeMail(queries: Queries, options: TakeOptions): Promise<TakenMail | undefined> {
  const { now, leaseMs } = options
  const claimed = await claimDueMail(queries, { now, leaseUntil: now + leaseMs })
  if (!claimed) return undefined
  const user = await findRecipient(queries, claimed.email)
  if (user && isWanted(claimed.kind, user)) {
    return { claimed, userId: user.id, mail: await write(queries, claimed, { user, ...options }) }
  }
  await removeMail(queries, claimed.id)
  return { claimed, userId: user?.id, mail: undefined }
}

/** Whether an account gets a mail that was queued for its address. */
function isWanted(kind: MailKind, { is_demo, email_verified_at }: Recipient): boolean {
  return !is_demo && !(kind === 'verify' && email_verified_at !== null)
}

async function write(
  queries: Queries,
  { kind, created_at: happenedAt }: ClaimedMail,
  { user, publicUrl, ttlMs, now }: TakeOptions & { user: Recipient },
): Promise<Mail> {
  const link =
    kind === 'password-changed'
      ? { token: '', ttlMs: 0 }
      : {
          token: await issueMailToken(queries, { userId: user.id, purpose: kind, now, ttlMs: ttlMs[kind] }),
          ttlMs: ttlMs[kind],
        }
  const words = LETTERS[kind]({ publicUrl, happenedAt, ...link })
  return setLetter({ to: user.email, name: user.first_name, publicUrl, ...words })
}
