import type { Database } from '../../database/database.ts'

/** What every limit counts in, and by. */
export interface LimitOptions {
  database: Database
  /** Milliseconds since 1970. */
  now: () => number
}
