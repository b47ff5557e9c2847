import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'

/** Copies a SQLite database to `copy`, for its own user only. The name stands for the whole copy, safe on the disk. */
export function keepCopy(connection: Database, copy: string): void {
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    connection.prepare('vacuum into ?').run(unfinished)
    sync(unfinished, 'r+')
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  // Windows has no such thing as syncing a folder.
  if (process.platform !== 'win32') sync(dirname(copy), 'r')
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
