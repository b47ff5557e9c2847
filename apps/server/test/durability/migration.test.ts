import { randomBytes, randomUUID } from 'node:crypto'
import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SqliteConnection from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { isFullSize, sized } from '../../../../tooling/lib/test-size.ts'
import { CHECKSUM_BYTES, hasChecksum } from '../../src/database/checksum.ts'
import { measured, pinnedRandom } from '../support/attack.ts'
import { makeEmptyDatabase, sqliteIn, type TestDatabase } from '../support/databases.ts'
import { newFolder } from '../support/new-folder.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { callsTo } from './calls.ts'
import { needsTracing, withFault } from './faults.ts'
import { SERVER } from './server-env.ts'

/** What version 0001 made: two users, each with a session and three flows. */
const RELEASED = fileURLToPath(new URL('../fixtures/released-0001.db', import.meta.url))
const KEPT_TOKEN = `kept-token-0${'x'.repeat(31)}`
const COPY = 'plimsoll.db.before-0002-mail-and-limits'
/** Of the write calls of a migration, the first that a small run ends at, and the distance to the next. */
const SMALL = { first: 2, step: 23, count: 3 }
const MANY_FLOWS = 10_000

async function released(): Promise<TestDatabase> {
  const dataDir = await newFolder('released')
  await copyFile(RELEASED, join(dataDir, 'plimsoll.db'))
  return sqliteIn(dataDir, () => rm(dataDir, { recursive: true, force: true }))
}

/** The tables and columns of version 0001. */
function contentOf(file: string) {
  const connection = new SqliteConnection(file)
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
  const content = {
    users: connection.prepare('select id, email, password_hash, updated_at from users order by id').all(),
    sessions: connection
      .prepare('select token_hash, user_id, created_at, last_seen_at from sessions order by token_hash')
      .all(),
    flows: connection
      .prepare<[], { packed: Buffer<ArrayBuffer> }>('select * from flows order by id')
      .all()
      .map((flow) => ({ ...flow, packed: withoutChecksum(flow.packed) })),
  }
  const migrations = connection.prepare('select name from kysely_migration order by name').pluck().all()
  connection.close()
  return { content, migrations }
}

/** What is compressed under the header that it had before there were checksums. */
function withoutChecksum(packed: Buffer<ArrayBuffer>): Buffer {
  if (!hasChecksum(packed)) return packed
  const header = Buffer.from(packed.subarray(0, 10))
  header[3] = 0
  return Buffer.concat([header, packed.subarray(header.length + CHECKSUM_BYTES)])
}

describe('a SQLite database of version 0001', () => {
  it('[REL-DU8] [API-164] [API-415] is migrated with all its rows, and copied before', async () => {
    const storage = await released()
    const file = join(storage.dataDir, 'plimsoll.db')
    const before = contentOf(file)
    const server = await startProcess({ storage, env: { ...SERVER, SESSION_IDLE: '36500d', SESSION_MAX: '36500d' } })
    const call = callsTo(server)
    const list = await call('GET', '/api/flows', { token: KEPT_TOKEN })
    expect(JSON.parse(list.text).data).toHaveLength(3)
    for (const { id, name, updatedAt } of JSON.parse(list.text).data) {
      const versions = await call('GET', `/api/flows/${id}/versions`, { token: KEPT_TOKEN })
      expect(JSON.parse(versions.text).data).toMatchObject([{ version: expect.any(Number), savedAt: updatedAt }])
      const flow = await call('GET', `/api/flows/${id}`, { token: KEPT_TOKEN })
      expect(JSON.parse(flow.text).data).toMatchObject({ name, nodes: [{ id: 'node-a' }, { id: 'node-b' }] })
    }
    const found = await call('GET', '/api/flows?q=server', { token: KEPT_TOKEN })
    expect(JSON.parse(found.text).page).toMatchObject({ found: 3, all: 3 })
    await server.end()

    const after = contentOf(file)
    expect(after.content.users).toEqual(before.content.users)
    expect(after.content.flows).toEqual(before.content.flows)
    expect(after.content.sessions).toHaveLength(before.content.sessions.length)
    expect(after.migrations).toHaveLength(27)
    expect(contentOf(join(storage.dataDir, COPY))).toEqual(before)
    expect((await stat(join(storage.dataDir, COPY))).mode & 0o777).toBe(0o600)
    const files = await readdir(storage.dataDir)
    expect(files.filter((name) => name.startsWith('plimsoll.db'))).toEqual(['plimsoll.db', COPY])
    await storage.remove()
  })

  it('[REL-DU8] is the old one or the new one after a kill at each write call of the migration', {
    timeout: 1_200_000,
  }, async (context) => {
    needsTracing(context)
    let kills = 0
    for (const when of killsAt()) {
      const storage = await released()
      const file = join(storage.dataDir, 'plimsoll.db')
      const before = contentOf(RELEASED)
      const isKilled = await startAndKill(storage, when)
      const migrated = contentOf(file)
      expect(migrated.content).toEqual(before.content)
      expect([1, 2]).toContain(migrated.migrations.length)
      const hasCopy = (await readdir(storage.dataDir)).includes(COPY)
      if (migrated.migrations.length === 2) expect(hasCopy).toBe(true)
      if (hasCopy) expect(contentOf(join(storage.dataDir, COPY))).toEqual(before)
      await (await startProcess({ storage, env: SERVER })).end()
      expect(contentOf(file).content).toEqual(before.content)
      await storage.remove()
      if (!isKilled) break
      kills++
    }
    expect(kills).toBeGreaterThan(0)
    measured(context.task, `${kills} kills, one at each write call of a migration: the old database or the new one`)
  })

  it(`[REL-DU8] with ${sized({ small: 200, full: MANY_FLOWS })} flows keeps each of them`, {
    timeout: 120_000,
  }, async ({ task }) => {
    const random = pinnedRandom()
    const storage = await released()
    const file = join(storage.dataDir, 'plimsoll.db')
    addFlows(file, sized({ small: 200, full: MANY_FLOWS }), random)
    const before = contentOf(file)
    const began = performance.now()
    const server = await startProcess({ storage, env: SERVER })
    const elapsed = performance.now() - began
    await server.end()
    expect(contentOf(file).content.flows).toEqual(before.content.flows)
    expect(contentOf(join(storage.dataDir, COPY))).toEqual(before)
    await storage.remove()
    measured(task, `${before.content.flows.length} flows, copied and migrated, ready in ${Math.round(elapsed)} ms`)
  })
})

describe('a SQLite database of a newer version', () => {
  it('[REL-DU8] is refused without changing a byte, and not copied', async () => {
    const storage = await released()
    const file = join(storage.dataDir, 'plimsoll.db')
    const connection = new SqliteConnection(file)
    connection.exec("insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')")
    connection.close()
    const before = await readFile(file)
    await expect(startProcess({ storage, env: SERVER })).rejects.toThrow(/newer version.*9999-from-the-future/)
    expect((await readFile(file)).equals(before)).toBe(true)
    expect(await readdir(storage.dataDir)).toEqual(['plimsoll.db', 'plimsoll.lock'])
    await storage.remove()
  })
})

describe('two servers that start at once on an empty PostgreSQL', () => {
  it('[REL-DU8] both start', { timeout: 120_000 }, async () => {
    for (let round = 0; round < sized({ small: 1, full: 10 }); round++) {
      const storage = await makeEmptyDatabase('PostgreSQL')
      const env = { ...SERVER, DEMO_MODE: '1' }
      const servers = await Promise.all([startProcess({ storage, env }), startProcess({ storage, env })])
      for (const server of servers) expect((await callsTo(server)('GET', '/api/ready')).status).toBe(200)
      for (const server of servers) expect(await server.end()).toBe(0)
      await storage.remove()
    }
  })
})

function* killsAt() {
  if (isFullSize) for (let when = 1; ; when++) yield when
  for (let index = 0; index < SMALL.count; index++) yield SMALL.first + index * SMALL.step
}

/** Returns whether the server was killed before it was ready. */
async function startAndKill(storage: TestDatabase, when: number): Promise<boolean> {
  let server: ServerProcess
  try {
    server = await startProcess({
      storage,
      env: SERVER,
      under: withFault({ calls: 'pwrite64', does: 'signal=KILL', when }),
    })
  } catch (error) {
    expect(String(error)).toContain('ended with null')
    return true
  }
  await server.end()
  return false
}

/** Adds flows of many sizes with arbitrary content. */
function addFlows(file: string, count: number, random: () => number): void {
  const connection = new SqliteConnection(file)
  const [user] = connection.prepare('select id from users').pluck().all()
  const insert = connection.prepare(
    `insert into flows (id, user_id, name, description, node_count, edge_count, version, created_at, updated_at, packed)
     values (?, ?, ?, '', 0, 0, 1, 0, 0, ?)`,
  )
  connection.transaction(() => {
    for (let index = 0; index < count; index++) {
      insert.run(randomUUID(), user, `Flow ${index}`, randomBytes(Math.floor(random() ** 4 * 50_000)))
    }
  })()
  connection.close()
}
