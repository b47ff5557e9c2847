import { cp, rm } from 'node:fs/promises'
import { sqliteIn, type TestDatabase } from '../support/databases.ts'
import { newFolder } from '../support/new-folder.ts'

/** A copy of a data folder with its SQLite database. */
export async function copyOf(dataDir: string): Promise<TestDatabase> {
  const copy = await newFolder('copy')
  await cp(dataDir, copy, { recursive: true })
  return sqliteIn(copy, () => rm(copy, { recursive: true, force: true }))
}
