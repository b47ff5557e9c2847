import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import SqliteConnection from 'better-sqlite3'
import { renameDurably } from '../../database/rename-durably.ts'
import { type SqliteContent, verifySqlite } from '../../database/verify-sqlite.ts'
import { AdminError } from './admin-error.ts'

const PAGES_A_STEP = 256

interface BackUpOptions {
  /** The database, which servers may be using. */
  file: string
  /** Path of the copy; no file may exist there. */
  to: string
}

export interface Backup extends SqliteContent {
  bytes: number
}

/**
 * Copies a snapshot of a SQLite database while servers use it. Resolves when the copy, a single file, is verified and
 * synced. See docs/decisions/0067.
 */
export async function backUpSqlite({ file, to }: BackUpOptions): Promise<Backup> {
  if (!existsSync(file)) throw new AdminError(`There is no database at ${file}. Is DATA_DIR right?`)
  if (existsSync(to)) throw new AdminError(`${to} exists already. Name a new file: a backup never replaces another.`)
  const unfinished = `${to}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    closeSync(openSync(unfinished, 'wx', 0o600))
    await copy(file, unfinished)
    const content = verifySqlite(unfinished)
    renameDurably(unfinished, to)
    return { ...content, bytes: statSync(to).size }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new AdminError(`No backup was made: ${(error as Error).message}`, { cause: error })
  }
}

async function copy(file: string, to: string): Promise<void> {
  const source = new SqliteConnection(file, { readonly: true, fileMustExist: true })
  try {
    // A read transaction, because otherwise every write of a server would restart the copy.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    let stepStart = performance.now()
    await source.backup(to, {
      progress: () => {
        // Leaves the disk to the servers for as long as the step took.
        pause(performance.now() - stepStart)
        stepStart = performance.now()
        return PAGES_A_STEP
      },
    })
  } finally {
    source.close()
  }
  const made = new SqliteConnection(to)
  // A single file without a write-ahead log.
  made.pragma('journal_mode = DELETE')
  made.close()
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
