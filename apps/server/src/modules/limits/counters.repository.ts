import { hash } from 'node:crypto'
import type { Queries } from '../../database/database.ts'

/** A counter; each limit defines the meaning of its fields. Times in milliseconds since 1970. */
export interface Counter {
  count: number
  since: number
  blockedUntil: number
  expiresAt: number
}

const FRESH: Counter = { count: 0, since: 0, blockedUntil: 0, expiresAt: 0 }
const COLUMNS = ['key', 'count', 'since', 'blocked_until as blockedUntil', 'expires_at as expiresAt'] as const
const HASH_LENGTH = 32

/** The key of a counter: what is counted, and hashes of the account or address. */
export function counterKey(what: string, ...whose: string[]): string {
  const hashes = whose.map((who) => hash('sha256', who, 'hex').slice(0, HASH_LENGTH))
  return [what, ...hashes].join(':')
}

/** The counters with these keys, in their order; a missing or expired one is zero. */
export async function readCounters(queries: Queries, keys: readonly string[], now: number): Promise<Counter[]> {
  const rows = await queries.selectFrom('rate_limits').select(COLUMNS).where('key', 'in', keys).execute()
  return keys.map((key) =>
    current(
      rows.find((row) => row.key === key),
      now,
    ),
  )
}

/** Reads a counter and locks it until the transaction ends. */
export async function lockCounter(queries: Queries, key: string, now: number): Promise<Counter> {
  const row = await queries
    .insertInto('rate_limits')
    .values({ key, count: 0, since: 0, blocked_until: 0, expires_at: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning(COLUMNS)
    .executeTakeFirst()
  return current(row, now)
}

export async function saveCounter(queries: Queries, key: string, counter: Counter) {
  const { count, since, blockedUntil, expiresAt } = counter
  const values = { count, since, blocked_until: blockedUntil, expires_at: expiresAt }
  await queries
    .insertInto('rate_limits')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

export async function removeCounter(queries: Queries, key: string) {
  await queries.deleteFrom('rate_limits').where('key', '=', key).execute()
}

/** Removes the counters whose keys begin with this text. */
export async function removeCounters(queries: Queries, key: string) {
  await queries.deleteFrom('rate_limits').where('key', 'like', `${key}%`).execute()
}

/** Removes up to `rows` expired counters. */
export async function purgeCounters(queries: Queries, { now, rows }: { now: number; rows: number }) {
  const isOver = queries
    .selectFrom('rate_limits')
    .select('key')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(rows)
  await queries.deleteFrom('rate_limits').where('key', 'in', isOver).execute()
}

function current(row: Counter | undefined, now: number): Counter {
  return row && row.expiresAt > now ? row : FRESH
}
