import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export type Queries = Kysely<Schema>

/** The database as services see it: the same over SQLite and PostgreSQL. */
export interface Database {
  /** Reads what is committed. */
  readonly read: Queries
  /**
   * Runs `work` as one transaction: all of it or, when it throws, nothing. Resolves when it will survive a power cut.
   * `work` awaits the queries it is given and nothing else: on SQLite other writers wait for it.
   */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Whether an error means that the database cannot serve now, rather than that the query was wrong. */
  isOutage(error: unknown): boolean
  /** Finishes what is being written and lets go of the database. */
  close(): Promise<void>
}
