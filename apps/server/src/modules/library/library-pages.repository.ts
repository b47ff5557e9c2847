import type { FlowSort } from '@plimsoll/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { isLinkInForce } from '../sharing/sharing.repository.ts'

type SortValue = number | Uint8Array<ArrayBuffer>

/** Where a page ends: its last flow, and the value that it is ordered by. */
export interface Position {
  value: SortValue
  id: string
}

interface List {
  userId: string
  /** The own flows, those that others share with the user, or those of the user's teams. */
  whose: 'own' | 'shared' | 'team'
  /** The teams of the user; read only for their flows, and then at least one. */
  teams: readonly string[]
  sort: FlowSort
  /** Roles of links count until these expire. */
  now: number
}

interface PageOptions extends List {
  /** As `plain` text; each must occur. */
  words: readonly string[]
  tag: string | undefined
  after: Position | undefined
  limit: number
}

interface PageRow {
  id: string
  user_id: string
  name: string
  description: string
  node_count: number
  edge_count: number
  updated_at: number
  opened_at: number
  sort_value: SortValue
}

interface Page {
  rows: PageRow[]
  /** How many flows are found, and how many the list has. */
  found: number
  all: number
}

/** Flows of a list in an order, those of equal value by id. */
export async function findPage(database: Pick<Database, 'read' | 'contains'>, options: PageOptions): Promise<Page> {
  const queries = database.read
  if (hasIndex(options)) {
    const count = sql<{ all: number }>`select count(*) as "all" from (${listOf(options)}) as list`
    const [{ rows }, counted] = await Promise.all([indexedPage(options).execute(queries), count.execute(queries)])
    const all = counted.rows[0]?.all ?? 0
    return { rows, found: all, all }
  }
  const { rows } = await passedPage(database, options).execute(queries)
  const [{ found, all } = { found: 0, all: 0 }] = rows
  return { rows: rows.filter((row): row is PageRow & typeof row => row.id !== null), found, all }
}

/** Whether indexes have the flows of a list in its order. What belongs to one user alone is in none of a team, and words are in none. */
const hasIndex = ({ whose, sort, words, tag }: PageOptions) =>
  words.length === 0 && tag === undefined && (whose !== 'team' || sort !== 'opened')

/** The first flows of each owner, and of what is shared, by its index, rather than those of all in order. */
export function indexedPage(options: PageOptions): RawBuilder<PageRow> {
  const parts = partsOf(options).map((part) => sql`select * from (${inOrder(part, options)}) as part`)
  return sql`
    select ${summary(options)} from (${inOrder(sql.join(parts, UNION), options)}) as page
    join flows on flows.id = page.id
    join library_entries on library_entries.flow_id = page.id
    order by page.sort_value ${direction(options)}, page.id`
}

/** Every flow of the list once: for words, counts, and orders that no index has. Where nothing is found there is one row. */
export function passedPage(database: Pick<Database, 'contains'>, options: PageOptions) {
  const isFound = sql`case when ${matches(database, options)} then 1 else 0 end as is_found`
  return sql<(PageRow | { id: null }) & Pick<Page, 'found' | 'all'>>`
    with listed as materialized (${listOf(options, sql`, ${isFound}`)})
    select counts.found, counts."all", ${summary(options)}
    from (select count(*) as "all", coalesce(sum(is_found), 0) as found from listed) as counts
    left join (${inOrder(sql`select * from listed where is_found = 1`, options)}) as page on true
    left join flows on flows.id = page.id
    left join library_entries on library_entries.flow_id = page.id
    order by page.sort_value ${direction(options)}, page.id`
}

const UNION = sql` union all `

/** All flows of a list, with what they are ordered by. */
const listOf = (list: List, more?: RawBuilder<unknown>) => sql.join(partsOf(list, more), UNION)

/** The same as one query for each owner, and two for what is shared. Reads entries and shares only, not the flows with their content. */
function partsOf(list: List, more?: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const { userId, whose, teams, sort, now } = list
  const columnsOf = (table: 'entry' | 'given') =>
    sql`select ${sql.ref(`${table}.flow_id`)} as id, ${keyOf(list, table)} as sort_value${more ?? sql``} from`
  const columns = columnsOf('entry')
  const isOfTeams = sql`entry.user_id in (${sql.join(teams)})`
  const openings =
    sort === 'opened'
      ? sql`left join flow_openings on flow_openings.flow_id = entry.flow_id and flow_openings.user_id = ${userId}`
      : sql``
  const owned = (owner: string, joined = sql``) =>
    sql`${columns} library_entries as entry ${joined} where entry.user_id = ${owner} and entry.is_removed = 0`
  return {
    own: () => [owned(userId)],
    team: () => [
      sql`${columns} (select distinct flow_id from flow_teams where team_id in (${sql.join(teams)})) as given
        join library_entries as entry on entry.flow_id = given.flow_id ${openings}
        where entry.is_removed = 0 and not ${isOfTeams}`,
      ...teams.map((team) => owned(team, openings)),
    ],
    // A share has what it is ordered by itself. Entries have the words.
    shared: () => [
      sql`${columnsOf('given')} flow_shares as given
        ${more ? sql`join library_entries as entry on entry.flow_id = given.flow_id` : sql``}
        left join (${rolesByLinks(userId, now)}) as by_link on by_link.flow_id = given.flow_id
        where given.email = ${emailOf(userId)} and given.is_removed = 0`,
      sql`${columns} (${rolesByLinks(userId, now)}) as by_link
        join library_entries as entry on entry.flow_id = by_link.flow_id
        left join flow_shares as given on given.flow_id = by_link.flow_id and given.email = ${emailOf(userId)}
        where by_link.is_in_force = 1 and given.flow_id is null and entry.is_removed = 0`,
    ],
  }[whose]()
}

const emailOf = (userId: string) => sql`(select email from users where id = ${userId})`

/** The flows of the links that a user has taken a role of, with the last opening by these. */
const rolesByLinks = (userId: string, now: number) => sql`
  select flow_links.flow_id, max(flow_link_roles.opened_at) as opened_at,
    max(case when ${isLinkInForce(now)} then 1 else 0 end) as is_in_force
  from flow_link_roles join flow_links on flow_links.id = flow_link_roles.link_id
  where flow_link_roles.user_id = ${userId} group by flow_links.flow_id`

/** What flows are ordered by. */
function keyOf({ userId, whose, sort }: List, table: 'entry' | 'given'): RawBuilder<unknown> {
  if (sort === 'opened')
    return {
      own: sql`entry.opened_at`,
      shared: sql`case when coalesce(by_link.opened_at, 0) > coalesce(given.opened_at, 0) then by_link.opened_at
        else coalesce(given.opened_at, 0) end`,
      team: sql`case entry.user_id when ${userId} then entry.opened_at else coalesce(flow_openings.opened_at, 0) end`,
    }[whose]
  return sql.ref(`${table}.${{ updated: 'updated_at', nodes: 'node_count', name: 'sort_name' }[sort]}`)
}

const direction = ({ sort }: List) => (sort === 'name' ? sql`asc` : sql`desc`)

/** The first of a list after a position. */
function inOrder(list: RawBuilder<unknown>, options: PageOptions) {
  const { sort, after, limit } = options
  const [beyond, notBefore] = sort === 'name' ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`]
  // Said twice: the first condition alone is one that an index can answer.
  const isAfter = after
    ? sql`sort_value ${notBefore} ${after.value} and (sort_value ${beyond} ${after.value} or id > ${after.id})`
    : sql`1 = 1`
  return sql`select id, sort_value from (${list}) as list where ${isAfter}
    order by sort_value ${direction(options)}, id limit ${limit}`
}

function matches({ contains }: Pick<Database, 'contains'>, { userId, words, tag }: PageOptions) {
  const isThere = words.map((word) => contains(sql`entry.words`, word))
  const isTagged = sql`entry.flow_id in (select flow_id from flow_tags where user_id = ${userId} and tag = ${tag})`
  return sql.join([sql`1 = 1`, ...(tag === undefined ? [] : [isTagged]), ...isThere], sql` and `)
}

/** What is shown of the flows of a page. */
const summary = ({ whose, userId }: List) => sql`
  page.id, page.sort_value, flows.user_id, flows.name, flows.description, flows.node_count, flows.edge_count,
  flows.updated_at, ${OPENINGS[whose](userId)} as opened_at`

/** When this user last opened a flow of another, by whichever way it is shared. */
const sharedOpening = (userId: string) => sql`
  (select coalesce(max(opened_at), 0) from (
    select flow_shares.opened_at from flow_shares join users on users.email = flow_shares.email
      where flow_shares.flow_id = page.id and users.id = ${userId}
    union all
    select flow_link_roles.opened_at from flow_link_roles join flow_links on flow_links.id = flow_link_roles.link_id
      where flow_links.flow_id = page.id and flow_link_roles.user_id = ${userId}) as openings)`

/** When this user last opened a flow of a team, which may be the own. */
const teamOpening = (userId: string) => sql`
  case flows.user_id when ${userId} then library_entries.opened_at else coalesce(
    (select opened_at from flow_openings where flow_openings.flow_id = page.id and flow_openings.user_id = ${userId}), 0) end`

const OPENINGS = { own: () => sql`library_entries.opened_at`, shared: sharedOpening, team: teamOpening }
