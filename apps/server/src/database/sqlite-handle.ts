import type { Database } from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const CACHED_STATEMENTS = 200

/**
 * What queries name while the connection behind it can be replaced. It keeps statements: Kysely prepares anew for each
 * query, and preparing once saves more time than most queries take.
 */
export class SqliteHandle implements SqliteDatabase {
  connection: Database
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(connection: Database) {
    this.connection = connection
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) return known
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
