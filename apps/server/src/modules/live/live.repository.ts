import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export function findLive(queries: Queries, flowId: string) {
  return queries
    .selectFrom('live_documents')
    .select(['version', 'base_seq', 'last_seq', 'state'])
    .where('flow_id', '=', flowId)
    .executeTakeFirst()
}

/** Changes nothing where the document exists: the first one counts. */
export async function addLive(queries: Queries, row: Insertable<Schema['live_documents']>) {
  await queries
    .insertInto('live_documents')
    .values(row)
    .onConflict((conflict) => conflict.column('flow_id').doNothing())
    .execute()
}

export function listUpdates(queries: Queries, flowId: string, after: number) {
  return queries
    .selectFrom('live_updates')
    .select(['seq', 'user_id', 'data'])
    .where('flow_id', '=', flowId)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute()
}

interface NewUpdates {
  flowId: string
  updates: readonly { userId: string | null; data: Uint8Array }[]
  now: number
}

/**
 * Adds updates to the log, and returns the number of the last one; undefined where there is no document. Its row is locked until
 * the transaction ends, so that the numbers of a log appear in their order.
 */
export async function addUpdates(queries: Queries, { flowId, updates, now }: NewUpdates) {
  const row = await queries
    .updateTable('live_documents')
    .set(({ eb, fn, val }) => ({
      last_seq: eb('last_seq', '+', updates.length),
      changed_at: now,
      unsaved_since: fn.coalesce('unsaved_since', val(now)),
    }))
    .where('flow_id', '=', flowId)
    .returning('last_seq')
    .executeTakeFirst()
  if (!row) return undefined
  const first = row.last_seq - updates.length + 1
  await queries
    .insertInto('live_updates')
    .values(
      updates.map(({ userId, data }, index) => ({
        flow_id: flowId,
        seq: first + index,
        user_id: userId,
        data: Buffer.from(data),
      })),
    )
    .execute()
  return row.last_seq
}

/** Where documents and their flows are; flows in the bin are not found. */
export function listPositions(queries: Queries, flowIds: readonly string[]) {
  return queries
    .selectFrom('live_documents')
    .innerJoin('flows', 'flows.id', 'live_documents.flow_id')
    .select(['flow_id', 'last_seq', 'live_documents.version', 'save_fault', 'flows.version as flow_version'])
    .where('flow_id', 'in', flowIds)
    .execute()
}

/** Returns false when the document has another version in it by now. */
export async function moveVersion(queries: Queries, flowId: string, { from, to }: { from: number; to: number }) {
  const { numUpdatedRows } = await queries
    .updateTable('live_documents')
    .set({ version: to })
    .where('flow_id', '=', flowId)
    .where('version', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Fold {
  flowId: string
  /** The last update that the state has in it. */
  seq: number
  fromVersion: number
  version: number
  state: Uint8Array
  now: number
}

/** Replaces the log up to an update by the state. Returns false when another server was faster, or another version is in it. */
export async function foldUpdates(queries: Queries, { flowId, seq, fromVersion, version, state, now }: Fold) {
  const { numUpdatedRows } = await queries
    .updateTable('live_documents')
    .set({
      ...{ version, base_seq: seq, state: Buffer.from(state) },
      ...{ failed_saves: 0, save_fault: null, next_save_at: null },
      unsaved_since: sql<number | null>`case when last_seq > ${seq} then cast(${now} as bigint) end`,
    })
    .where('flow_id', '=', flowId)
    .where('version', '=', fromVersion)
    .where('base_seq', '<=', seq)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await queries.deleteFrom('live_updates').where('flow_id', '=', flowId).where('seq', '<=', seq).execute()
  return true
}

/** Forgets how documents were merged that nobody has changed since; their flows have all of it. */
export async function removeOldDocuments(queries: Queries, before: number) {
  await queries
    .deleteFrom('live_documents')
    .where('changed_at', '<', before)
    .where('unsaved_since', 'is', null)
    .execute()
}

/** A flow in the library as it is stored. */
export function findStored(queries: Queries, flowId: string) {
  return queries
    .selectFrom('flows')
    .select(['user_id', 'name', 'description', 'version', 'created_at', 'packed'])
    .where('id', '=', flowId)
    .executeTakeFirst()
}

/** The kept content of a version that its flow is not in any more. */
export async function findKeptVersion(queries: Queries, flowId: string, version: number) {
  const row = await queries
    .selectFrom('flow_versions')
    .select('packed')
    .where('flow_id', '=', flowId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.packed ?? undefined
}

/** The names of people. */
export const findPeople = (queries: Queries, ids: readonly string[]) =>
  queries.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()

/** What others see of a person. */
export function findPerson(queries: Queries, userId: string) {
  return queries.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', userId).executeTakeFirst()
}
