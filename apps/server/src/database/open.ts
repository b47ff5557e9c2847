import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SqliteError } from 'better-sqlite3'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

interface OpenOptions {
  /** A `postgres://` address; without one the database is a file in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  onError: (error: Error) => void
}

/** The path of the SQLite database in a data folder. */
export function sqliteFileIn(dataDir: string): string {
  return join(dataDir, 'plimsoll.db')
}

/** Opens the configured database. The error of a failure names the database and the reason. */
export async function openDatabase({ databaseUrl, dataDir, onError }: OpenOptions): Promise<Database> {
  const file = sqliteFileIn(dataDir)
  try {
    if (databaseUrl) return await openPostgres({ url: databaseUrl, onError })
    if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) throw new Error('DATA_DIR is not a folder')
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return await openSqlite({ file })
  } catch (cause) {
    const place = databaseUrl ? `at ${new URL(databaseUrl).host}` : `in ${file}`
    throw new Error(`The database ${place} cannot be opened: ${reasonOf(cause)}${adviceOn(cause)}`, { cause })
  }
}

/** What does not come of damage. */
const OTHER_CAUSE = /^SQLITE_(?:BUSY|LOCKED|READONLY|CANTOPEN|PERM|FULL|IOERR|NOMEM)/

/** A damaged file is left as it is. */
function adviceOn(error: unknown): string {
  const isDamaged =
    error instanceof SqliteError ? !OTHER_CAUSE.test(error.code) : /corrupted migrations/.test(String(error))
  if (!isDamaged) return ''
  return '. Restore a backup with `npx plimsoll admin restore FILE --force`, which keeps this one'
}

/** A host with several addresses fails with an `AggregateError` without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
