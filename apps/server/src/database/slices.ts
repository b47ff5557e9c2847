import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Queries } from './database.ts'

/** Of one slice: a single row may be larger. */
export const SLICE = { rows: 100, bytes: 2 ** 20 } as const

/** The first rows, at least one. */
export function firstSlice<Row extends { bytes: number }>(rows: readonly Row[]): Row[] {
  let bytes = 0
  return rows.filter((row, index) => {
    bytes += row.bytes
    return index === 0 || bytes <= SLICE.bytes
  })
}

/**
 * Does work in transactions of one slice each until it says that there is no more, with as much time between them as they take, so that
 * others write meanwhile. What is left when it is stopped is left to a later call. See docs/decisions/0292.
 */
export async function inSlices(
  database: Database,
  { stopped, work }: { stopped: AbortSignal; work: (queries: Queries) => Promise<boolean> },
): Promise<void> {
  for (let isMore = true; isMore && !stopped.aborted; ) {
    const start = performance.now()
    isMore = await database.write(work)
    await delay(performance.now() - start)
  }
}
