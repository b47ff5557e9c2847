import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { type Database, DatabaseBusyError, type DatabaseFault, MOST_WAITING } from './database.ts'
import { migrateToLatest } from './migrations/index.ts'
import type { Schema } from './schema.ts'

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const BIGINT = 20
const MOST_ATTEMPTS = 5

/** Deadlock, and a serialization that failed. */
const DISTURBED = ['40P01', '40001']

/** Settings without which PostgreSQL acknowledges what a power cut can take back. */
const REQUIRED_ON = ['fsync', 'full_page_writes', 'synchronous_commit']

/** Opens a PostgreSQL database; its schema is the newest when this resolves. */
export async function openPostgres({ url, onError }: PostgresOptions): Promise<Database> {
  // Times and counts, all far below 2 ** 53.
  pg.types.setTypeParser(BIGINT, Number)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'plimsoll',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  // A connection that breaks is replaced with the next query; unheard, its error would end the process. The pool hears
  // those that are idle only.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: bounded(pool) }) })
  try {
    await requireDurable(pool)
    await migrateToLatest(db)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    read: db,
    find: async (query) => (await db.executeQuery(query)).rows,
    // Its files are for its own vacuum to see to.
    forget: async () => {},
    write: (work) => undisturbed(() => db.transaction().execute(work)),
    faultOf,
    close: () => db.destroy(),
  }
}

/**
 * Runs a transaction again that PostgreSQL has undone because it and another one waited for each other; the other one
 * has gone on meanwhile.
 */
async function undisturbed<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const isDisturbed = error instanceof pg.DatabaseError && DISTURBED.includes(error.code ?? '')
      if (!isDisturbed || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

interface PostgresOptions {
  url: string
  /** Told when a connection breaks. */
  onError: (error: Error) => void
}

async function requireDurable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [[...REQUIRED_ON, 'server_encoding']],
  )
  const faults = rows
    .filter(({ name, setting }) => (REQUIRED_ON.includes(name) ? setting === 'off' : setting !== 'UTF8'))
    .map(({ name, setting }) => `${name} is ${setting}`)
  if (faults.length > 0) {
    throw new Error(
      `This PostgreSQL does not keep what it acknowledges: ${faults.join(', ')}. ` +
        `Needed: ${REQUIRED_ON.join(', ')} on, server_encoding UTF8.`,
    )
  }
}

/** The pool for those who may still wait for a connection. */
function bounded(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect() {
      if (pool.waitingCount >= MOST_WAITING) throw new DatabaseBusyError()
      return pool.connect()
    },
    end: () => pool.end(),
  }
}

const NO_ROOM = '53100'
/** Connection exceptions, insufficient resources, operator's intervention, reading only, and what the socket says. */
const OUTAGES = /^(?:08|53|57|55000|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
const OUTAGE_TEXTS = /timeout exceeded when trying to connect|Connection terminated|not queryable/

function faultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseBusyError) return 'busy'
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (code === NO_ROOM) return 'full'
  return OUTAGES.test(code) || OUTAGE_TEXTS.test(error.message) ? 'outage' : undefined
}
