import type { Queries } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { MailKind } from '../database/schema.ts'

interface MailOrder {
  kind: MailKind
  email: string
  now: number
  /** Of a mail about a flow. */
  flowId?: string
  /** Of a mail about a comment. */
  commentId?: string
  /** Of a mail about a team. */
  teamId?: string
  /** Of a mail about a change of this user's address. */
  userId?: string
}

/**
 * Queues a mail, in the same transaction as the change that it is about. Does not look up the account, so that the time
 * that this takes reveals nothing.
 */
export async function queueMail(queries: Queries, { kind, email, now, flowId, commentId, teamId, userId }: MailOrder) {
  await queries
    .insertInto('mails')
    .values({
      ...{ id: newId(), kind, email, created_at: now, due_at: now },
      ...{ flow_id: flowId ?? null, comment_id: commentId ?? null, team_id: teamId ?? null },
      user_id: userId ?? null,
    })
    .execute()
}

/** Removes all queued mails to an address. */
export async function removeQueuedMails(queries: Queries, email: string) {
  await queries.deleteFrom('mails').where('email', '=', email).execute()
}

interface Claim {
  now: number
  /** When other servers may send the mail, in case this one dies. */
  leaseUntil: number
}

/** Claims the mail that has been due for longest; no other server claims it before the lease ends. */
export function claimDueMail(queries: Queries, { now, leaseUntil }: Claim) {
  const due = queries.selectFrom('mails').select('id').where('due_at', '<=', now).orderBy('due_at').limit(1)
  return (
    queries
      .updateTable('mails')
      .set(({ eb }) => ({ due_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', due)
      // Repeated, because PostgreSQL checks it again after waiting for a concurrent claim of the row.
      .where('due_at', '<=', now)
      .returning(['id', 'kind', 'email', 'created_at', 'attempts', 'flow_id', 'comment_id', 'team_id', 'user_id'])
      .executeTakeFirst()
  )
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimDueMail>>>

/** When the next mail is due; undefined when the queue is empty. */
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
