import type { FlowSort } from '@plimsoll/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { NewEntry } from '../../database/library-entry.ts'
import { prepared } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'
import { linkRolesInForce } from '../sharing/sharing.repository.ts'

/** Newest first. */
export const listFlows = prepared(({ read }, userId: string) =>
  read
    .selectFrom('flows')
    .select(['id', 'name', 'description', 'node_count', 'edge_count', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id'),
)

/** Adds what a flow is found by, or replaces it; when it was opened stays. */
export async function putEntry(queries: Queries, { flow_id, ...entry }: NewEntry) {
  await queries
    .insertInto('library_entries')
    .values({ flow_id, ...entry })
    .onConflict((conflict) => conflict.column('flow_id').doUpdateSet(entry))
    .execute()
}

/** Returns whether the user has this flow in the library. */
export async function setOpened(queries: Queries, { userId, id, now }: { userId: string; id: string; now: number }) {
  const { numUpdatedRows } = await queries
    .updateTable('library_entries')
    .set({ opened_at: now })
    .where('flow_id', 'in', queries.selectFrom('flows').select('id').where('id', '=', id).where('user_id', '=', userId))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The column of each order. `owner` is in its table, so that one index finds the flows of a user in that order. */
const ORDERS = {
  updated: { column: 'flows.updated_at', owner: 'flows.user_id', direction: 'desc' },
  nodes: { column: 'flows.node_count', owner: 'flows.user_id', direction: 'desc' },
  name: { column: 'library_entries.sort_name', owner: 'library_entries.user_id', direction: 'asc' },
  opened: { column: 'library_entries.opened_at', owner: 'library_entries.user_id', direction: 'desc' },
} as const satisfies Record<FlowSort, unknown>

export type SortValue = number | Uint8Array<ArrayBuffer>

/** Where a page ends: its last flow, and the value that it is ordered by. */
export interface Position {
  value: SortValue
  id: string
}

interface Search {
  userId: string
  /** The own flows, those that others share with the user, or those of the user's teams. */
  whose: 'own' | 'shared' | 'team'
  /** The teams of the user; read only for their flows, and then at least one. */
  teams: readonly string[]
  /** As `plain` text; each must occur. */
  words: readonly string[]
  tag: string | undefined
  /** Roles of links count until these expire. */
  now: number
}

interface PageOptions extends Search {
  sort: FlowSort
  after: Position | undefined
  limit: number
}

/** Flows in this order, those of equal value by id. */
export const findPage = (queries: Queries, options: PageOptions) =>
  // When a user opened the flows of a team no index of the team tells.
  options.whose === 'team' && options.sort !== 'opened'
    ? teamPageQuery(queries, options).execute()
    : pageQuery(queries, options).execute()

export function pageQuery(
  queries: Queries,
  { sort, after, limit, ...search }: PageOptions,
  among: Restriction = restrictionOf(queries, search, ORDERS[sort].owner),
) {
  const { column, direction } = ORDERS[sort]
  const openedAt = OPENINGS[search.whose](search.userId)
  const key = sort === 'opened' ? openedAt : sql.ref<SortValue>(column)
  const [beyond, notBefore] = direction === 'asc' ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`]
  return found(queries, search, among)
    .select(['flows.id', 'flows.name', 'flows.description', 'flows.node_count', 'flows.edge_count', 'flows.updated_at'])
    .select(['flows.user_id', openedAt.as('opened_at'), key.as('sort_value')])
    .$if(after !== undefined, (query) =>
      // Said twice: the first condition alone is one that an index can answer.
      query.where(
        sql<SqlBool>`${key} ${notBefore} ${after?.value} and (${key} ${beyond} ${after?.value} or flows.id > ${after?.id})`,
      ),
    )
    .orderBy(key, direction)
    .orderBy('flows.id')
    .limit(limit)
}

/** The first flows of each team by its index, and of those that are shared with the teams, rather than all flows in order. */
export function teamPageQuery(queries: Queries, options: PageOptions) {
  const { sort, limit, teams } = options
  const { owner, direction } = ORDERS[sort]
  const among: Restriction[] = [
    (eb) => eb.and([eb('flows.id', 'in', sharedWithTeams(queries, teams)), eb('flows.user_id', 'not in', teams)]),
    ...teams.map(
      (team): Restriction =>
        (eb) =>
          eb(owner, '=', team),
    ),
  ]
  const [first, ...others] = among.map((restriction) =>
    queries.selectFrom(pageQuery(queries, options, restriction).as('part')).selectAll(),
  )
  const all = others.reduce((union, part) => union?.unionAll(part), first)
  if (!all) throw new Error('There is always what is shared with the teams.')
  return queries
    .selectFrom(all.as('page'))
    .selectAll()
    .orderBy(({ ref }) => ref('sort_value'), direction)
    .orderBy('id')
    .limit(limit)
}

export async function countFound(queries: Queries, search: Search) {
  const { count } = await found(queries, search, restrictionOf(queries, search, 'flows.user_id'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many flows the teams own, or have a role in. */
export async function countOfTeams(queries: Queries, teams: readonly string[]) {
  const counted = queries.selectFrom('flows').select(({ fn }) => fn.countAll<number>().as('count'))
  const owned = await counted.where('user_id', 'in', teams).executeTakeFirstOrThrow()
  const shared = await counted
    .where('id', 'in', sharedWithTeams(queries, teams))
    .where('user_id', 'not in', teams)
    .executeTakeFirstOrThrow()
  return owned.count + shared.count
}

/** When this user last opened a flow of another, by whichever way it is shared. */
const sharedOpening = (userId: string) =>
  sql<number>`(select coalesce(max(opened_at), 0) from (
    select flow_shares.opened_at from flow_shares join users on users.email = flow_shares.email
      where flow_shares.flow_id = flows.id and users.id = ${userId}
    union all
    select flow_link_roles.opened_at from flow_link_roles join flow_links on flow_links.id = flow_link_roles.link_id
      where flow_links.flow_id = flows.id and flow_link_roles.user_id = ${userId}) as openings)`

/** When this user last opened a flow of a team, which may be the own. */
const teamOpening = (userId: string) =>
  sql<number>`case flows.user_id when ${userId} then library_entries.opened_at else coalesce(
    (select opened_at from flow_openings where flow_openings.flow_id = flows.id and flow_openings.user_id = ${userId}), 0) end`

const OPENINGS = {
  own: () => sql.ref<number>('library_entries.opened_at'),
  shared: sharedOpening,
  team: teamOpening,
}

/** The ids of flows that teams own, or that are shared with them. */
const flowsOfTeams = (queries: Queries, teams: readonly string[]) =>
  queries
    .selectFrom('flows as owned')
    .select('owned.id')
    .where('owned.user_id', 'in', teams)
    .union(sharedWithTeams(queries, teams))

const sharedWithTeams = (queries: Queries, teams: readonly string[]) =>
  queries.selectFrom('flow_teams').select('flow_teams.flow_id as id').where('team_id', 'in', teams)

type Owner = 'flows.user_id' | 'library_entries.user_id'

type Restriction = (eb: ExpressionBuilder<Schema, 'flows' | 'library_entries'>) => Expression<SqlBool>

const restrictionOf =
  (queries: Queries, { userId, whose, teams, now }: Search, owner: Owner): Restriction =>
  (eb) =>
    ({
      own: () => eb(owner, '=', userId),
      shared: () =>
        eb(
          'flows.id',
          'in',
          eb
            .selectFrom('flow_shares')
            .innerJoin('users', 'users.email', 'flow_shares.email')
            .select('flow_shares.flow_id')
            .where('users.id', '=', userId)
            .union(
              linkRolesInForce(queries, now).select('flow_links.flow_id').where('flow_link_roles.user_id', '=', userId),
            ),
        ),
      team: () => eb('flows.id', 'in', flowsOfTeams(queries, teams)),
    })[whose]()

function found(queries: Queries, { userId, words, tag }: Search, among: Restriction) {
  return queries
    .selectFrom('flows')
    .innerJoin('library_entries', 'library_entries.flow_id', 'flows.id')
    .where(among)
    .where((eb) => eb.and(words.map(occurs)))
    .$if(tag !== undefined, (query) =>
      query.where('flows.id', 'in', (eb) =>
        eb
          .selectFrom('flow_tags')
          .select('flow_id')
          .where('user_id', '=', userId)
          .where('tag', '=', tag ?? ''),
      ),
    )
}

function occurs(word: string): Expression<SqlBool> {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`library_entries.words like ${pattern} escape '\\'`
}

/** How many flows of the library have each tag. */
export function countTags(queries: Queries, userId: string) {
  return queries
    .selectFrom('flow_tags')
    .innerJoin('flows', 'flows.id', 'flow_tags.flow_id')
    .where('flow_tags.user_id', '=', userId)
    .groupBy('tag')
    .select(({ fn }) => ['tag', fn.countAll<number>().as('flows')])
    .execute()
}

/** The tags of flows; without ids of all flows of the user, also of those in the bin. */
export function findTags(queries: Queries, userId: string, ids?: readonly string[]) {
  return queries
    .selectFrom('flow_tags')
    .select(['flow_id', 'tag'])
    .where('user_id', '=', userId)
    .$if(ids !== undefined, (query) => query.where('flow_id', 'in', ids ?? []))
    .orderBy('flow_id')
    .execute()
}

/** Which of these flows are in the library of the user. */
export async function ownFlows(queries: Queries, userId: string, ids: readonly string[]) {
  const rows = await queries
    .selectFrom('flows')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

export async function addTag(queries: Queries, { userId, ids, tag }: TagOfFlows) {
  await queries
    .insertInto('flow_tags')
    .values(ids.map((flow_id) => ({ flow_id, user_id: userId, tag })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeTag(queries: Queries, { userId, ids, tag }: TagOfFlows) {
  await queries
    .deleteFrom('flow_tags')
    .where('user_id', '=', userId)
    .where('flow_id', 'in', ids)
    .where('tag', '=', tag)
    .execute()
}

interface TagOfFlows {
  userId: string
  ids: readonly string[]
  tag: string
}
