import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteIn, type TestDatabase } from '../support/databases.ts'

/** A copy of a data folder with its SQLite database. */
export async function copyOf(dataDir: string): Promise<TestDatabase> {
  const copy = await mkdtemp(join(tmpdir(), 'plimsoll-copy-'))
  await cp(dataDir, copy, { recursive: true })
  return sqliteIn(copy, () => rm(copy, { recursive: true, force: true }))
}
