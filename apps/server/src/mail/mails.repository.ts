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

interface Claim {
  now: number
  /** When others may try the mail, should this server die meanwhile. */
  leaseUntil: number
}

/** Takes the mail that is due for longest: until its lease ends no other server takes it. */
export function claimDueMail(queries: Queries, { now, leaseUntil }: Claim) {
  const due = queries.selectFrom('mails').select('id').where('due_at', '<=', now).orderBy('due_at').limit(1)
  return (
    queries
      .updateTable('mails')
      .set(({ eb }) => ({ due_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', due)
      // Asked again of the row itself: PostgreSQL waits for whoever claims it at the same time.
      .where('due_at', '<=', now)
      .returning(['id', 'kind', 'email', 'created_at', 'attempts'])
      .executeTakeFirst()
  )
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimDueMail>>>

/** When the next mail is due; undefined when none waits. */
export async function findNextDue(queries: Queries): Promise<number | undefined> {
  const next = await queries.selectFrom('mails').select('due_at').orderBy('due_at').limit(1).executeTakeFirst()
  return next?.due_at
}

export async function postponeMail(queries: Queries, id: string, dueAt: number) {
  await queries.updateTable('mails').set({ due_at: dueAt }).where('id', '=', id).execute()
}

export async function removeMail(queries: Queries, id: string) {
  await queries.deleteFrom('mails').where('id', '=', id).execute()
}

export function findRecipient(queries: Queries, email: string) {
  return queries
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'email_verified_at', 'is_demo'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>
