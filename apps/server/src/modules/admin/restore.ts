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
import { putInPlace } from '../../database/put-in-place.ts'
import { requireSound, type SqliteContent } from '../../database/sound-sqlite.ts'
import { AdminError } from './admin-error.ts'

const DAMAGED = /^SQLITE_(?:NOTADB|CORRUPT)/
/** What SQLite keeps beside a database that is open, or was when its process died. */
const COMPANIONS = ['-wal', '-shm', '-journal']

interface RestoreOptions {
  /** The backup; it stays as it is. */
  from: string
  /** The database that servers open. */
  file: string
  /** Whether a database that is there may be replaced. */
  mayReplace: boolean
  now: number
}

export interface Restored extends SqliteContent {
  /** Where the database that was there before is now. */
  kept: string | undefined
}

/**
 * Puts a backup where servers look for their database: the whole of it or, when it throws, nothing. No server may be
 * running there.
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
    const kept = `${file}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`
    const isThere = existsSync(file)
    if (isThere && !mayReplace)
      throw new AdminError(`There is a database at ${file}. To put the backup in its place, add --force; it is kept.`)
    const letGo = isThere ? takeOver(file) : () => {}
    try {
      if (isThere) keep(file, kept)
      for (const companion of COMPANIONS) moveAside(file + companion, kept + companion)
      putInPlace(unfinished, file)
    } finally {
      letGo()
    }
    return { ...content, kept: isThere ? kept : undefined }
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function soundContent(copy: string, from: string): SqliteContent {
  try {
    return requireSound(copy)
  } catch (error) {
    throw new AdminError(`${from} cannot be restored: ${(error as Error).message}.`, { cause: error })
  }
}

/** Takes a database for this process alone, and empties its log into it. What is returned lets go of it. */
function takeOver(file: string): () => void {
  let connection: Database | undefined
  try {
    connection = new SqliteConnection(file, { timeout: 0 })
    // Possible only when nobody else has it open.
    connection.pragma('journal_mode = DELETE')
    connection.exec('begin exclusive')
  } catch (error) {
    connection?.close()
    const code = error instanceof SqliteError ? error.code : ''
    // No server runs on what is no database, and this is what a restore is for.
    if (DAMAGED.test(code)) return () => {}
    if (!code.startsWith('SQLITE_BUSY')) throw error
    throw new AdminError(`A server is running on ${file}. Stop it, then try again.`)
  }
  return () => connection?.close()
}

/** Gives a file a second name, so that it is there under one at every moment. */
function keep(file: string, kept: string): void {
  try {
    linkSync(file, kept)
  } catch {
    // Not every file system has links.
    copyFileSync(file, kept)
  }
}

function moveAside(path: string, to: string): void {
  if (existsSync(path)) renameSync(path, to)
}
