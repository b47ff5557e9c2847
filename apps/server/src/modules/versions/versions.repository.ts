import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { firstSlice, SLICE } from '../../database/slices.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Above the limit so much is removed that the next saves need not look again. */
const SHARE_LEFT = 0.9

export type NewVersion = Insertable<Schema['flow_versions']>

/** Adds the version that is in `flows` now. */
export async function addVersion(queries: Queries, version: NewVersion) {
  await queries.insertInto('flow_versions').values(version).execute()
}

interface Replacement {
  id: string
  /** Whose flow it is. */
  userId: string
  /** The version that is about to be replaced. */
  version: number
  now: number
  /** Bytes that the versions of a user may have. */
  mostBytes: number
}

/**
 * Keeps the content of a flow that is about to be replaced: for a day, or for a week as the last of its hour, or as the last of its
 * day for as long as versions are kept.
 */
export async function keepReplaced(queries: Queries, { id, userId, version, now, mostBytes }: Replacement) {
  const period = (ms: number) => sql`${sql.lit(Math.floor(now / ms))}`
  const kept = await queries
    .updateTable('flow_versions')
    .set(({ selectFrom }) => ({
      packed: selectFrom('flows').select('packed').where('id', '=', id).where('version', '=', version),
      thin_at: sql<number | null>`case
        when saved_at / ${sql.lit(HOUR_MS)} = ${period(HOUR_MS)} then saved_at + ${sql.lit(DAY_MS)}
        when saved_at / ${sql.lit(DAY_MS)} = ${period(DAY_MS)} then saved_at + ${sql.lit(7 * DAY_MS)}
      end`,
    }))
    .where('flow_id', '=', id)
    .where('version', '=', version)
    .where('packed', 'is', null)
    .returning('bytes')
    .executeTakeFirst()
  if (!kept) return
  const { version_bytes: bytes } = await queries
    .updateTable('users')
    .set(({ eb }) => ({ version_bytes: eb('version_bytes', '+', kept.bytes) }))
    .where('id', '=', userId)
    .returning('version_bytes')
    .executeTakeFirstOrThrow()
  if (bytes > mostBytes) await removeOldest(queries, userId, mostBytes)
}

/** Removes the oldest versions of a user down to so many bytes, those with names last. */
async function removeOldest(queries: Queries, userId: string, mostBytes: number) {
  const bytes = await countBytes(queries, userId)
  if (bytes > mostBytes) await removeOldestVersions(queries, userId, bytes - Math.floor(SHARE_LEFT * mostBytes))
  await recountBytes(queries, userId)
}

/** The same until so many bytes have gone, without counting anew. */
export async function removeOldestVersions(queries: Queries, userId: string, excess: number) {
  await sql`
      delete from flow_versions where (flow_id, version) in (
        select flow_id, version from (
          select flow_id, version, bytes,
            sum(bytes) over (order by case name when '' then 0 else 1 end, saved_at, flow_id, version) as removed
          from flow_versions
          where flow_id in (select flow_id from library_entries where user_id = ${userId}) and packed is not null
        ) as oldest where removed - bytes < ${excess}
      )`.execute(queries)
}

/** Counts the bytes of a user's versions anew: after flows came or went with theirs. */
export async function recountBytes(queries: Queries, userId: string) {
  const version_bytes = await countBytes(queries, userId)
  await queries.updateTable('users').set({ version_bytes }).where('id', '=', userId).execute()
}

/** Those of the bin among them. */
const flowsOf = (queries: Queries, userId: string) =>
  queries.selectFrom('library_entries').select('flow_id').where('user_id', '=', userId)

async function countBytes(queries: Queries, userId: string) {
  const { bytes } = await queries
    .selectFrom('flow_versions')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('bytes'), val(0)).as('bytes'))
    .where('flow_id', 'in', flowsOf(queries, userId))
    .where('packed', 'is not', null)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Removes a slice of the versions without a name that are not to be kept any longer; not the ones that flows are in. Returns whether there may be more. */
export async function thinVersions(
  queries: Queries,
  { now, retentionMs }: { now: number; retentionMs: number },
): Promise<boolean> {
  const unnamed = () =>
    queries
      .selectFrom('flow_versions')
      .select(['flow_id', 'version', 'bytes'])
      .where('name', '=', '')
      .where('packed', 'is not', null)
      .limit(SLICE.rows)
  const thin = await unnamed().where('thin_at', '<=', now).execute()
  const found =
    thin.length > 0
      ? thin
      : await unnamed()
          .where('saved_at', '<=', now - retentionMs)
          .execute()
  await removeVersions(queries, firstSlice(found), { hasName: false })
  return found.length > 0
}

type VersionKey = Pick<Schema['flow_versions'], 'flow_id' | 'version'>

/** Removes versions, or those of them that nobody has named meanwhile. */
export async function removeVersions(
  queries: Queries,
  versions: readonly VersionKey[],
  { hasName }: { hasName?: false } = {},
) {
  for (const { flow_id, version } of versions)
    await queries
      .deleteFrom('flow_versions')
      .where('flow_id', '=', flow_id)
      .where('version', '=', version)
      .$if(hasName === false, (query) => query.where('name', '=', ''))
      .execute()
}

function versionsOf(queries: Queries, userId: string, id: string) {
  return queries
    .selectFrom('flow_versions')
    .innerJoin('flows', 'flows.id', 'flow_versions.flow_id')
    .where('flows.id', '=', id)
    .where('flows.user_id', '=', userId)
}

function summariesOf(queries: Queries, userId: string, id: string) {
  return versionsOf(queries, userId, id)
    .leftJoin('users as author', (join) =>
      join.onRef('author.id', '=', 'flow_versions.author_id').on('author.closed_at', 'is', null),
    )
    .select(['flow_versions.version', 'saved_at', 'author.first_name', 'author.last_name'])
    .select(['flow_versions.name', 'note', 'restored_from'])
    .select(['flow_versions.node_count', 'flow_versions.edge_count', 'p99_ms', 'capacity_rps', 'cost_per_hour'])
}

interface Page {
  userId: string
  id: string
  /** Only versions before this one. */
  before: number | undefined
  limit: number
}

/** Newest first. */
export function listVersions(queries: Queries, { userId, id, before, limit }: Page) {
  return summariesOf(queries, userId, id)
    .$if(before !== undefined, (query) => query.where('flow_versions.version', '<', before ?? 0))
    .orderBy('flow_versions.version', 'desc')
    .limit(limit)
    .execute()
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

export function findSummary(queries: Queries, userId: string, id: string, version: number) {
  return summariesOf(queries, userId, id).where('flow_versions.version', '=', version).executeTakeFirst()
}

/** A version with its content, and what its flow is called now. */
export function findVersion(queries: Queries, userId: string, id: string, version: number) {
  return versionsOf(queries, userId, id)
    .where('flow_versions.version', '=', version)
    .select(['flows.name', 'flows.description', 'flows.created_at'])
    .select(({ fn }) => fn.coalesce('flow_versions.packed', 'flows.packed').as('packed'))
    .executeTakeFirst()
}

interface VersionOfUser {
  userId: string
  id: string
  version: number
}

type Changes = Partial<Pick<NewVersion, 'name' | 'note' | 'p99_ms' | 'capacity_rps' | 'cost_per_hour'>>

/** Changes nothing where the user has no such version in the library. */
export async function changeVersion(queries: Queries, { userId, id, version }: VersionOfUser, changes: Changes) {
  if (Object.keys(changes).length === 0) return
  await queries
    .updateTable('flow_versions')
    .set(changes)
    .where('flow_id', 'in', queries.selectFrom('flows').select('id').where('id', '=', id).where('user_id', '=', userId))
    .where('version', '=', version)
    .execute()
}

/** All versions of a user's flows without their content, also of those in the bin. */
export function listAllVersions(queries: Queries, userId: string) {
  return queries
    .selectFrom('flow_versions')
    .select(['flow_id', 'version', 'saved_at', 'name', 'note', 'restored_from'])
    .where('flow_id', 'in', flowsOf(queries, userId))
    .orderBy('flow_id')
    .orderBy('version')
    .execute()
}

/** The content that is kept of a version; undefined for the one that its flow is in. */
export async function findKept(queries: Queries, userId: string, id: string, version: number) {
  const row = await queries
    .selectFrom('flow_versions')
    .select('packed')
    .where('flow_id', 'in', flowsOf(queries, userId))
    .where('flow_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.packed ?? undefined
}
