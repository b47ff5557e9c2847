import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import SqliteConnection from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES, makeDatabase, makeEmptyDatabase, type TestDatabase } from './support/databases.ts'
import { flowBody } from './support/flows.ts'
import { listeningAt, logOf, type ServerProcess, startProcess } from './support/server-process.ts'

const DEMO = { email: 'demo@plimsoll.example', password: 'Waterline1' }
/** Most others start a bundle of the sources on a migrated database. */
const AS_SHIPPED = { isFromSources: true }
const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function storage(make: () => Promise<TestDatabase> = () => makeDatabase('SQLite')): Promise<TestDatabase> {
  const database = await make()
  open.push(database.remove)
  return database
}

/** Where no server has been. */
const unused = (name: (typeof DATABASES)[number]) => storage(() => makeEmptyDatabase(name))

async function start(
  at: TestDatabase,
  env: Record<string, string> = {},
  { isFromSources = false } = {},
): Promise<ServerProcess> {
  const server = await startProcess({ storage: at, env, isFromSources })
  open.push(() => server.end('SIGKILL'))
  return server
}

async function call(
  server: ServerProcess,
  path: string,
  { token = '', ...init }: RequestInit & { token?: string } = {},
) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...init.headers }
  return fetch(server.url + path, { ...init, headers })
}

async function logIn(server: ServerProcess, credentials = DEMO): Promise<string> {
  const answer = await call(server, '/api/auth/login', { method: 'POST', body: JSON.stringify(credentials) })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { token: string } }).data.token
}

/** Sends bytes as they are and returns all that comes back until the connection ends. */
function exchange(server: ServerProcess, bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
  })
}

describe.each(DATABASES)('the process on %s', (name) => {
  it('[API-24] [API-497] prints its URL, and [API-25] stops with 0 after requests in progress', async () => {
    const server = await start(await unused(name), {}, AS_SHIPPED)
    expect(server.url).toMatch(/^http:\/\/localhost:[1-9]\d+$/)
    const token = await logIn(server)
    const saves = Array.from({ length: 15 }, () =>
      call(server, '/api/flows', { method: 'POST', token, body: JSON.stringify(flowBody()) }),
    )
    const first = await Promise.race(saves)
    expect(first.status).toBe(201)
    const exit = server.end('SIGTERM')
    const answers = await Promise.allSettled(saves)
    expect(await exit).toBe(0)
    const statuses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.status] : []))
    // One that arrives after the signal is told so.
    expect(statuses.filter((status) => status !== 503)).toEqual(statuses.filter((status) => status === 201))
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(1)
    await expect(call(server, '/api/health')).rejects.toThrow()
  })

  it('[API-28] opens the same database again and finds everything', async () => {
    const at = await unused(name)
    const first = await start(at, {}, AS_SHIPPED)
    const token = await logIn(first)
    const saved = await call(first, '/api/flows', { method: 'POST', token, body: JSON.stringify(flowBody()) })
    const { data } = (await saved.json()) as { data: { id: string } }
    await first.end('SIGKILL')
    const second = await start(at, {}, AS_SHIPPED)
    const loaded = await call(second, `/api/flows/${data.id}`, { token })
    expect(await loaded.json()).toEqual({ data })
  })
})

describe('the process', () => {
  it('[API-25] checkpoints SQLite before it exits', async () => {
    const at = await storage()
    const server = await start(at)
    await logIn(server)
    expect(await readdir(at.dataDir)).toContain('plimsoll.db-wal')
    await server.end()
    expect(await readdir(at.dataDir)).toEqual(['plimsoll.db', 'plimsoll.lock'])
  })

  it('[API-23] lists every invalid variable in one message', async () => {
    const env = { PORT: '70000', SESSION_IDLE: 'soon', PUBLIC_URL: 'plimsoll.example', LOG_LEVEL: 'loud' }
    const failure = await start(await storage(), env).catch((error: Error) => error.message)
    expect(failure).toContain('ended with 1')
    for (const variable of Object.keys(env)) expect(failure).toContain(variable)
  })

  it('[API-23] a database that cannot be opened prevents the start, with its path and the reason', async () => {
    const at = await storage()
    const nowhere = 'postgres://user:secret@localhost:1/x'
    const failure = await start({ ...at, databaseUrl: nowhere }).catch((error: Error) => error.message)
    expect(failure).toMatch(/ended with 1:\nThe database at localhost:1 cannot be opened: .*ECONNREFUSED/)
    expect(failure).not.toContain('secret')
    await writeFile(join(at.dataDir, 'plimsoll.db'), 'This is no database. '.repeat(100))
    await expect(start(at)).rejects.toThrow(/plimsoll\.db cannot be opened: file is not a database/)
    await expect(start({ ...at, dataDir: join(at.dataDir, 'plimsoll.db') })).rejects.toThrow(/DATA_DIR is not a folder/)
  })

  it('[API-498] refuses a database of a newer version and does not change it', async () => {
    const at = await storage()
    await (await start(at)).end()
    const file = join(at.dataDir, 'plimsoll.db')
    const connection = new SqliteConnection(file)
    connection.exec("insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')")
    const before = connection.serialize()
    connection.close()
    await expect(start(at)).rejects.toThrow(/ended with 1[\s\S]*9999-from-the-future/)
    const after = new SqliteConnection(file)
    expect(after.serialize().equals(before)).toBe(true)
    after.close()
  })

  it('[API-622] refuses a data folder that another server has, until that one ends, however it ends', async () => {
    const at = await storage()
    const first = await start(at)
    await expect(start(at)).rejects.toThrow(/ended with 1[\s\S]*Another server runs on the data folder/)
    await logIn(first)
    await first.end('SIGKILL')
    await logIn(await start(at))
  })

  it('[API-627] answers that it is not ready while its database takes no writes', async () => {
    const at = await storage()
    const server = await start(at)
    const other = new SqliteConnection(join(at.dataDir, 'plimsoll.db'))
    other.exec('begin immediate')
    expect((await call(server, '/api/ready')).status).toBe(503)
    expect((await call(server, '/api/health')).status).toBe(200)
    other.exec('rollback')
    other.close()
  })

  it('[API-625] says by HSTS_SUBDOMAINS that HSTS is for the hosts below', async () => {
    const env = { PUBLIC_URL: 'https://plimsoll.example', HSTS_SUBDOMAINS: 'on' }
    const server = await start(await storage(), env)
    const { headers } = await fetch(`${await listeningAt(server)}/api/health`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  it.each([
    ['missing', rm],
    ['empty', (file: string) => writeFile(file, '')],
  ])('[API-623] refuses to begin anew where the database is %s', async (state, spoil) => {
    const at = await storage()
    await (await start(at)).end()
    await spoil(join(at.dataDir, 'plimsoll.db'))
    const before = await readdir(at.dataDir)
    await expect(start(at)).rejects.toThrow(new RegExp(`is ${state}, though[\\s\\S]*admin restore`))
    expect(await readdir(at.dataDir)).toEqual(before)
    await rm(join(at.dataDir, 'plimsoll.lock'))
    await logIn(await start(at))
  })

  it('[API-624] refuses a database of another program and does not change it', async () => {
    const at = await unused('SQLite')
    const file = join(at.dataDir, 'plimsoll.db')
    const connection = new SqliteConnection(file)
    connection.exec('create table recipes (name text)')
    connection.close()
    const before = await readFile(file)
    await expect(start(at)).rejects.toThrow(/belongs to another program/)
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  it('[API-27] makes its folder and files accessible to its own user only', async () => {
    const at = await unused('SQLite')
    const dataDir = join(at.dataDir, 'made', 'by-the-server')
    const server = await start({ ...at, dataDir })
    await logIn(server)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    for (const file of await readdir(dataDir)) expect((await stat(join(dataDir, file))).mode & 0o077).toBe(0)
  })

  it('[API-19] [API-491] a sandbox has four samples and outlives a restart; without demo mode nobody can log in to it', async () => {
    const at = await unused('SQLite')
    const demo = await start(at)
    expect(await (await call(demo, '/api/config')).json()).toEqual({
      data: {
        brand: 'Plimsoll',
        demo: DEMO,
        outbox: '/outbox',
        registration: { mode: 'open', domains: [] },
        singleSignOn: null,
        sendsMail: false,
        resetLinkLifetime: '1 hour',
      },
    })
    const token = await logIn(demo)
    const { data } = (await (await call(demo, '/api/flows', { token })).json()) as { data: { name: string }[] }
    expect(data).toHaveLength(4)
    expect(data[0]?.name.toLowerCase()).toContain('three-tier')
    await demo.end()

    const again = await start(at)
    expect((await call(again, '/api/profile', { token })).status).toBe(200)
    const reopened = await logIn(again)
    await again.end()

    const closed = await start(at, { DEMO_MODE: '0' })
    expect((await call(closed, '/api/profile', { token: reopened })).status).toBe(401)
    const refused = await call(closed, '/api/auth/login', { method: 'POST', body: JSON.stringify(DEMO) })
    expect(refused.status).toBe(401)
    expect(await (await call(closed, '/api/config')).json()).toEqual({
      data: {
        brand: 'Plimsoll',
        demo: null,
        outbox: '/outbox',
        registration: { mode: 'open', domains: [] },
        singleSignOn: null,
        sendsMail: false,
        resetLinkLifetime: '1 hour',
      },
    })
  })

  it('[API-26] logs one JSON object per line, and no secrets', async () => {
    const server = await start(await storage(), { LOG_LEVEL: 'trace' })
    const token = await logIn(server)
    await call(server, '/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ ...DEMO, password: 'canary-Secret1' }),
    })
    await call(server, '/api/profile?token=canary-query', { token })
    await call(server, '/api/profile%0d%0a%1b[31m?a=b', { token })
    await call(server, '/api/flows', { method: 'POST', token, body: '{"name":"canary-body"' })
    await server.end()
    const log = logOf(server.lines)
    const entries = log.map((line) => JSON.parse(line))
    expect(entries.filter(({ msg }) => msg === 'request')).toHaveLength(5)
    expect(entries).toContainEqual(
      expect.objectContaining({ event: 'login', level: 'info', userId: expect.any(String) }),
    )
    expect(entries).toContainEqual(expect.objectContaining({ event: 'login-failed' }))
    for (const secret of [token, DEMO.password, 'canary']) expect(log.join('\n')).not.toContain(secret)
  })

  it('[API-1] responds to malformed requests with the error body', async () => {
    const server = await start(await storage())
    const host = 'host: localhost\r\n'
    const cases = [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
      [`GET /api/config HTTP/1.1\r\n${host}x: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
      [`GET \\api HTTP/1.1\r\n${host}connection: close\r\n\r\n`, 400],
      [`GET /api/%ff HTTP/1.1\r\n${host}connection: close\r\n\r\n`, 400],
      [`TRACE /api/config HTTP/1.1\r\n${host}connection: close\r\n\r\n`, 405],
      [`GET /api/config HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n`, 400],
    ] as const
    for (const [bytes, status] of cases) {
      const answer = await exchange(server, bytes)
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect([bytes.slice(0, 80), head.split(' ')[1]]).toEqual([bytes.slice(0, 80), String(status)])
      expect(JSON.parse(body)).toEqual({ message: expect.any(String) })
      const headers = head.toLowerCase()
      expect(headers).toContain('content-type: application/json; charset=utf-8')
      expect(headers).toContain('x-content-type-options: nosniff')
      expect(headers).toContain("content-security-policy: default-src 'none'")
    }
  })

  it('[REL-SE8] two authorization headers are a 401, one that is too long a 431', async () => {
    const server = await start(await storage())
    const token = await logIn(server)
    const ask = (lines: string) =>
      exchange(server, `GET /api/profile HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${lines}\r\n`)
    const line = `authorization: Bearer ${token}\r\n`
    expect(await ask(line)).toContain('HTTP/1.1 200')
    expect(await ask(line + line)).toContain('HTTP/1.1 401')
    expect(await ask(`${line}authorization: Basic eDp5\r\n`)).toContain('HTTP/1.1 401')
    expect(await ask(`authorization: Bearer ${'x'.repeat(20_000)}\r\n`)).toContain('HTTP/1.1 431')
  })
})
