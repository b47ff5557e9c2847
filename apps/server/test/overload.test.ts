import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteConnection, { SqliteError } from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, MAX_WAITING } from '../src/database/database.ts'
import { CONNECTIONS_OF_PARTY } from '../src/database/postgres.ts'
import { retryWhileLocked } from '../src/database/retry-while-locked.ts'
import { openSqlite } from '../src/database/sqlite.ts'
import { onBehalfOf } from '../src/on-behalf-of.ts'
import { createConcurrencyLimit } from '../src/plugins/concurrency-limit.ts'
import { DATABASES, type DatabaseName } from './support/databases.ts'
import { flowBody } from './support/flows.ts'
import { startTestServer } from './support/test-server.ts'

describe('a lock of another process on SQLite', () => {
  let folder: string
  let database: Database
  let other: SqliteConnection.Database
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plimsoll-lock-'))
    const file = join(folder, 'plimsoll.db')
    database = await openSqlite({ file })
    other = new SqliteConnection(file)
  })
  afterAll(async () => {
    other.close()
    await database.close()
    await rm(folder, { recursive: true })
  })

  const count = (key: string) => ({ key, count: 1, since: 0, blocked_until: 0, expires_at: 0 })
  const write = (key: string) =>
    database.write((queries) => queries.insertInto('rate_limits').values(count(key)).execute())
  const keys = async () => {
    const rows = await database.read.selectFrom('rate_limits').select('key').orderBy('key').execute()
    return rows.map(({ key }) => key)
  }

  it('[API-100] delays writes but not reads, and writes continue when it is released', async () => {
    other.exec('begin immediate')
    const writes = Promise.all([write('one'), write('two')])
    // All of them while the lock is held. Were a write to wait within SQLite, it would use up its 5 s there, and fail.
    for (let round = 0; round < 20; round++) {
      expect(await keys()).toEqual([])
      await delay(10)
    }
    other.exec('rollback')
    await writes
    expect(await keys()).toEqual(['one', 'two'])
  })

  it('[API-502] held for 5 s fails every waiting write as an outage, and later ones succeed', async () => {
    other.exec('begin immediate')
    const start = performance.now()
    const outcomes = await Promise.allSettled([write('never'), delay(500).then(() => write('never'))])
    const elapsed = performance.now() - start
    other.exec('rollback')
    for (const outcome of outcomes) {
      expect(outcome.status).toBe('rejected')
      expect(outcome.status === 'rejected' && database.faultOf(outcome.reason)).toBe('outage')
    }
    expect(elapsed).toBeGreaterThan(4_500)
    expect(elapsed).toBeLessThan(30_000)
    await write('three')
    expect(await keys()).toEqual(['one', 'three', 'two'])
  })

  it('[API-100] is the only reason to retry a statement', async () => {
    const failing = (code: string, times: number) => {
      let attempts = 0
      return async () => {
        attempts++
        if (attempts <= times) throw new SqliteError(code, code)
        return attempts
      }
    }
    expect(await retryWhileLocked(failing('SQLITE_BUSY_RECOVERY', 3))).toBe(4)
    await expect(retryWhileLocked(failing('SQLITE_FULL', 1))).rejects.toThrow('SQLITE_FULL')
    await expect(retryWhileLocked(failing('SQLITE_BUSY_SNAPSHOT', 1))).rejects.toThrow('SQLITE_BUSY_SNAPSHOT')
  })
})

/** Number of concurrent writes. */
const AT_ONCE = { SQLite: 1, PostgreSQL: 10 } satisfies Record<DatabaseName, number>

describe.each(DATABASES)('overload on %s', (name) => {
  it('[API-954] writes beyond the limit are refused at once, until capacity is free', async () => {
    const server = await startTestServer(name)
    const { database } = server
    const { token } = await server.addUser()
    const save = () => server.request('/api/flows', { token, body: flowBody() })
    const gate = Promise.withResolvers<void>()
    const underWay = Array.from({ length: AT_ONCE[name] }, (_, index) =>
      as(`holder ${index}`, () => holdOpen(database, gate.promise)),
    )
    await Promise.all(underWay.map(({ begun }) => begun))
    const waiting = Array.from({ length: MAX_WAITING }, (_, index) =>
      as(`waiter ${index}`, () => database.write(() => gate.promise)),
    )

    // None of them can have waited for capacity, because the gate that holds every write is still closed.
    for (const refused of await Promise.all([save(), save(), save()])) {
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('1')
    }
    const nextTurn = new Promise((resolve) => setImmediate(resolve))
    await expect(Promise.race([database.write(() => gate.promise), nextTurn])).rejects.toThrow('Too many wait')

    gate.resolve()
    await Promise.all([...waiting, ...underWay.map(({ ended }) => ended)])
    expect((await save()).status).toBe(201)
    await server.stop()
  })
})

/**
 * Writes of the many from which on they wait for the others to begin. A statement may run late on a busy machine though its turn came in
 * time: up to the bound of the test there is room for the connections that the many may hold, and for the first of the others.
 */
const HELD_FROM = {
  SQLite: Number.POSITIVE_INFINITY,
  PostgreSQL: 3 * AT_ONCE.PostgreSQL - CONNECTIONS_OF_PARTY - 1,
} satisfies Record<DatabaseName, number>

describe.each(DATABASES)('fair writes on %s', (name) => {
  it('[API-804] whoever writes much waits behind those who write little, and is the one who is refused', async () => {
    const server = await startTestServer(name)
    const { database } = server
    const gate = Promise.withResolvers<void>()
    const underWay = Array.from({ length: AT_ONCE[name] }, (_, index) =>
      as(`holder ${index}`, () => holdOpen(database, gate.promise)),
    )
    await Promise.all(underWay.map(({ begun }) => begun))
    const order: string[] = []
    const fewHaveBegun = Promise.withResolvers<void>()
    const write = (who: string) =>
      as(who, () =>
        database.write(async () => {
          order.push(who)
          if (order.includes('one') && order.includes('other')) fewHaveBegun.resolve()
          if (who === 'many' && order.length >= HELD_FROM[name]) await fewHaveBegun.promise
        }),
      )
    const many = Array.from({ length: MAX_WAITING + 60 }, () => write('many'))
    const outcomes = Promise.allSettled(many)
    const few = ['one', 'other'].map(write)
    gate.resolve()
    await Promise.all([...few, ...underWay.map(({ ended }) => ended)])
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(order.length + refused.length).toBe(MAX_WAITING + 62)
    // A server on PostgreSQL may ask for a connection of its own meanwhile.
    expect(order.length).toBeGreaterThanOrEqual(MAX_WAITING - 1)
    expect(order).toContain('one')
    // Behind one of the many for each slot.
    expect(order.indexOf('other')).toBeLessThan(3 * AT_ONCE[name])
    await server.stop()
  })
})

it('[API-805] one user or network address has at most three of the ten connections to PostgreSQL', async () => {
  const server = await startTestServer('PostgreSQL')
  const { database } = server
  const gate = Promise.withResolvers<void>()
  const hold = () => as('one', () => holdOpen(database, gate.promise))
  const three = Array.from({ length: 3 }, hold)
  await Promise.all(three.map(({ begun }) => begun))
  const fourth = hold()
  const others = Array.from({ length: 7 }, (_, index) =>
    as(`other ${index % 3}`, () => holdOpen(database, gate.promise)),
  )
  await Promise.all(others.map(({ begun }) => begun))
  expect(await Promise.race([fourth.begun, Promise.resolve('waits')])).toBe('waits')
  gate.resolve()
  await Promise.all([...three, fourth, ...others].map(({ ended }) => ended))
  await server.stop()
})

/** Works on behalf of somebody. */
const as = <Result>(party: string, work: () => Result) => onBehalfOf({ party, member: '' }, work)

/** A write that begins and then stays open. */
function holdOpen(database: Database, gate: Promise<void>) {
  const begun = Promise.withResolvers<void>()
  const ended = database.write(() => {
    begun.resolve()
    return gate
  })
  return { begun: begun.promise, ended }
}

describe('the limit of saves in progress', () => {
  it('[API-954] 64 MiB of flows may wait; further ones are refused at once', async () => {
    const server = await startTestServer('SQLite')
    const { token } = await server.addUser()
    const { token: other } = await server.addUser()
    const gate = Promise.withResolvers<void>()
    const { begun, ended } = holdOpen(server.database, gate.promise)
    await begun
    const text = JSON.stringify(flowBody()) + ' '.repeat(30 * 2 ** 20)
    const save = (body: string, by = token) => server.request('/api/flows', { method: 'POST', token: by, text: body })
    const waiting = [save(text), save(text, other)]
    await expect
      .poll(async () => {
        const { status, headers } = await save(' '.repeat(5 * 2 ** 20))
        return [status, headers.get('retry-after')]
      })
      .toEqual([503, '1'])
    gate.resolve()
    await ended
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(201)
    expect((await save(JSON.stringify(flowBody()))).status).toBe(201)
    await server.stop()
  })

  it('[API-954] limits the number and size of requests until they end', () => {
    const limit = createConcurrencyLimit({ requests: 2, bytes: 100 })
    const [first, second] = [limit.acquire(90), limit.acquire(10)]
    expect(() => limit.acquire(0)).toThrow('busy')
    second()
    limit.check(10)
    expect(() => limit.check(11)).toThrow('busy')
    expect(() => limit.acquire(11)).toThrow('busy')
    first()
    limit.acquire(100)
    expect(() => limit.check(1)).toThrow('busy')
  })
})
