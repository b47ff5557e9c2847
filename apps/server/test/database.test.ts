import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteConnection from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { groupCommits } from '../src/database/group-commit.ts'
import { openDatabase } from '../src/database/open.ts'
import { openPostgres } from '../src/database/postgres.ts'
import { prepared } from '../src/database/prepared.ts'
import type { Schema } from '../src/database/schema.ts'
import { openSqlite } from '../src/database/sqlite.ts'
import { DATABASES, makeDatabase, makeEmptyDatabase, type TestDatabase } from './support/databases.ts'
import { startPostgres } from './support/postgres-cluster.ts'
import { startTestServer } from './support/test-server.ts'

const user = (id: string) => ({
  id,
  email: `${id}@example.com`,
  password_hash: '',
  first_name: '',
  last_name: '',
  email_verified_at: null,
  is_demo: 0,
  created_at: 1,
  updated_at: 2,
})

const findUser = prepared(({ read }, isDemo: number, email: string) =>
  read.selectFrom('users').select(['id', 'updated_at']).where('is_demo', '=', isDemo).where('email', '=', email),
)

describe.each(DATABASES)('the database on %s', (name) => {
  let storage: TestDatabase
  let database: Database
  beforeAll(async () => {
    storage = await makeEmptyDatabase(name)
    database = await openDatabase({ ...storage, onError: () => {} })
  })
  afterAll(async () => {
    await database.close()
    await storage.remove()
  })

  const add = (id: string) => database.write((queries) => queries.insertInto('users').values(user(id)).execute())
  const ids = async () => (await database.read.selectFrom('users').select('id').execute()).map(({ id }) => id)

  it('[API-501] a failing write does not affect others of its batch', async () => {
    const outcomes = await Promise.allSettled([
      add('one'),
      database.write(async (queries) => {
        await queries.insertInto('users').values(user('half')).execute()
        throw new Error('changed my mind')
      }),
      add('one'),
      add('two'),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(outcomes[1]).toHaveProperty('reason.message', 'changed my mind')
    expect((await ids()).sort()).toEqual(['one', 'two'])
  })

  it('[API-30] reads after an acknowledged write see it', async () => {
    for (let index = 0; index < 20; index++) {
      await add(`seen-${index}`)
      expect(await ids()).toContain(`seen-${index}`)
    }
  })

  it('[API-28] opens again without changes', async () => {
    const before = await ids()
    const second = await openDatabase({ ...storage, onError: () => {} })
    expect((await second.read.selectFrom('users').select('id').execute()).map(({ id }) => id)).toEqual(before)
    await second.close()
  })

  it('[API-8] a prepared query uses new values each time, and returns times as numbers', async () => {
    await add('three')
    await add('four')
    expect(await findUser(database, 0, 'three@example.com')).toEqual([{ id: 'three', updated_at: 2 }])
    expect(await findUser(database, 0, 'four@example.com')).toEqual([{ id: 'four', updated_at: 2 }])
    expect(await findUser(database, 1, 'four@example.com')).toEqual([])
  })

  it('[API-5] distinguishes an outage from a wrong query', async () => {
    const wrong = await sql`select * from nowhere`.execute(database.read).catch((error) => error)
    expect(wrong).toBeInstanceOf(Error)
    expect(database.faultOf(wrong)).toBeUndefined()
    const duplicate = await add('three').catch((error) => error)
    expect(duplicate).toBeInstanceOf(Error)
    expect(database.faultOf(duplicate)).toBeUndefined()
    const refused = Object.assign(new Error(), { code: 'ECONNREFUSED' })
    expect(database.faultOf(refused)).toBe(name === 'PostgreSQL' ? 'outage' : undefined)
  })
})

const NO_DISK_FAULTS = {
  isDiskFault: () => false,
  reopen: () => {
    throw new Error('not asked for')
  },
}

describe('SQLite', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plimsoll-sqlite-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('[API-30] writes that arrive together share one commit, and are acknowledged after it', async () => {
    const events: string[] = []
    const db = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: new SqliteConnection(':memory:') }),
      log: ({ query }) => {
        events.push(query.sql)
      },
    })
    await db.schema.createTable('users').addColumn('id', 'text').execute()
    events.length = 0
    const { write } = groupCommits({ db, ...NO_DISK_FAULTS })
    const adds = Array.from({ length: 50 }, async (_, index) => {
      await write((queries) => sql`insert into users values (${index})`.execute(queries))
      events.push('answered')
    })
    await Promise.all(adds)
    // One, but for a machine that is so busy that the work of a batch lasts too long.
    expect(events.filter((event) => event === 'commit').length).toBeLessThan(25)
    expect(events.indexOf('answered')).toBeGreaterThan(events.indexOf('commit'))
    expect(events.filter((event) => event.startsWith('insert'))).toHaveLength(50)
    await db.destroy()
  })

  it('[API-30] a failed commit rejects all its writes, and the next one succeeds', async () => {
    const connection = new SqliteConnection(':memory:')
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) })
    connection.exec('pragma foreign_keys = on; create table users (id text primary key)')
    connection.exec('create table flows (user_id text references users (id) deferrable initially deferred)')
    const { write } = groupCommits({ db, ...NO_DISK_FAULTS })
    const add = (id: string) => write((queries) => sql`insert into users values (${id})`.execute(queries))
    const dangling = write((queries) => sql`insert into flows values ('nobody')`.execute(queries))
    const outcomes = await Promise.allSettled([add('one'), dangling, add('two')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await add('three')
    expect(connection.prepare('select id from users').pluck().all()).toEqual(['three'])
    await db.destroy()
  })

  it('[REL-DU3] is in WAL mode with synchronous=FULL on the first open and every later one', async () => {
    const pragma = vi.spyOn(SqliteConnection.prototype, 'pragma')
    const file = join(folder, 'durable.db')
    for (let open = 0; open < 3; open++) {
      pragma.mockClear()
      const database = await openSqlite({ file })
      const writer = pragma.mock.contexts[0] as SqliteConnection.Database
      expect(writer.pragma('journal_mode', { simple: true })).toBe('wal')
      expect(writer.pragma('synchronous', { simple: true })).toBe(2)
      expect(writer.pragma('foreign_keys', { simple: true })).toBe(1)
      // Waiting for another process's lock must not block this process.
      expect(writer.pragma('busy_timeout', { simple: true })).toBe(0)
      await database.close()
    }
    pragma.mockRestore()
  })

  it('[REL-DU3] a version with the WAL reset bug is refused', async () => {
    const prepare = vi.spyOn(SqliteConnection.prototype, 'prepare')
    for (const version of ['3.51.2', '3.7.17', '2.99.99']) {
      prepare.mockReturnValueOnce({ pluck: () => ({ get: () => version }) } as never)
      await expect(openSqlite({ file: join(folder, 'old.db') })).rejects.toThrow(`SQLite ${version} is too old`)
    }
    for (const version of ['3.51.3', '3.52.0', '4.0.0']) {
      prepare.mockReturnValueOnce({ pluck: () => ({ get: () => version }) } as never)
      await (await openSqlite({ file: join(folder, 'old.db') })).close()
    }
    prepare.mockRestore()
  })
})

describe('PostgreSQL', () => {
  it('[REL-DU15] is refused when it may lose acknowledged commits', async () => {
    const storage = await makeDatabase('PostgreSQL')
    const onError = () => {}
    const admin = await openPostgres({ url: String(storage.databaseUrl), onError })
    const name = new URL(String(storage.databaseUrl)).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(admin.read)
    await admin.close()
    await expect(openPostgres({ url: String(storage.databaseUrl), onError })).rejects.toThrow(
      'synchronous_commit is off',
    )
    await storage.remove()

    const careless = await startPostgres(['-c', 'fsync=off', '-c', 'full_page_writes=off'])
    const refusal = openPostgres({ url: `${careless.url}/postgres`, onError })
    await expect(refusal).rejects.toThrow(/fsync is off.*full_page_writes is off/)
    await careless.stop()
    expect(inject('postgresUrl')).toMatch(/^postgres:/)
  })

  it('[API-1004] a statement that comes again and again is prepared once on each connection', async () => {
    const storage = await makeDatabase('PostgreSQL')
    const database = await openPostgres({ url: String(storage.databaseUrl), onError: () => {} })
    const find = (id: string) => database.read.selectFrom('users').select('email').where('id', '=', id).execute()
    for (const id of ['one', 'two', 'three', 'four']) expect(await find(id)).toEqual([])
    await database.write((queries) => queries.insertInto('users').values(user('four')).execute())
    expect(await find('four')).toHaveLength(1)
    // One after the other they have one connection.
    const { rows } = await sql<{ statement: string; calls: number }>`
      select statement, generic_plans + custom_plans as calls from pg_prepared_statements`.execute(database.read)
    expect(rows).toEqual([{ statement: expect.stringContaining('"email"'), calls: 3 }])
    await database.close()
    await storage.remove()
  })

  it('[API-5] a connection that breaks during a write fails only that write', async () => {
    const storage = await makeDatabase('PostgreSQL')
    const broken = Promise.withResolvers<Error>()
    const database = await openPostgres({ url: String(storage.databaseUrl), onError: broken.resolve })
    const write = database.write(async (queries) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.read)
      await broken.promise
      await queries.insertInto('users').values(user('lost')).execute()
    })
    const error = await write.catch((reason) => reason)
    expect(database.faultOf(error)).toBe('outage')
    expect(await database.read.selectFrom('users').select('id').execute()).toEqual([])
    await database.close()
    await storage.remove()
  })

  it('[API-5] requests are a 503 while the database is away, and succeed afterwards', async () => {
    const server = await startTestServer('PostgreSQL')
    const { token } = await server.addUser()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.read)
    const admin = await openPostgres({ url: `${inject('postgresUrl')}/postgres`, onError: () => {} })
    const name = sql.id(String(rows[0]?.name))
    await sql`alter database ${name} allow_connections false`.execute(admin.read)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${rows[0]?.name}`.execute(
      admin.read,
    )
    await expect
      .poll(async () => {
        const { status, headers } = await server.request('/api/profile', { token })
        return [status, headers.get('retry-after')]
      })
      .toEqual([503, '5'])
    await sql`alter database ${name} allow_connections true`.execute(admin.read)
    await expect.poll(async () => (await server.request('/api/profile', { token })).status).toBe(200)
    await admin.close()
    await server.stop()
  })
})
