import type { Queries } from '../database/database.ts'

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
