import SqliteConnection, { SqliteError } from 'better-sqlite3'
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { Database } from './database.ts'
import { groupCommits } from './group-commit.ts'
import { migrateToLatest } from './migrations/index.ts'
import type { Schema } from './schema.ts'

/** Earlier ones can corrupt a database in WAL mode. */
const OLDEST_SQLITE = [3, 51, 3] as const
const BUSY_TIMEOUT_MS = 5_000
const FULL = 2
const CACHED_STATEMENTS = 200
const OUTAGES = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB)/

/** Opens the database in `file`, made if there is none; its schema is the newest when this resolves. */
export async function openSqlite({ file }: { file: string }): Promise<Database> {
  const connection = new SqliteConnection(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    return await serve(connection, file)
  } catch (error) {
    connection.close()
    throw error
  }
}

async function serve(connection: SqliteConnection.Database, file: string): Promise<Database> {
  requireVersion(connection)
  makeDurable(connection)
  connection.pragma('foreign_keys = ON')
  const writer = new Kysely<Schema>({ dialect: new Dialect({ database: cachingStatements(connection) }) })
  await migrateToLatest(writer)

  const readConnection = new SqliteConnection(file, { timeout: BUSY_TIMEOUT_MS, readonly: true })
  const reader = new Kysely<Schema>({ dialect: new Dialect({ database: cachingStatements(readConnection) }) })
  const { write, settled } = groupCommits(writer)
  return {
    read: reader,
    write,
    isOutage: (error) => error instanceof SqliteError && OUTAGES.test(error.code),
    async close() {
      await settled()
      readConnection.close()
      connection.pragma('wal_checkpoint(TRUNCATE)')
      connection.close()
    },
  }
}

function requireVersion(connection: SqliteConnection.Database): void {
  const version = String(connection.prepare('select sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  const difference = OLDEST_SQLITE.map((oldest, index) => (parts[index] ?? 0) - oldest).find((part) => part !== 0) ?? 0
  if (difference < 0) throw new Error(`SQLite ${version} is too old: ${OLDEST_SQLITE.join('.')} or newer is needed.`)
}

/**
 * A commit returns when the disk has it. Set on every open: the driver's default for a WAL database that exists
 * already is NORMAL, which loses acknowledged commits in a power cut.
 */
function makeDurable(connection: SqliteConnection.Database): void {
  const journal = connection.pragma('journal_mode = WAL', { simple: true })
  connection.pragma('synchronous = FULL')
  const synchronous = connection.pragma('synchronous', { simple: true })
  if (journal !== 'wal' || synchronous !== FULL) {
    throw new Error(`SQLite does not keep its promises here: journal_mode=${journal}, synchronous=${synchronous}.`)
  }
}

class Dialect extends SqliteDialect {
  override createAdapter() {
    return new Adapter()
  }
}

class Adapter extends SqliteAdapter {
  /** SQLite can change its schema in a transaction, and a migration that is cut short must leave nothing behind. */
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Kysely prepares anew for each query; preparing once saves more time than most queries take. */
function cachingStatements(connection: SqliteConnection.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      if (statements.size >= CACHED_STATEMENTS) statements.clear()
      const statement = connection.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
  }
}
