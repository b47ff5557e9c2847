import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

interface OpenOptions {
  /** A `postgres://` address; without one the database is a file in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  onError: (error: Error) => void
}

export async function openDatabase({ databaseUrl, dataDir, onError }: OpenOptions): Promise<Database> {
  if (databaseUrl) return openPostgres({ url: databaseUrl, onError })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return openSqlite({ file: join(dataDir, 'plimsoll.db') })
}
