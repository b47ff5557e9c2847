import type { Insertable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'

/** A flow of this user; another user's is not found. */
export const findFlow = prepared(({ read }, userId: string, id: string) =>
  read
    .selectFrom('flows')
    .leftJoin('live_documents', 'live_documents.flow_id', 'flows.id')
    .select(['created_at', 'flows.version', 'name', 'description', 'packed', 'unsaved_since'])
    .where('id', '=', id)
    .where('user_id', '=', userId),
)

/** Oldest first. */
export function listFlowIds(queries: Queries, userId: string) {
  return queries
    .selectFrom('flows')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findFlowByRequest(queries: Queries, userId: string, requestKey: string) {
  return queries
    .selectFrom('flows')
    .select(['packed', 'request_digest'])
    .where('user_id', '=', userId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

/**
 * Locks the user's row until the transaction ends, so that saves of one user see each other's flows. Returns whether the
 * user exists.
 */
export async function lockUser(queries: Queries, userId: string) {
  const { numUpdatedRows } = await queries
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countFlows(queries: Queries, userId: string) {
  const { count } = await queries
    .selectFrom('flows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** The quota that an administrator set; null: none. */
export async function findMostFlows(queries: Queries, userId: string) {
  const user = await queries.selectFrom('users').select('most_flows').where('id', '=', userId).executeTakeFirst()
  return user?.most_flows ?? null
}

export type NewFlow = Insertable<Schema['flows']>

export async function addFlow(queries: Queries, flow: NewFlow) {
  await queries.insertInto('flows').values(flow).execute()
}

interface FlowUpdate {
  userId: string
  id: string
  fromVersion: number
  changes: Pick<NewFlow, 'name' | 'description' | 'node_count' | 'edge_count' | 'version' | 'updated_at' | 'packed'>
}

/** Returns false when the user has no such flow in that version. */
export async function updateFlow(queries: Queries, { userId, id, fromVersion, changes }: FlowUpdate) {
  const { numUpdatedRows } = await queries
    .updateTable('flows')
    .set(changes)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('version', '=', fromVersion)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function flowExists(queries: Queries, userId: string, id: string) {
  const row = await queries
    .selectFrom('flows')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
