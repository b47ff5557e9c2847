import { closeSync, openSync, rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { putInPlace } from './put-in-place.ts'

/** Copies a SQLite database to `copy`, for its own user only. The name stands for the whole copy, safe on the disk. */
export function keepCopy(connection: Database, copy: string): void {
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    connection.prepare('vacuum into ?').run(unfinished)
    putInPlace(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
