import { closeSync, openSync, rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { renameDurably } from './rename-durably.ts'

/** Copies a SQLite database to `copy`, readable by its own user only. The file appears when it is complete and synced. See docs/decisions/0077. */
export function copySqlite(connection: Database, copy: string): void {
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    connection.prepare('vacuum into ?').run(unfinished)
    renameDurably(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
