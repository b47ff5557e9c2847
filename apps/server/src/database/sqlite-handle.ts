import type { Database } from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const CACHED_STATEMENTS = 200

/**
 * A connection that can be replaced, with a cache of statements: Kysely prepares each query anew, which takes longer than
 * most queries.
 */
export class SqliteHandle implements SqliteDatabase {
  connection: Database
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(connection: Database) {
    this.connection = connection
  }

  prepare(sql: string): SqliteStatement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear()
    const statement = this.connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  replace(connection: Database): void {
    this.#statements.clear()
    this.connection.close()
    this.connection = connection
  }

  close(): void {
    this.connection.close()
  }
}
