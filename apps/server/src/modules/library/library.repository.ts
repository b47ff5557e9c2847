import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { NewEntry } from '../../database/library-entry.ts'
import { prepared } from '../../database/prepared.ts'

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
  await orderShares(queries, flow_id)
}

/** Keeps in the shares of a flow what its entry is ordered by: after each change of either. See docs/performance.md. */
export async function orderShares(queries: Queries, flowId: string) {
  await sql`update flow_shares set sort_name = entry.sort_name, node_count = entry.node_count, updated_at = entry.updated_at,
    is_removed = entry.is_removed
    from library_entries as entry where entry.flow_id = flow_shares.flow_id and flow_shares.flow_id = ${flowId}`.execute(
    queries,
  )
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
