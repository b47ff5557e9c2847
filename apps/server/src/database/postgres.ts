import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type SqlBool, sql } from 'kysely'
import pg from 'pg'
import { createFairSlots } from '../fair-slots.ts'
import { type Database, DatabaseBusyError, type DatabaseFault, MAX_WAITING } from './database.ts'
import { migrateToLatest } from './migrations/index.ts'
import { createMessages } from './postgres-messages.ts'
import { giveUpSilent } from './postgres-silence.ts'
import type { Schema } from './schema.ts'
import { createStatementNames } from './statement-names.ts'

/** Of the pool, and how many of them one user or network address may have. */
export const CONNECTIONS = 10
export const CONNECTIONS_OF_PARTY = 3
export const CONNECT_TIMEOUT_MS = 5_000
/** A statement or a pause within a transaction that takes longer is ended. */
export const STATEMENT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_AFTER_MS = 10_000
/** With the time of a probe this is 10 s at most. */
const SILENT_MS = 6_000
const BIGINT = 20
const MAX_ATTEMPTS = 5

/** Deadlock and serialization failure. */
const CONFLICTS = ['40P01', '40001']

/** Settings without which a power cut can lose acknowledged commits. */
const REQUIRED_ON = ['fsync', 'full_page_writes', 'synchronous_commit']

/** Opens a PostgreSQL database and migrates it to the newest schema. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, onError, silentAfterMs = SILENT_MS, statementMs = STATEMENT_TIMEOUT_MS } = options
  // Times and counts are far below 2 ** 53.
  pg.types.setTypeParser(BIGINT, Number)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'plimsoll',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementMs,
    ...{ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS },
    idle_in_transaction_session_timeout: statementMs,
  })
  // The pool replaces a broken connection, but an unhandled error event would end the process, and the pool only handles
  // those of idle connections.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onError))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: boundedPool(pool, { url, silentAfterMs }) }) })
  try {
    await requireDurable(pool)
    await migrate(url)
  } catch (error) {
    await pool.end()
    throw error
  }
  const messages = createMessages({ url, onError })
  return {
    messages,
    read: db,
    find: async (query) => (await db.executeQuery(query)).rows,
    // PostgreSQL's own vacuum does this.
    purgeDeleted: async () => {},
    write: (work) => retryOnConflict(() => db.transaction().execute(work)),
    // Takes half of the time of `like`.
    contains: (text, part) => sql<SqlBool>`strpos(${text}, ${part}) > 0`,
    faultOf,
    async close() {
      await messages.close()
      await db.destroy()
    },
  }
}

/** Migrations may take long, and wait for those of another server. */
async function migrate(url: string): Promise<void> {
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString: url, application_name: 'plimsoll' }) })
  const db = new Kysely<Schema>({ dialect })
  await migrateToLatest(db).finally(() => db.destroy())
}

/**
 * Runs a transaction again after PostgreSQL has rolled it back because of a deadlock or a serialization failure.
 */
async function retryOnConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const isConflict = error instanceof pg.DatabaseError && CONFLICTS.includes(error.code ?? '')
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

interface PostgresOptions {
  url: string
  /** Called when a connection breaks. */
  onError: (error: Error) => void
  silentAfterMs?: number | undefined
  statementMs?: number | undefined
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

/** Hands out connections in turns, and refuses one where too many wait. */
function boundedPool(pool: pg.Pool, silence: { url: string; silentAfterMs: number }): PostgresPool {
  const slots = createFairSlots({
    atOnce: CONNECTIONS,
    atOnceOfParty: CONNECTIONS_OF_PARTY,
    waiting: MAX_WAITING,
    refusal: () => new DatabaseBusyError(),
  })
  const nameOf = createStatementNames()
  return {
    options: pool.options,
    async connect() {
      const leave = await slots.enter()
      try {
        const client = giveUpSilent(await pool.connect(), silence)
        const query = (text: string, values: readonly unknown[]) =>
          client.query({ name: nameOf(text, values), text, values: [...values] })
        return {
          query: query as unknown as PostgresPoolClient['query'],
          release() {
            client.release()
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => pool.end(),
  }
}

/** A page of a table or of an index that its checksum, or its form, gives away. */
const DAMAGED = /^XX00[12]$/
const DISK_FULL = '53100'
/** Connection exceptions, insufficient resources, operator intervention, read-only mode, and socket errors. */
const OUTAGES = /^(?:08|53|57|55000|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
const OUTAGE_TEXTS = /timeout exceeded when trying to connect|Connection terminated|not queryable/

function faultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseBusyError) return 'busy'
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (code === DISK_FULL) return 'full'
  if (DAMAGED.test(code)) return 'damaged'
  return OUTAGES.test(code) || OUTAGE_TEXTS.test(error.message) ? 'outage' : undefined
}
