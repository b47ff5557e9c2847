import { join } from 'node:path'
import SqliteConnection from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { createReadiness } from '../src/readiness.ts'
import { type DatabaseName, makeDatabase } from './support/databases.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(name: DatabaseName = 'SQLite') {
  const storage = await makeDatabase(name)
  open.push(storage.remove)
  const database = await openDatabase({ ...storage, onError: () => {} })
  open.push(() => database.close())
  return { ...storage, database }
}

it.each(['SQLite', 'PostgreSQL'] as const)('[API-492] a server is ready on %s', async (name) => {
  const { database, dataDir } = await start(name)
  expect(await createReadiness({ database, dataDir, now: Date.now })()).toBe(true)
})

it('[API-626] a server is not ready while the disk of its database has no room', async () => {
  const { database, dataDir } = await start()
  const leastRoom = Number.MAX_SAFE_INTEGER
  expect(await createReadiness({ database, dataDir, leastRoom, now: Date.now })()).toBe(false)
  expect(await createReadiness({ database, dataDir: undefined, leastRoom, now: Date.now })()).toBe(true)
})

it('[API-627] a server is not ready while its database takes no writes', async () => {
  const { database, dataDir } = await start()
  const clock = { now: 1_000_000 }
  const isReady = createReadiness({ database, dataDir, now: () => clock.now })
  expect(await isReady()).toBe(true)
  const other = new SqliteConnection(join(dataDir, 'plimsoll.db'))
  other.exec('begin immediate')
  clock.now += 5_000
  expect(await isReady()).toBe(false)
  other.exec('rollback')
  other.close()
  clock.now += 5_000
  expect(await isReady()).toBe(true)
})
