import type { Queries } from '../../database/database.ts'

export function findEmailChange(queries: Queries, userId: string) {
  return queries
    .selectFrom('email_changes')
    .select(['new_email', 'created_at', 'old_confirmed_at', 'new_confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Puts a change in place of the one that waits. */
export async function replaceEmailChange(
  queries: Queries,
  { userId, newEmail, now }: { userId: string; newEmail: string; now: number },
) {
  await removeEmailChange(queries, userId)
  await queries.insertInto('email_changes').values({ user_id: userId, new_email: newEmail, created_at: now }).execute()
}

/** With its links, and the mails that are about to be sent. */
export async function removeEmailChange(queries: Queries, userId: string) {
  await queries.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await queries
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['old-email', 'new-email'])
    .execute()
  await queries
    .deleteFrom('mails')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['old-email', 'new-email'])
    .execute()
}

/** Writes down that an address is confirmed. Undefined when no change waits. */
export function markConfirmed(queries: Queries, userId: string, { isNew, now }: { isNew: boolean; now: number }) {
  return queries
    .updateTable('email_changes')
    .set(isNew ? { new_confirmed_at: now } : { old_confirmed_at: now })
    .where('user_id', '=', userId)
    .returning(['new_email', 'old_confirmed_at', 'new_confirmed_at'])
    .executeTakeFirst()
}

export async function removeOldEmailChanges(queries: Queries, createdUntil: number) {
  await queries.deleteFrom('email_changes').where('created_at', '<=', createdUntil).execute()
}

interface Rename {
  userId: string
  from: string
  to: string
  now: number
}

/** Gives the account its new address, and what was shared with the earlier one. */
export async function changeEmail(queries: Queries, { userId, from, to, now }: Rename) {
  await queries.updateTable('users').set({ email: to, updated_at: now }).where('id', '=', userId).execute()
  // A role that the new address was given before counts for less than the one that its user has.
  const shared = queries.selectFrom('flow_shares').select('flow_id').where('email', '=', from)
  await queries.deleteFrom('flow_shares').where('email', '=', to).where('flow_id', 'in', shared).execute()
  await queries.updateTable('flow_shares').set({ email: to }).where('email', '=', from).execute()
  const joined = queries.selectFrom('team_members').select('team_id').where('email', '=', from)
  await queries.deleteFrom('team_members').where('email', '=', to).where('team_id', 'in', joined).execute()
  await queries.updateTable('team_members').set({ email: to }).where('email', '=', from).execute()
}
