import type { CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export type Queries = Kysely<Schema>

/**
 * Why a database did not do what it was asked, when the query was right: it does not serve now, too many wait for it
 * already, or it has no room left on its disk.
 */
export type DatabaseFault = 'outage' | 'busy' | 'full'

/** The database as services see it: the same over SQLite and PostgreSQL. */
export interface Database {
  /** Reads what is committed. */
  readonly read: Queries
  /** Reads as `read` does, by a query that was compiled before. Gives the rows themselves where nothing is waited for. */
  find<Row>(query: CompiledQuery<Row>): Row[] | Promise<Row[]>
  /**
   * Runs `work` as one transaction: all of it or, when it throws, nothing. Resolves when it will survive a power cut.
   * `work` awaits the queries it is given and nothing else: on SQLite other writers wait for it. On PostgreSQL it runs
   * again when it was undone because it and another transaction waited for each other.
   */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Leaves nothing in its files of what was deleted before; if another process still reads them, as soon as it can. */
  forget(): Promise<void>
  /** What an error of `read` or `write` tells of the database; undefined when the query itself was wrong. */
  faultOf(error: unknown): DatabaseFault | undefined
  /** Finishes what is being written and lets go of the database. */
  close(): Promise<void>
}

/** How many may wait for the database; whoever comes then is refused at once. */
export const MOST_WAITING = 200

/** Refused without a try, because as many as may wait do so already. */
export class DatabaseBusyError extends Error {
  constructor() {
    super('Too many wait for the database.')
    this.name = 'DatabaseBusyError'
  }
}
