import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import SqliteConnection, { type Database, SqliteError } from 'better-sqlite3'
import { renameDurably } from '../../database/rename-durably.ts'
import { type SqliteContent, verifySqlite } from '../../database/verify-sqlite.ts'
import { AdminError } from './admin-error.ts'

const DAMAGED = /^SQLITE_(?:NOTADB|CORRUPT)/
/** The files beside a database that is open, or was open when its process died. */
const COMPANIONS = ['-wal', '-shm', '-journal']

interface RestoreOptions {
  /** The backup; it is not changed. */
  from: string
  /** The database that servers open. */
  file: string
  /** Whether an existing database may be replaced. */
  mayReplace: boolean
  now: number
}

export interface Restored extends SqliteContent {
  /** New path of the replaced database. */
  replaced: string | undefined
}

/**
 * Replaces the database with a backup, completely or, when it throws, not at all. No server may be running.
 */
export function restoreSqlite({ from, file, mayReplace, now }: RestoreOptions): Restored {
  if (!existsSync(from)) throw new AdminError(`There is no file ${from}.`)
  if (statSync(`${from}-wal`, { throwIfNoEntry: false })?.size)
    throw new AdminError(`${from} is a database in use, and part of it is beside it. Restore what \`backup\` has made.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.restoring`
  try {
    copyFileSync(from, unfinished, constants.COPYFILE_FICLONE)
    chmodSync(unfinished, 0o600)
    const content = soundContent(unfinished, from)
    const replaced = `${file}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`
    const isThere = existsSync(file)
    if (isThere && !mayReplace)
      throw new AdminError(`There is a database at ${file}. To put the backup in its place, add --force; it is kept.`)
    const unlock = isThere ? lockExclusively(file) : () => {}
    try {
      if (isThere) linkOrCopy(file, replaced)
      for (const companion of COMPANIONS) moveAside(file + companion, replaced + companion)
      renameDurably(unfinished, file)
    } finally {
      unlock()
    }
    return { ...content, replaced: isThere ? replaced : undefined }
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function soundContent(copy: string, from: string): SqliteContent {
  try {
    const content = verifySqlite(copy)
    endSessions(copy)
    return content
  } catch (error) {
    throw new AdminError(`${from} cannot be restored: ${(error as Error).message}.`, { cause: error })
  }
}

/** A session that ended after the backup would be open again. */
function endSessions(copy: string): void {
  const connection = new SqliteConnection(copy)
  try {
    connection.exec('delete from sessions')
  } finally {
    connection.close()
  }
}

/** Locks a database for this process and merges its write-ahead log. Returns a function that unlocks it. */
function lockExclusively(file: string): () => void {
  let connection: Database | undefined
  try {
    connection = new SqliteConnection(file, { timeout: 0 })
    // Fails while another process has it open.
    connection.pragma('journal_mode = DELETE')
    connection.exec('begin exclusive')
  } catch (error) {
    connection?.close()
    const code = error instanceof SqliteError ? error.code : ''
    // A damaged file has no server, and is a reason to restore.
    if (DAMAGED.test(code)) return () => {}
    if (!code.startsWith('SQLITE_BUSY')) throw error
    throw new AdminError(`A server is running on ${file}. Stop it, then try again.`)
  }
  return () => connection?.close()
}

/** Adds a second name, so that the file exists under at least one at every moment. */
function linkOrCopy(file: string, to: string): void {
  try {
    linkSync(file, to)
  } catch {
    // Not every file system supports links.
    copyFileSync(file, to)
  }
}

function moveAside(path: string, to: string): void {
  if (existsSync(path)) renameSync(path, to)
}
