import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'

/**
 * The bytes that a user has stored, in a query: flows, also those in the bin, versions, what is drawn together with its log, and
 * experiments. Of versions it is at least what they take; see `recountBytes`. Neither database reads contents for it.
 */
export const storedBytes = (userId: RawBuilder<unknown>) => sql<number>`cast(
  coalesce((select sum(length(packed)) from flows where user_id = ${userId}), 0)
  + coalesce((select sum(length(packed)) from removed_flows where user_id = ${userId}), 0)
  + coalesce((select sum(length(request) + coalesce(length(result), 0)) from experiments where user_id = ${userId}), 0)
  + coalesce((
    select sum(length(state)) from live_documents
    where flow_id in (select flow_id from library_entries where user_id = ${userId})
  ), 0)
  + coalesce((
    select sum(length(data)) from live_updates
    where flow_id in (select flow_id from library_entries where user_id = ${userId})
  ), 0)
  + coalesce((select version_bytes from users as owner where owner.id = ${userId}), 0)
  as bigint)`

interface StorageUse {
  used: number
  allowed: number
}

/** The bytes that a user or team has stored, and may store: by an administrator, else by the configuration. */
export async function measureStorage(queries: Queries, userId: string, quotaBytesPerUser: number): Promise<StorageUse> {
  const { rows } = await sql<{ used: number; most_mb: number | null }>`
    select ${storedBytes(sql`${userId}`)} as used, (select most_mb from users where id = ${userId}) as most_mb
  `.execute(queries)
  const { used = 0, most_mb: mostMb = null } = rows[0] ?? {}
  return { used, allowed: mostMb === null ? quotaBytesPerUser : mostMb * MIB }
}

const MIB = 2 ** 20

/** What was removed first is gone for good first, until so many bytes have gone. */
export async function removeOldestOfBin(queries: Queries, userId: string, bytes: number): Promise<void> {
  const removed = await queries
    .selectFrom('removed_flows')
    .select(['id', sql<number>`length(packed)`.as('bytes')])
    .where('user_id', '=', userId)
    .orderBy('removed_at')
    .orderBy('id')
    .execute()
  let left = bytes
  for (const flow of removed) {
    if (left <= 0) return
    left -= flow.bytes
    await queries.deleteFrom('removed_flows').where('id', '=', flow.id).execute()
    await queries.deleteFrom('library_entries').where('flow_id', '=', flow.id).execute()
  }
}
