import SqliteConnection, { SqliteError } from 'better-sqlite3'
import { CompiledQuery, Kysely, type SqlBool, sql } from 'kysely'
import { copySqlite } from './copy-sqlite.ts'
import { type Database, DatabaseBusyError, type DatabaseFault, type Queries } from './database.ts'
import { groupCommits } from './group-commit.ts'
import { migrateToLatest } from './migrations/index.ts'
import { retryWhileLocked } from './retry-while-locked.ts'
import type { Schema } from './schema.ts'
import { makeShrinkable, rewriteOnce, shrink } from './shrink-sqlite.ts'
import { ReaderDialect, WriterDialect } from './sqlite-dialect.ts'
import { SqliteHandle } from './sqlite-handle.ts'
import { faultOfSqlite, sqliteVersion } from './sqlite-version.ts'

const FULL = 2
/** How long opening waits for the locks of other processes. */
const OPEN_TIMEOUT_MS = 5_000
/** SQLite must not wait while the server runs, because waiting would block the process. */
const NO_TIMEOUT_MS = 0

const TRUNCATE_LOG = 'pragma wal_checkpoint(TRUNCATE)'
const PURGE_RETRY_MS = 1_000

/** The second code is a full disk as well, when the shared memory file has to grow. */
const DISK_FULL = /^SQLITE_(?:FULL|IOERR_SHMSIZE)$/
const DISK_FAULT = /^SQLITE_IOERR/
const OUTAGE = /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|READONLY|NOMEM)/
const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/

/** Opens or creates the database in `file` and migrates it to the newest schema. */
export async function openSqlite({ file }: { file: string }): Promise<Database> {
  const connection = new SqliteConnection(file, { timeout: OPEN_TIMEOUT_MS })
  try {
    return await serve(connection, file)
  } catch (error) {
    connection.close()
    throw error
  }
}

async function serve(connection: SqliteConnection.Database, file: string): Promise<Database> {
  requireVersion(connection)
  refuseForeign(connection)
  makeShrinkable(connection)
  makeDurable(connection)
  const writing = new SqliteHandle(connection)
  const writer = new Kysely<Schema>({ dialect: new WriterDialect({ database: writing }) })
  await migrateToLatest(writer, { beforeChange: (migration) => copySqlite(connection, `${file}.before-${migration}`) })
  rewriteOnce(connection)
  truncateLog(connection)
  connection.pragma(`busy_timeout = ${NO_TIMEOUT_MS}`)

  const readOnly = new SqliteConnection(file, { timeout: NO_TIMEOUT_MS, readonly: true })
  // What a query sorts stays in memory: no file is opened outside the data folder.
  for (const one of [connection, readOnly]) one.pragma('temp_store = MEMORY')
  const reading = new SqliteHandle(readOnly)
  const reader = new Kysely<Schema>({ dialect: new ReaderDialect({ database: reading }) })
  let isClosed = false
  const commits = groupCommits({ db: writer, isDiskFault, reopen: () => writing.replace(reopen(file)) })
  return {
    read: reader,
    // Bypasses Kysely, which takes longer than the statement.
    find: <Row>({ sql, parameters }: CompiledQuery<Row>) => {
      const attempt = () => reading.prepare(sql).all(parameters) as Row[]
      try {
        return attempt()
      } catch {
        return retryWhileLocked(attempt)
      }
    },
    write: commits.write,
    purgeDeleted: createPurge(writer, () =>
      shrink({ connection: () => writing.connection, write: commits.write, isClosed: () => isClosed }),
    ),
    // Takes a third of the time of `instr`.
    contains: (text, part) => sql<SqlBool>`${text} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    faultOf,
    async close() {
      isClosed = true
      await commits.close()
      reading.close()
      truncateLog(writing.connection)
      writing.close()
    },
  }
}

/**
 * SQLite overwrites deleted rows in the database; copies remain in the write-ahead log until it is truncated. The file shrinks
 * afterwards, while others are served. See docs/decisions/0063 and docs/decisions/0293.
 */
function createPurge(writer: Queries, shrinkFile: () => Promise<void>): Database['purgeDeleted'] {
  let retry: NodeJS.Timeout | undefined
  let isShrinking = false

  async function emptyLog() {
    clearTimeout(retry)
    // On its own connection, because a checkpoint is impossible within a transaction.
    const { rows } = await writer
      .connection()
      .execute((connection) => connection.executeQuery<{ busy: number }>(CompiledQuery.raw(TRUNCATE_LOG)))
    if (rows[0]?.busy === 0) return
    retry = setTimeout(() => void emptyLog().catch(() => {}), PURGE_RETRY_MS).unref()
  }

  return async () => {
    await emptyLog()
    if (isShrinking) return
    isShrinking = true
    shrinkFile()
      .then(emptyLog)
      // What is left is given back the next time.
      .catch(() => {})
      .finally(() => {
        isShrinking = false
      })
  }
}

/** Opens a new connection after a disk fault. Throws while acknowledged commits may be missing on the disk. */
function reopen(file: string): SqliteConnection.Database {
  const connection = new SqliteConnection(file, { timeout: NO_TIMEOUT_MS, fileMustExist: true })
  try {
    makeDurable(connection)
    if (!truncateLog(connection)) throw new Error('The write-ahead log is still in use.')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function requireVersion(connection: SqliteConnection.Database): void {
  const fault = faultOfSqlite(sqliteVersion(connection))
  if (fault) throw new Error(fault)
}

/** A database of another program is not changed. */
function refuseForeign(connection: SqliteConnection.Database): void {
  const tables = connection.prepare("select name from sqlite_schema where type = 'table'").pluck().all()
  if (tables.length > 0 && !tables.includes('kysely_migration'))
    throw new Error('it belongs to another program. Set DATA_DIR to another folder')
}

/**
 * Makes commits wait for the disk. Set on every open, because the driver's default for an existing WAL database is NORMAL,
 * which loses acknowledged commits in a power cut. Also overwrites deleted data with zeros.
 */
function makeDurable(connection: SqliteConnection.Database): void {
  const journal = connection.pragma('journal_mode = WAL', { simple: true })
  connection.pragma('synchronous = FULL')
  const synchronous = connection.pragma('synchronous', { simple: true })
  if (journal !== 'wal' || synchronous !== FULL) {
    throw new Error(`SQLite does not keep its promises here: journal_mode=${journal}, synchronous=${synchronous}.`)
  }
  connection.pragma('foreign_keys = ON')
  connection.pragma('secure_delete = ON')
}

/**
 * Moves the write-ahead log into the database and syncs it. After a failed sync the disk may lack a part of the log that the
 * page cache still shows, so nothing may be appended to it. Returns false while another process reads the log.
 */
function truncateLog(connection: SqliteConnection.Database): boolean {
  return connection.prepare(TRUNCATE_LOG).pluck().get() === 0
}

function isDiskFault(error: unknown): boolean {
  return error instanceof SqliteError && DISK_FAULT.test(error.code) && !DISK_FULL.test(error.code)
}

function faultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseBusyError) return 'busy'
  if (!(error instanceof SqliteError)) return undefined
  if (DISK_FULL.test(error.code)) return 'full'
  if (DAMAGED.test(error.code)) return 'damaged'
  return OUTAGE.test(error.code) ? 'outage' : undefined
}
