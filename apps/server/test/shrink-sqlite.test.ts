import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteConnection from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from '../src/database/sqlite.ts'

const MIB = 2 ** 20
let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plimsoll-shrink-'))
  file = join(folder, 'plimsoll.db')
})
afterEach(() => rm(folder, { recursive: true }))

const sizeOf = async () => (await stat(file)).size

async function fill() {
  const database = await openSqlite({ file })
  const mail = (id: string) => ({ id, kind: 'verify' as const, email: 'x'.repeat(MIB), created_at: 0, due_at: 0 })
  for (let index = 0; index < 8; index++)
    await database.write((queries) =>
      queries
        .insertInto('mails')
        .values(mail(`${index}`))
        .execute(),
    )
  return database
}

it('[API-784] the file of a SQLite database shrinks after what was deleted, while others write', async () => {
  const database = await fill()
  await database.purgeDeleted()
  expect(await sizeOf()).toBeGreaterThan(8 * MIB)
  await database.write((queries) => queries.deleteFrom('mails').execute())
  await database.purgeDeleted()
  const counter = (key: string) => ({ key, count: 1, since: 0, blocked_until: 0, expires_at: 0 })
  await database.write((queries) => queries.insertInto('rate_limits').values(counter('while')).execute())
  await expect.poll(sizeOf).toBeLessThan(MIB)
  expect(await database.read.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'while' }])
  await database.close()
})

it('[API-785] a database of an earlier version is rewritten once, and shrinks from then on', async () => {
  await (await fill()).close()
  const old = new SqliteConnection(file)
  old.pragma('journal_mode = DELETE')
  old.pragma('auto_vacuum = NONE')
  old.exec('vacuum')
  old.close()
  const database = await openSqlite({ file })
  await database.write((queries) => queries.deleteFrom('mails').execute())
  await database.purgeDeleted()
  await expect.poll(sizeOf).toBeLessThan(MIB)
  await database.close()
})
