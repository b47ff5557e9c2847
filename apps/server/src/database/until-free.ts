import { setTimeout as delay } from 'node:timers/promises'
import { SqliteError } from 'better-sqlite3'

const PATIENCE_MS = 5_000
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 50

/** A statement that was not begun because of another process's lock; any other `SQLITE_BUSY_…` does not go away. */
const LOCKED_OUT = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY'])

/**
 * Tries again while another process holds SQLite's lock, for 5 s. SQLite's own waiting would hold up the whole process;
 * meanwhile this serves others.
 */
export async function untilFree<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + PATIENCE_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      const isLockedOut = error instanceof SqliteError && LOCKED_OUT.has(error.code)
      if (!isLockedOut || performance.now() + pause > end) throw error
    }
    await delay(pause)
  }
}
