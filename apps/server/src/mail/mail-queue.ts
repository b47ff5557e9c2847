import type { Queries } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { MailKind } from '../database/schema.ts'

interface MailOrder {
  kind: MailKind
  email: string
  now: number
}

/**
 * Puts a mail into the queue, in the transaction of what it is about: both are kept or neither. Whether the address has
 * an account is not asked here, so that nobody can tell by the time it takes.
 */
export async function queueMail(queries: Queries, { kind, email, now }: MailOrder) {
  await queries.insertInto('mails').values({ id: newId(), kind, email, created_at: now, due_at: now }).execute()
}

/** Takes all mails to an address out of the queue. */
export async function removeQueuedMails(queries: Queries, email: string) {
  await queries.deleteFrom('mails').where('email', '=', email).execute()
}
