import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import SqliteConnection from 'better-sqlite3'
import { putInPlace } from '../../database/put-in-place.ts'
import { requireSound, type SqliteContent } from '../../database/sound-sqlite.ts'
import { AdminError } from './admin-error.ts'

const PAGES_A_STEP = 256

interface BackUpOptions {
  /** The database, which a server may be using. */
  file: string
  /** Where the copy goes; nothing may be there. */
  to: string
}

export interface Backup extends SqliteContent {
  bytes: number
}

/**
 * Copies a SQLite database as it is at this moment, while servers go on reading and writing. The copy is one file, checked
 * and safe on the disk when this resolves.
 */
export async function backUpSqlite({ file, to }: BackUpOptions): Promise<Backup> {
  if (!existsSync(file)) throw new AdminError(`There is no database at ${file}. Is DATA_DIR right?`)
  if (existsSync(to)) throw new AdminError(`${to} exists already. Name a new file: a backup never replaces another.`)
  const unfinished = `${to}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    closeSync(openSync(unfinished, 'wx', 0o600))
    await copy(file, unfinished)
    const content = requireSound(unfinished)
    putInPlace(unfinished, to)
    return { ...content, bytes: statSync(to).size }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new AdminError(`No backup was made: ${(error as Error).message}`, { cause: error })
  }
}

async function copy(file: string, to: string): Promise<void> {
  const source = new SqliteConnection(file, { readonly: true, fileMustExist: true })
  try {
    // Holds this moment of the database: otherwise each write of a server would make the copy begin again.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    let stepStart = performance.now()
    await source.backup(to, {
      progress: () => {
        // As long as a step took the disk is left to the servers.
        pause(performance.now() - stepStart)
        stepStart = performance.now()
        return PAGES_A_STEP
      },
    })
  } finally {
    source.close()
  }
  const made = new SqliteConnection(to)
  // One file, without a log beside it.
  made.pragma('journal_mode = DELETE')
  made.close()
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
