import type { CompiledQuery, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

export type Queries = Kysely<Schema>

/**
 * Why a database refused a correct query: it is unavailable, too many writes wait for it, its disk is full, or its files are damaged.
 */
export type DatabaseFault = 'outage' | 'busy' | 'full' | 'damaged'

/** The interface to the database, the same for SQLite and PostgreSQL. See docs/decisions/0011. */
export interface Database {
  /** Reads committed data. */
  readonly read: Queries
  /** Runs a compiled query like `read`. Returns rows synchronously where possible. */
  find<Row>(query: CompiledQuery<Row>): Row[] | Promise<Row[]>
  /**
   * Runs `work` as one transaction. Resolves when the commit is on the disk. `work` must await nothing but the given queries,
   * because on SQLite other writers wait for it. On PostgreSQL it runs again after a deadlock.
   */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Erases deleted data from the database files, which shrink afterwards; while another process reads them, as soon as possible. */
  purgeDeleted(): Promise<void>
  /** Classifies an error of `read` or `write`; undefined when the query itself was wrong. */
  faultOf(error: unknown): DatabaseFault | undefined
  /** Messages between servers on the same database; absent where there is one server. */
  readonly messages?: Messages
  /** Whether a text contains another, by what this database does fastest. */
  contains(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>
  /** Finishes pending writes and closes the database. */
  close(): Promise<void>
}

export interface Messages {
  /** Sends a message of at most 7,900 bytes when the transaction is committed. */
  send(queries: Queries, message: string): Promise<void>
  /** Calls back with each message of another server. Messages are lost while the connection is broken. */
  listen(onMessage: (message: string) => void): () => void
}

/** How many may wait for the database; with more, one of whom most wait is refused. See docs/decisions/0075 and 0294. */
export const MAX_WAITING = 200

/** Thrown without an attempt, because too many wait already. */
export class DatabaseBusyError extends Error {
  constructor() {
    super('Too many wait for the database.')
    this.name = 'DatabaseBusyError'
  }
}
