import type { Queries } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { MailKind } from '../database/schema.ts'

export interface MailOrder {
  kind: MailKind
  email: string
  now: number
  /** Of a mail about a flow. */
  flowId?: string
  /** Of a mail about a comment. */
  commentId?: string
  /** Of a mail about a team. */
  teamId?: string
  /** Of a mail about a change of this user's address, or about what this user shares. */
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

/** Makes whoever sends one of them wait, or waits for that. */
export async function lockQueuedMails(queries: Queries, email: string, kind: MailKind) {
  await queries
    .updateTable('mails')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('email', '=', email)
    .where('kind', '=', kind)
    .execute()
}

/** Removes the queued mails to an address, all or those of a kind. */
export async function removeQueuedMails(queries: Queries, email: string, kind?: MailKind) {
  await queries
    .deleteFrom('mails')
    .where('email', '=', email)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'verify'))
    .execute()
}

interface Claim {
  now: number
  /** When other servers may send the mail, in case this one dies. */
  leaseUntil: number
}

/** Claims the mail that has been due for longest; no other server claims it before the lease ends. */
export function claimDueMail(queries: Queries, { now, leaseUntil }: Claim) {
  const due = queries
    .selectFrom('mails')
    .select('id')
    .where('due_at', '<=', now)
    .where('given_up_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
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
  const next = await queries
    .selectFrom('mails')
    .select('due_at')
    .where('given_up_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at
}

export async function postponeMail(queries: Queries, id: string, dueAt: number) {
  await queries.updateTable('mails').set({ due_at: dueAt }).where('id', '=', id).execute()
}

/** Notes why a mail was not sent, and when it is tried again. */
export async function failMail(queries: Queries, id: string, { failure, dueAt }: { failure: string; dueAt: number }) {
  await queries.updateTable('mails').set({ failure, due_at: dueAt }).where('id', '=', id).execute()
}

/** Keeps a mail that is tried no more, so that administrators see it. */
export async function giveUpMail(queries: Queries, id: string, { failure, now }: { failure: string; now: number }) {
  await queries.updateTable('mails').set({ failure, given_up_at: now }).where('id', '=', id).execute()
}

export async function removeGivenUpMails(queries: Queries, before: number) {
  await queries.deleteFrom('mails').where('given_up_at', '<', before).execute()
}

/** Those that failed, then those that are due next. */
export function listMails(queries: Queries, limit: number) {
  return queries
    .selectFrom('mails')
    .select(['id', 'kind', 'email', 'created_at', 'due_at', 'attempts', 'failure', 'given_up_at'])
    .orderBy(({ eb }) => eb.case().when('failure', 'is', null).then(1).else(0).end())
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countMails(queries: Queries) {
  return queries
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('given_up_at').as('given_up')])
    .executeTakeFirstOrThrow()
}

/** Makes a mail due now, also one that was given up. Returns false when there is none. */
export async function retryMail(queries: Queries, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('mails')
    .set({ due_at: now, given_up_at: null, failure: null })
    .where('id', '=', id)
    // One that has not failed may be under way.
    .where('failure', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false when there is none. */
export async function removeMail(queries: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries.deleteFrom('mails').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

export function findRecipient(queries: Queries, email: string) {
  return queries
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'email_verified_at', 'is_demo'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>
