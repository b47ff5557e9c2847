import SqliteConnection, { SqliteError } from 'better-sqlite3'
import { CompiledQuery, Kysely } from 'kysely'
import { type Database, DatabaseBusyError, type DatabaseFault, type Queries } from './database.ts'
import { groupCommits } from './group-commit.ts'
import { keepCopy } from './keep-copy.ts'
import { migrateToLatest } from './migrations/index.ts'
import type { Schema } from './schema.ts'
import { ReaderDialect, WriterDialect } from './sqlite-dialect.ts'
import { SqliteHandle } from './sqlite-handle.ts'
import { untilFree } from './until-free.ts'

/** Earlier ones can corrupt a database in WAL mode. */
const OLDEST_SQLITE = [3, 51, 3] as const
const FULL = 2
/** How long opening waits for other processes. */
const OPEN_TIMEOUT_MS = 5_000
/** While people are served SQLite must not wait: it would hold up the process. */
const NO_TIMEOUT_MS = 0

const EMPTY_LOG = 'pragma wal_checkpoint(TRUNCATE)'
const FORGET_AGAIN_MS = 1_000

/** The second one is a full disk too, met when the memory shared beside the database has to grow. */
const NO_ROOM = /^SQLITE_(?:FULL|IOERR_SHMSIZE)$/
const DISK_FAULT = /^SQLITE_IOERR/
const OUTAGE = /^SQLITE_(?:BUSY|LOCKED|IOERR|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB)/

/** Opens the database in `file`, made if there is none; its schema is the newest when this resolves. */
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
  makeDurable(connection)
  const writing = new SqliteHandle(connection)
  const writer = new Kysely<Schema>({ dialect: new WriterDialect({ database: writing }) })
  await migrateToLatest(writer, { beforeChange: (migration) => keepCopy(connection, `${file}.before-${migration}`) })
  emptyLog(connection)
  connection.pragma(`busy_timeout = ${NO_TIMEOUT_MS}`)

  const reading = new SqliteHandle(new SqliteConnection(file, { timeout: NO_TIMEOUT_MS, readonly: true }))
  const reader = new Kysely<Schema>({ dialect: new ReaderDialect({ database: reading }) })
  const commits = groupCommits({ db: writer, isDiskFault, reopen: () => writing.replace(reopen(file)) })
  return {
    read: reader,
    // Past Kysely, whose way to the statement takes longer than the statement.
    find: <Row>({ sql, parameters }: CompiledQuery<Row>) => {
      const attempt = () => reading.prepare(sql).all(parameters) as Row[]
      try {
        return attempt()
      } catch {
        return untilFree(attempt)
      }
    },
    write: commits.write,
    forget: forgetting(writer),
    faultOf,
    async close() {
      await commits.close()
      reading.close()
      emptyLog(writing.connection)
      writing.close()
    },
  }
}

/** Deleted rows are overwritten where they stood; what is left of them is the log, until it is emptied. */
function forgetting(writer: Queries): Database['forget'] {
  let retry: NodeJS.Timeout | undefined
  return async function forget() {
    clearTimeout(retry)
    // In a turn of its own: within a transaction it could not be emptied.
    const { rows } = await writer
      .connection()
      .execute((connection) => connection.executeQuery<{ busy: number }>(CompiledQuery.raw(EMPTY_LOG)))
    if (rows[0]?.busy === 0) return
    retry = setTimeout(() => void forget().catch(() => {}), FORGET_AGAIN_MS).unref()
  }
}

/** A new connection after the disk has failed. Throws while it is not certain that the disk has what was answered. */
function reopen(file: string): SqliteConnection.Database {
  const connection = new SqliteConnection(file, { timeout: NO_TIMEOUT_MS, fileMustExist: true })
  try {
    makeDurable(connection)
    if (!emptyLog(connection)) throw new Error('The write-ahead log is still in use.')
    return connection
  } catch (error) {
    connection.close()
    throw error
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
 * already is NORMAL, which loses acknowledged commits in a power cut. What is deleted is overwritten with zeros.
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
 * Moves all that the write-ahead log holds into the database and syncs that. Of a log in which a sync has failed the
 * disk may lack a part that memory still shows; nothing must be appended to it. Says no while another process reads it.
 */
function emptyLog(connection: SqliteConnection.Database): boolean {
  return connection.prepare(EMPTY_LOG).pluck().get() === 0
}

function isDiskFault(error: unknown): boolean {
  return error instanceof SqliteError && DISK_FAULT.test(error.code) && !NO_ROOM.test(error.code)
}

function faultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseBusyError) return 'busy'
  if (!(error instanceof SqliteError)) return undefined
  if (NO_ROOM.test(error.code)) return 'full'
  return OUTAGE.test(error.code) ? 'outage' : undefined
}
