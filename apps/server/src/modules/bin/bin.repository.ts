import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { firstSlice, SLICE } from '../../database/slices.ts'
import { orderShares } from '../library/library.repository.ts'
import { removeVersions } from '../versions/versions.repository.ts'

const MOVED = [
  'id',
  'user_id',
  'name',
  'description',
  'node_count',
  'edge_count',
  'version',
  'created_at',
  'updated_at',
  'packed',
] as const

/** Moves a flow of this user from the library into the bin. Returns whether the flow existed; of several who move it at once, for one. */
export async function moveToBin(queries: Queries, userId: string, id: string, removedAt: number) {
  const flow = await takeOut(queries, 'flows', userId, id)
  if (!flow) return false
  await queries
    .insertInto('removed_flows')
    .values({ ...flow, removed_at: removedAt })
    .execute()
  await setRemoved(queries, id, 1)
  return true
}

/** Moves a removed flow of this user back into the library. Returns whether it was in the bin; of several who move it at once, for one. */
export async function moveFromBin(queries: Queries, userId: string, id: string) {
  const flow = await takeOut(queries, 'removed_flows', userId, id)
  if (!flow) return false
  await queries.insertInto('flows').values(flow).execute()
  await setRemoved(queries, id, 0)
  return true
}

/** Lists leave out what is in the bin. */
async function setRemoved(queries: Queries, flowId: string, is_removed: 0 | 1) {
  await queries.updateTable('library_entries').set({ is_removed }).where('flow_id', '=', flowId).execute()
  await orderShares(queries, flowId)
}

/** Removed first: the others who move the flow at once wait for this, and do not find it then. */
function takeOut(queries: Queries, from: 'flows' | 'removed_flows', userId: string, id: string) {
  return queries.deleteFrom(from).where('id', '=', id).where('user_id', '=', userId).returning(MOVED).executeTakeFirst()
}

/** Of these owners; what was removed last comes first. */
export function listBin(queries: Queries, ownerIds: readonly string[]) {
  return queries
    .selectFrom('removed_flows')
    .select(['id', 'user_id', 'name', 'description', 'node_count', 'edge_count', 'updated_at', 'removed_at'])
    .where('user_id', 'in', ownerIds)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Whose flow in the bin it is. */
export async function findBinOwner(queries: Queries, id: string) {
  const row = await queries.selectFrom('removed_flows').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id
}

/** With when its log began, where it goes on from what is stored. */
export function findInBin(queries: Queries, userId: string, id: string) {
  return queries
    .selectFrom('removed_flows')
    .leftJoin('live_documents', (join) =>
      join
        .onRef('live_documents.flow_id', '=', 'removed_flows.id')
        .onRef('live_documents.version', '=', 'removed_flows.version'),
    )
    .select(['created_at', 'removed_flows.version', 'name', 'description', 'packed', 'unsaved_since'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Takes a flow of this user out of the bin for good; `removeLeftovers` goes on with it. Returns whether it was in the bin. */
export async function deleteFromBin(queries: Queries, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('removed_flows')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Takes a slice of what these owners removed up to this time out of their bins for good. Returns the flows; none is left where there is none. */
export async function deleteSliceOfBins(queries: Queries, ownerIds: readonly string[], removedUntil: number) {
  const found = await queries
    .selectFrom('removed_flows')
    .select(['id', sql<number>`length(packed)`.as('bytes')])
    .where('user_id', 'in', ownerIds)
    .where('removed_at', '<=', removedUntil)
    .limit(SLICE.rows)
    .execute()
  const ids = firstSlice(found).map(({ id }) => id)
  if (ids.length === 0) return []
  return queries.deleteFrom('removed_flows').where('id', 'in', ids).returning('id').execute()
}

/** Keeps what this user removed last, so many flows. */
export async function trimBin(queries: Queries, userId: string, kept: number) {
  const old = queries
    .selectFrom('removed_flows')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(kept)
  await removeForGood(queries, await old.execute())
}

/** Takes a slice of what has been in bins for too long out of them. Returns whether there may be more. */
export async function emptyBins(queries: Queries, removedBefore: number): Promise<boolean> {
  const found = await queries
    .selectFrom('removed_flows')
    .select(['id', sql<number>`length(packed)`.as('bytes')])
    .where('removed_at', '<', removedBefore)
    .limit(SLICE.rows)
    .execute()
  const ids = firstSlice(found).map(({ id }) => id)
  if (ids.length > 0) await queries.deleteFrom('removed_flows').where('id', 'in', ids).execute()
  return ids.length > 0
}

/** Removes a slice of what is left of flows that are in a bin no more: their versions, comments and the like. Returns whether there may be more. */
export async function removeLeftovers(queries: Queries): Promise<boolean> {
  const found = await queries
    .selectFrom('library_entries')
    .select('library_entries.flow_id')
    .select(
      sql<number>`coalesce((
        select sum(bytes) from flow_versions
        where flow_versions.flow_id = library_entries.flow_id and packed is not null
      ), 0)`.as('bytes'),
    )
    .where('is_removed', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('removed_flows').select('id').whereRef('id', '=', 'library_entries.flow_id'))),
    )
    .limit(SLICE.rows)
    .execute()
  const [first] = found
  if (!first) return false
  if (first.bytes > SLICE.bytes) {
    const versions = await queries
      .selectFrom('flow_versions')
      .select(['flow_id', 'version', 'bytes'])
      .where('flow_id', '=', first.flow_id)
      .where('packed', 'is not', null)
      .limit(SLICE.rows)
      .execute()
    await removeVersions(queries, firstSlice(versions))
  } else {
    const ids = firstSlice(found).map(({ flow_id }) => flow_id)
    await queries.deleteFrom('library_entries').where('flow_id', 'in', ids).execute()
  }
  return true
}

async function removeForGood(queries: Queries, flows: readonly { id: string }[]) {
  for (const { id } of flows) {
    await queries.deleteFrom('removed_flows').where('id', '=', id).execute()
    await queries.deleteFrom('library_entries').where('flow_id', '=', id).execute()
  }
}
