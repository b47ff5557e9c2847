import type { Insertable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

const columns = (queries: Queries) =>
  queries
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.email', 'invitations.created_at', 'expires_at', 'users.email as inviter'])

/** Newest first, without those of addresses that have an account meanwhile. */
export const listInvitations = (queries: Queries, limit: number) =>
  columns(queries)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as invited')
            .select('invited.id')
            .whereRef('invited.email', '=', 'invitations.email')
            .where('invited.email_verified_at', 'is not', null),
        ),
      ),
    )
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .limit(limit)
    .execute()

export const findInvitationById = (queries: Queries, id: string) =>
  columns(queries).where('invitations.id', '=', id).executeTakeFirst()

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

/** One that is not over, by the token of its link. */
export const findByToken = (queries: Queries, tokenHash: string, now: number) =>
  queries
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function countInvitations(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Puts an invitation in the place of an earlier one of the address. */
export async function putInvitation(queries: Queries, invitation: Insertable<Schema['invitations']>) {
  await queries.deleteFrom('invitations').where('email', '=', invitation.email).execute()
  await queries.insertInto('invitations').values(invitation).execute()
}

/** Gives the invitation of an address another token; the link with the one before is void. Undefined when there is none, or it is over. */
export async function renewToken(
  queries: Queries,
  email: string,
  { tokenHash, now }: { tokenHash: string; now: number },
) {
  return queries
    .updateTable('invitations')
    .set({ token_hash: tokenHash })
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
}

export async function prolong(queries: Queries, id: string, expiresAt: number) {
  await queries.updateTable('invitations').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

/** Returns false when there is none. */
export async function removeInvitation(queries: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function removeExpiredInvitations(queries: Queries, before: number) {
  await queries.deleteFrom('invitations').where('expires_at', '<', before).execute()
}
