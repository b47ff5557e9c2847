import type { Database } from '../../database/database.ts'

/** Dependencies of every limit. */
export interface LimitOptions {
  database: Database
  /** Milliseconds since 1970. */
  now: () => number
}
