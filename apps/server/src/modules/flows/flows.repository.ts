import type { Insertable } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { Schema } from '../../database/schema.ts'

/** Newest first. The texts of the flows are not read. */
export const listFlows = prepared(({ read }, userId: string) =>
  read
    .selectFrom('flows')
    .select(['id', 'name', 'description', 'node_count', 'edge_count', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id'),
)

const HEAD_COLUMNS = [
  'id',
  'name',
  'description',
  'version',
  'document_version',
  'created_at',
  'updated_at',
  'simulation',
] as const

/** A flow of this user; another user's is not found. */
export const findFlow = prepared(({ read, textToSend }, userId: string, id: string) =>
  read
    .selectFrom('flows')
    .select(HEAD_COLUMNS)
    .select([textToSend('nodes').as('nodes'), textToSend('edges').as('edges')])
    .where('id', '=', id)
    .where('user_id', '=', userId),
)

export function findFlowByRequest(queries: Queries, userId: string, requestKey: string) {
  return queries
    .selectFrom('flows')
    .select([...HEAD_COLUMNS, 'nodes', 'edges', 'request_digest'])
    .where('user_id', '=', userId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

/**
 * Lets saves of one user pass one after the other, so that each counts what the others have added. Says whether there
 * still is such a user.
 */
export async function takeTurn(queries: Queries, userId: string) {
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

export type NewFlow = Insertable<Schema['flows']>

export async function addFlow(queries: Queries, flow: NewFlow) {
  await queries.insertInto('flows').values(flow).execute()
}

/** What a save brings; nodes, edges and simulation are JSON texts. */
export interface FlowContent {
  name: string
  description: string
  node_count: number
  edge_count: number
  document_version: number
  nodes: string
  edges: string
  simulation: string | null
}

interface FlowUpdate {
  userId: string
  id: string
  fromVersion: number
  now: number
  content: FlowContent
}

/** Undefined when there is no such flow of this user in that version. */
export function updateFlow(queries: Queries, { userId, id, fromVersion, now, content }: FlowUpdate) {
  return queries
    .updateTable('flows')
    .set({ ...content, updated_at: now, version: fromVersion + 1 })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('version', '=', fromVersion)
    .returning(['version', 'created_at', 'updated_at'])
    .executeTakeFirst()
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

/** Says whether there was one. */
export async function removeFlow(queries: Queries, userId: string, id: string) {
  const { numDeletedRows } = await queries
    .deleteFrom('flows')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
