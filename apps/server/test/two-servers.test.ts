import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabase, type TestDatabase } from './support/databases.ts'
import { flowBody } from './support/flows.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'
import { linkIn, type SmtpSink, startSmtpSink } from './support/smtp-sink.ts'

const PASSWORD = 'Correct4Horse'
const PERSON = { firstName: 'Grace', lastName: 'Hopper', password: PASSWORD }

describe('two servers on one PostgreSQL', () => {
  let storage: TestDatabase
  let sink: SmtpSink
  let servers: [ServerProcess, ServerProcess]
  beforeAll(async () => {
    storage = await makeDatabase('PostgreSQL')
    sink = await startSmtpSink()
    const env = { SMTP_URL: sink.url, DEMO_MODE: '0' }
    servers = [await startProcess({ storage, env }), await startProcess({ storage, env })]
  })
  afterAll(async () => {
    for (const server of servers) await server.end()
    await sink.stop()
    await storage.remove()
  })

  const call = async (which: 0 | 1, path: string, body?: unknown, token = '') => {
    const answer = await fetch(servers[which].url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { data: Record<'id' | 'token', string> } }
  }
  const register = async (email: string) => {
    expect((await call(0, '/api/auth/register', { ...PERSON, email })).status).toBe(201)
    const { pathname, search } = linkIn(await sink.mailTo(email))
    expect((await call(1, `/api${pathname.replace('/', '/auth/')}${search}`)).status).toBe(200)
  }
  const login = (which: 0 | 1, email: string, password = PASSWORD) =>
    call(which, '/api/auth/login', { email, password })

  it('[API-101] writes of one are visible at the other: accounts, links, sessions, flows', async () => {
    const email = 'grace@example.com'
    await register(email)
    expect(sink.mails.filter(({ to }) => to.includes(email))).toHaveLength(1)
    const { token } = (await login(0, email)).body.data
    const saved = await call(1, '/api/flows', flowBody(), token)
    expect(saved.status).toBe(201)
    expect(await call(0, `/api/flows/${saved.body.data.id}`, undefined, token)).toEqual({ ...saved, status: 200 })
    expect((await call(1, '/api/auth/logout', {}, token)).status).toBe(200)
    expect((await call(0, '/api/profile', undefined, token)).status).toBe(401)
  })

  it('[API-101] share the counters of wrong passwords', async () => {
    const email = 'ada@example.com'
    await register(email)
    for (let count = 0; count < 10; count++) {
      const { status } = await login(count % 2 === 0 ? 0 : 1, email, 'Wrong4Horse')
      expect(status).toBe(401)
    }
    for (const which of [0, 1] as const) expect((await login(which, email)).status).toBe(429)
  })
})
