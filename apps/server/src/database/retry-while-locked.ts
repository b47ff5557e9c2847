import { setTimeout as delay } from 'node:timers/promises'
import { SqliteError } from 'better-sqlite3'

const TIMEOUT_MS = 5_000
const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 50

/** Errors of a statement that met another process's lock before it began; other `SQLITE_BUSY_…` errors are permanent. */
const RETRYABLE = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY'])

/**
 * Retries for 5 s while another process holds SQLite's lock. SQLite's own busy timeout would block the process. See
 * docs/decisions/0075.
 */
export async function retryWhileLocked<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + TIMEOUT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      const isRetryable = error instanceof SqliteError && RETRYABLE.has(error.code)
      if (!isRetryable || performance.now() + pause > end) throw error
    }
    await delay(pause)
  }
}
