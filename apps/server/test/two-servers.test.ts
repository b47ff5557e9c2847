import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDatabase, type TestDatabase } from './support/databases.ts'
import { flowBody } from './support/flows.ts'
import { createHttpClient, type HttpCall, type HttpClient } from './support/http-client.ts'
import { bulkyFlow } from './support/large-flows.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'
import { linkIn, type SmtpSink, startSmtpSink } from './support/smtp-sink.ts'

const PASSWORD = 'Correct4Horse'
const PERSON = { firstName: 'Grace', lastName: 'Hopper', password: PASSWORD }
const MOST_FLOWS = 12
const KIB = 1024

type Which = 0 | 1

describe('two servers on one PostgreSQL', () => {
  let storage: TestDatabase
  let sink: SmtpSink
  let servers: ServerProcess[]
  let clients: HttpClient[]
  beforeAll(async () => {
    storage = await makeDatabase('PostgreSQL')
    sink = await startSmtpSink()
    const env = { SMTP_URL: sink.url, DEMO_MODE: '0', FLOWS_PER_USER: `${MOST_FLOWS}`, USER_QUOTA_MB: '1' }
    servers = await Promise.all([env, env].map((each) => startProcess({ storage, env: each, hasCheapHashes: true })))
    clients = servers.map(({ url }) => createHttpClient(url))
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    for (const server of servers) await server.end()
    await sink.stop()
    await storage.remove()
  })

  const call = (which: Which, path: string, options: HttpCall = {}) => {
    const client = clients[which]
    if (!client) throw new Error(`There is no server ${which}.`)
    return client.call(`/api${path}`, options)
  }
  const statusOf = async (which: Which, path: string, options?: HttpCall) => (await call(which, path, options)).status
  /** The same at both at once, so many times at each. */
  const atBoth = (times: number, path: string, options: (index: number) => HttpCall) =>
    Promise.all(Array.from({ length: 2 * times }, (_, index) => call(index % 2 === 0 ? 0 : 1, path, options(index))))
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b)

  const register = async (email: string) => {
    expect(await statusOf(0, '/auth/register', { body: { ...PERSON, email } })).toBe(201)
    const { pathname, search } = linkIn(await sink.mailTo(email))
    expect(await statusOf(1, `${pathname.replace('/', '/auth/')}${search}`)).toBe(200)
  }
  const login = (which: Which, email: string, password = PASSWORD) =>
    call(which, '/auth/login', { body: { email, password } })
  const tokenOf = async (which: Which, email: string, password?: string): Promise<string> =>
    (await login(which, email, password)).body.data.token
  /** Somebody who is signed in at the first server. */
  const addUser = async (name: string) => {
    const email = `${name}@example.com`
    await register(email)
    return { email, token: await tokenOf(0, email) }
  }
  const addFlow = async (token: string): Promise<string> =>
    (await call(0, '/flows', { token, body: flowBody() })).body.data.id

  it('[API-101] writes of one are visible at the other: accounts, links, sessions, flows', async () => {
    const { email, token } = await addUser('grace')
    expect(sink.mails.filter(({ to }) => to.includes(email))).toHaveLength(1)
    const saved = await call(1, '/flows', { token, body: flowBody() })
    expect(saved.status).toBe(201)
    const loaded = await call(0, `/flows/${saved.body.data.id}`, { token })
    expect([loaded.status, loaded.body]).toEqual([200, saved.body])
  })

  it('[API-101] share the counters of wrong passwords', async () => {
    const { email } = await addUser('ada')
    for (let count = 0; count < 10; count++) {
      const { status } = await login(count % 2 === 0 ? 0 : 1, email, 'Wrong4Horse')
      expect(status).toBe(401)
    }
    for (const which of [0, 1] as const) expect((await login(which, email)).status).toBe(429)
  })

  it('[API-960] a session that ends at one is over at the other at once, however it ends', async () => {
    const { email, token } = await addUser('barbara')
    const isOpen = (other: string) => statusOf(1, '/profile', { token: other })
    const open = async () => {
      const other = await tokenOf(1, email)
      expect(await isOpen(other)).toBe(200)
      return other
    }
    const loggedOut = await open()
    expect(await statusOf(0, '/auth/logout', { token: loggedOut, body: {} })).toBe(200)
    expect(await isOpen(loggedOut)).toBe(401)

    const ended = await open()
    expect(await statusOf(0, '/profile/sessions', { method: 'DELETE', token })).toBe(200)
    expect(await isOpen(ended)).toBe(401)

    const changed = await open()
    const body = { currentPassword: PASSWORD, newPassword: 'Different5Horse' }
    expect(await statusOf(0, '/profile/change-password', { method: 'PUT', token, body })).toBe(200)
    expect([await isOpen(changed), await isOpen(token)]).toEqual([401, 200])

    const remove = { method: 'DELETE', token, body: { currentPassword: 'Different5Horse' } }
    expect(await statusOf(0, '/profile', remove)).toBe(200)
    expect(await isOpen(token)).toBe(401)
    expect((await login(1, email, 'Different5Horse')).status).toBe(401)
  })

  it('[API-961] what is revoked at one opens nothing at the other: shares, links and API tokens', async () => {
    const [owner, other] = [await addUser('edsger'), await addUser('tony')]
    const { token } = owner
    const id = await addFlow(token)

    const share = { email: other.email, role: 'editor' }
    expect(await statusOf(0, `/flows/${id}/people`, { method: 'PUT', token, body: share })).toBe(200)
    expect(await statusOf(1, `/flows/${id}`, { token: other.token })).toBe(200)
    const unshare = { method: 'DELETE', token, body: { email: other.email } }
    expect(await statusOf(0, `/flows/${id}/people`, unshare)).toBe(200)
    expect(await statusOf(1, `/flows/${id}`, { token: other.token })).toBe(404)

    const link = await call(0, `/flows/${id}/links`, { token, body: { role: 'viewer', days: null, password: null } })
    expect(await statusOf(1, `/shared/${link.body.data.token}`)).toBe(200)
    const { id: linkId } = link.body.data
    expect(await statusOf(0, `/flows/${id}/links/${linkId}`, { method: 'DELETE', token })).toBe(200)
    expect(await statusOf(1, `/shared/${link.body.data.token}`)).toBe(404)

    const made = await call(0, '/profile/tokens', { token, body: { name: 'Pipeline', scope: 'read', days: 1 } })
    expect(await statusOf(1, '/flows', { token: made.body.data.token })).toBe(200)
    expect(await statusOf(0, `/profile/tokens/${made.body.data.id}`, { method: 'DELETE', token })).toBe(200)
    expect(await statusOf(1, '/flows', { token: made.body.data.token })).toBe(401)
  })

  it('[API-962] of saves of one version at both at once one is stored, and the others are conflicts', async () => {
    const { token } = await addUser('donald')
    const id = await addFlow(token)
    const answers = await atBoth(3, `/flows/${id}`, (index) => ({
      ...{ method: 'PUT', token, body: flowBody({ name: `Save ${index}`, version: 1 }) },
    }))
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
    const stored = answers.find(({ status }) => status === 200)?.body.data
    for (const which of [0, 1] as const)
      expect((await call(which, `/flows/${id}`, { token })).body.data).toMatchObject({ version: 2, name: stored.name })
  })

  it('[API-963] saves with one Idempotency-Key at both at once make one flow', async () => {
    const { token } = await addUser('frances')
    const headers = { 'idempotency-key': 'e7a1b1f0-6f6c-4d3e-9b2e-3a5a0a4c7d11' }
    const answers = await atBoth(3, '/flows', () => ({ token, headers, body: flowBody() }))
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await call(1, '/flows', { token })).body.data).toHaveLength(1)
  })

  it('[API-964] saves at both at once leave nobody more flows or bytes than one may have', async () => {
    const [many, large] = [await addUser('many'), await addUser('large')]
    const counted = await atBoth(MOST_FLOWS, '/flows', () => ({ token: many.token, body: flowBody() }))
    expect(counted.filter(({ status }) => status === 201)).toHaveLength(MOST_FLOWS)

    const weighed = await atBoth(4, '/flows', (index) => ({
      token: large.token,
      body: bulkyFlow(160 * KIB, index + 1),
    }))
    expect(new Set(statuses(weighed))).toEqual(new Set([201, 422]))
    const { usedBytes: used, allowedBytes: allowed } = (await call(1, '/profile/storage', { token: large.token })).body
      .data
    expect(allowed).toBe(KIB * KIB)
    expect(used).toBeLessThanOrEqual(allowed)
  })

  it('[API-965] guesses at both at once are checked as often as at one', async () => {
    const { email } = await addUser('alan')
    const answers = await atBoth(15, '/auth/login', () => ({ body: { email, password: 'Wrong4Horse' } }))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('[API-965] an address gets as many mails by both at once as by one', async () => {
    const { email } = await addUser('katherine')
    const before = sink.mails.length
    const answers = await atBoth(5, '/auth/forgot-password', () => ({ body: { email } }))
    const sent = answers.filter(({ status }) => status === 200).length
    // Apart from links that verify an address.
    expect(sent).toBe(3)
    await sink.received(before + sent)
    expect(sink.mails).toHaveLength(before + sent)
  })

  it('[API-966] an address that is registered at both at once has one account and one mail', async () => {
    const email = 'margaret@example.com'
    const answers = await atBoth(3, '/auth/register', () => ({ body: { ...PERSON, email } }))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect((await storage.readEmails()).filter((one) => one === email)).toHaveLength(1)
  })

  it('[API-966] a mailed link that is sent to both at once works once', async () => {
    const { email } = await addUser('radia')
    const from = sink.mails.length
    expect(await statusOf(1, '/auth/forgot-password', { body: { email } })).toBe(200)
    const token = linkIn(await sink.mailTo(email, { from })).searchParams.get('token')
    const answers = await atBoth(3, '/auth/reset-password', (index) => ({
      body: { token, newPassword: `Different${index}Horse` },
    }))
    expect(statuses(answers)).toEqual([200, 400, 400, 400, 400, 400])
    const set = answers.findIndex(({ status }) => status === 200)
    expect((await login(1, email, `Different${set}Horse`)).status).toBe(200)
  })

  it('[API-967] an experiment that is queued at one is told and ended at the other', async () => {
    const { token } = await addUser('leslie')
    const { description: _, ...design } = flowBody({ simulation: { durationS: 300, replications: 4 } })
    const queued = await call(0, '/experiments', { token, body: { kind: 'simulate', design } })
    expect(queued.status).toBe(202)
    const path = `/experiments/${queued.body.data.id}`
    expect((await call(1, path, { token })).body.data.kind).toBe('simulate')
    expect(await statusOf(1, path, { method: 'DELETE', token })).toBe(200)
    for (const which of [0, 1] as const) expect(await statusOf(which, path, { token })).toBe(404)
  })
})
