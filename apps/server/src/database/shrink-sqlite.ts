import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'

const INCREMENTAL = 2
/** A larger one is not rewritten at a start, which would take more than some seconds. */
const MAX_REWRITTEN = 256 * 2 ** 20
/** Pages that one transaction gives back: half a megabyte. */
const SLICE = 128

/** Lets a new database give back the room of what is deleted. Changes nothing of one that is there: even the same value is a write. */
export function makeShrinkable(connection: Database): void {
  if (number(connection, 'page_count') === 0) connection.pragma('auto_vacuum = INCREMENTAL')
}

/** Rewrites a database of an earlier version, once, so that it can shrink from then on. See docs/decisions/0293. */
export function rewriteOnce(connection: Database): void {
  const size = number(connection, 'page_count') * number(connection, 'page_size')
  if (number(connection, 'auto_vacuum') === INCREMENTAL || size > MAX_REWRITTEN) return
  try {
    connection.pragma('auto_vacuum = INCREMENTAL')
    connection.exec('vacuum')
  } catch {
    // It needs as much room again on the disk. The next start tries once more.
  }
}

interface ShrinkOptions {
  connection: () => Database
  write: (work: () => Promise<void>) => Promise<void>
  isClosed: () => boolean
}

/** Gives the room of what was deleted back to the disk, in slices, with as much time between them as they take. */
export async function shrink({ connection, write, isClosed }: ShrinkOptions): Promise<void> {
  if (number(connection(), 'auto_vacuum') !== INCREMENTAL) return
  for (let before = Number.POSITIVE_INFINITY; !isClosed(); ) {
    const free = number(connection(), 'freelist_count')
    if (free === 0 || free >= before) return
    before = free
    const start = performance.now()
    // As a script: a prepared statement gives back a single page.
    await write(async () => void connection().exec(`pragma incremental_vacuum(${SLICE})`))
    await delay(performance.now() - start, undefined, { ref: false })
  }
}

const number = (connection: Database, pragma: string) => Number(connection.pragma(pragma, { simple: true }))
