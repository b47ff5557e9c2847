import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteConnection, { SqliteError } from 'better-sqlite3'
import { sqliteFileIn } from './open.ts'

export interface HeldFolder {
  /** From now on a start without the database is refused. */
  markUsed(): void
  release(): void
}

/**
 * Keeps a data folder for this process: throws while another server has it, and when its database is gone. The lock is SQLite's own
 * on a file beside the database, so it ends with the process, however that ends.
 */
export function holdDataFolder(dataDir: string): HeldFolder {
  const lock = openLock(dataDir)
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    // A mark that a power cut takes away is made again at the next start.
    lock.pragma('synchronous = OFF')
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive; commit')
    const isUsed = lock.prepare("select 1 from sqlite_schema where name = 'used'").get() !== undefined
    if (isUsed) requireDatabase(sqliteFileIn(dataDir))
    return {
      markUsed: () => lock.exec('create table if not exists used (id integer)'),
      release: () => void lock.close(),
    }
  } catch (error) {
    lock.close()
    if (!(error instanceof SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    throw new Error(
      `Another server runs on the data folder ${dataDir}. SQLite is for one; several share a PostgreSQL (DATABASE_URL).`,
    )
  }
}

function openLock(dataDir: string): SqliteConnection.Database {
  try {
    if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) throw new Error('DATA_DIR is not a folder')
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return new SqliteConnection(join(dataDir, 'plimsoll.lock'), { timeout: 0 })
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

function requireDatabase(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size) return
  throw new Error(
    `The database ${file} is ${size === 0 ? 'empty' : 'missing'}, though this data folder had one. Put it back or restore a backup ` +
      `with \`npx plimsoll admin restore\`. To begin with nothing, remove plimsoll.lock from the folder.`,
  )
}
