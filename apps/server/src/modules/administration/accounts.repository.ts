import type { AccountState, UserRole } from '@plimsoll/contract'
import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { storedBytes } from '../flows/stored-bytes.repository.ts'

export interface AccountPosition {
  createdAt: number
  id: string
}

interface AccountSearch {
  /** Part of an address or a name, in lower case. */
  search: string | undefined
  state: AccountState | undefined
  after: AccountPosition | undefined
  limit: number
}

/** The accounts of people, without their content. */
const people = (queries: Queries) =>
  queries
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'email_verified_at', 'disabled_at'])
    .select(['created_at', 'most_flows', 'most_mb', storedBytes(sql.ref('users.id')).as('bytes')])
    .select(({ selectFrom }) => [
      selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('sessions'),
      selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select(({ fn }) => fn.max('last_seen_at').as('last'))
        .as('last_seen_at'),
      selectFrom('flows')
        .whereRef('flows.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('flows'),
    ])
    .where('is_team', '=', 0)
    .where('is_demo', '=', 0)
    .where('closed_at', 'is', null)

/** Newest first. */
export function listAccounts(queries: Queries, { search, state, after, limit }: AccountSearch) {
  return people(queries)
    .$if(search !== undefined, (query) => {
      const pattern = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
      return query.where(
        sql<boolean>`lower(email || ' ' || first_name || ' ' || last_name) like ${pattern} escape '\\'`,
      )
    })
    .$if(state === 'waiting', (query) => query.where('email_verified_at', 'is', null))
    .$if(state === 'disabled', (query) => query.where('disabled_at', 'is not', null))
    .$if(state === 'administrator', (query) => query.where('role', '=', 'administrator'))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb('created_at', '<', after?.createdAt ?? 0),
          and([eb('created_at', '=', after?.createdAt ?? 0), eb('id', '<', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number]

export const findAccount = (queries: Queries, id: string) => people(queries).where('id', '=', id).executeTakeFirst()

/**
 * Returns the ids of the administrators who are not disabled. The rows of all administrators are not changed by another transaction
 * until this one ends.
 */
export async function lockAdministrators(queries: Queries): Promise<string[]> {
  const rows = await queries
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('users as administrator')
        .select('administrator.id')
        .where('role', '=', 'administrator')
        .orderBy('id'),
    )
    .where('role', '=', 'administrator')
    .returning(['id', 'disabled_at'])
    .execute()
  return rows.flatMap((row) => (row.disabled_at === null ? [row.id] : []))
}

/** Whether a server would have no administrator without this one. */
export async function isLastAdministrator(queries: Queries, id: string): Promise<boolean> {
  const [first, ...others] = await lockAdministrators(queries)
  return first === id && others.length === 0
}

interface AccountChanges {
  disabled_at?: number | null
  role?: UserRole
  /** Set with the role. */
  role_by_claim?: number
  most_flows?: number | null
  most_mb?: number | null
}

export async function changeAccount(queries: Queries, id: string, changes: AccountChanges & { updated_at: number }) {
  await queries.updateTable('users').set(changes).where('id', '=', id).execute()
}

export async function findRole(queries: Queries, id: string) {
  return queries
    .selectFrom('users')
    .select(['role', 'role_by_claim', 'disabled_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether nobody has an account: those of the demo and of teams are nobody's. */
export async function hasNoAccounts(queries: Queries): Promise<boolean> {
  const somebody = await queries
    .selectFrom('users')
    .select('id')
    .where('is_team', '=', 0)
    .where('is_demo', '=', 0)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return somebody === undefined
}

export async function addAdministratorLink(queries: Queries, tokenHash: string, expiresAt: number) {
  await queries.insertInto('administrator_links').values({ token_hash: tokenHash, expires_at: expiresAt }).execute()
}

export async function findAdministratorLink(queries: Queries, tokenHash: string, now: number) {
  const link = await queries
    .selectFrom('administrator_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}

/** Uses a link: all others, which other starts may have printed, are void with it. Returns false when it is not good. */
export async function redeemAdministratorLink(queries: Queries, tokenHash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('administrator_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return false
  await queries.deleteFrom('administrator_links').execute()
  return true
}

export async function removeExpiredAdministratorLinks(queries: Queries, now: number) {
  await queries.deleteFrom('administrator_links').where('expires_at', '<=', now).execute()
}
