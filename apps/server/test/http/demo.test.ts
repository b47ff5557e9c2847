import { parseFlow } from '@plimsoll/flow'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { prepareDemo } from '../../src/modules/demo/demo-account.ts'
import { DEMO_ACCOUNT, DEMO_LIMITS } from '../../src/modules/demo/demo-limits.ts'
import { removeSandboxes } from '../../src/modules/demo/sandboxes.repository.ts'
import { DATABASES } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { mailToken, queuedMails } from '../support/mail-tokens.ts'
import { HOUR, startTestServer, type TestServer } from '../support/test-server.ts'

const DAY = 24 * HOUR
const REFUSED = { message: 'A demo account cannot do this. Register for an account of your own.' }
const RETENTION = {
  sessionIdleMs: DAY,
  sessionMaxMs: 7 * DAY,
  sessionRememberMs: 30 * DAY,
  versionRetentionMs: 365 * DAY,
  auditRetentionMs: 365 * DAY,
}

describe.each(DATABASES)('the demo on %s', (name) => {
  let server: TestServer
  let visitors = 0
  beforeAll(async () => {
    server = await startTestServer(name, { demoMode: true })
  })
  afterAll(() => server.stop())

  const login = (from = `192.0.2.${++visitors}`, token?: string) =>
    server.request('/api/auth/login', { body: DEMO_ACCOUNT, from, ...(token !== undefined && { token }) })
  const visit = async (from?: string, token?: string): Promise<string> => (await login(from, token)).body.data.token
  const profile = (token: string) => server.request('/api/profile', { token })
  const flowsOf = async (token: string) => (await server.request('/api/flows', { token })).body.data
  const save = (token: string, changes = {}) => server.request('/api/flows', { token, body: flowBody(changes) })
  const sandboxes = () => server.database.read.selectFrom('users').select('id').where('is_demo', '=', 1).execute()

  it('[API-19] a login with the credentials of the demo opens a sandbox with four samples that can be read', async () => {
    const token = await visit()
    const { body } = await profile(token)
    const person = { firstName: 'Demo', lastName: 'Sailor', email: DEMO_ACCOUNT.email }
    expect(body.data).toEqual({ ...person, isEmailVerified: true, isAdministrator: false, isDemo: true })
    const flows = await flowsOf(token)
    expect(flows).toHaveLength(4)
    for (const { id } of flows) {
      const { data } = (await server.request(`/api/flows/${id}`, { token })).body
      expect(parseFlow(data).ok).toBe(true)
    }
  })

  it('[REL-AU16] visitors see nothing of each other', async () => {
    const [mine, theirs] = [await visit(), await visit()]
    const { id } = (await save(mine)).body.data
    expect((await flowsOf(theirs)).map((flow: { id: string }) => flow.id)).not.toContain(id)
    expect((await server.request(`/api/flows/${id}`, { token: theirs })).status).toBe(404)
    const renamed = await server.request('/api/profile', {
      method: 'PUT',
      token: mine,
      body: { firstName: 'Ada', lastName: 'King' },
    })
    expect(renamed.body.data).toMatchObject({ firstName: 'Ada', email: DEMO_ACCOUNT.email })
    expect((await profile(theirs)).body.data).toMatchObject({ firstName: 'Demo' })
    expect((await server.request('/api/profile/sessions', { token: theirs })).body.data).toHaveLength(1)
    await server.request('/api/profile/sessions', { method: 'DELETE', token: theirs })
    expect((await profile(mine)).status).toBe(200)
  })

  it.each([
    ['PUT', '/api/profile/change-password', { currentPassword: DEMO_ACCOUNT.password, newPassword: 'Different5Horse' }],
    ['DELETE', '/api/profile', { currentPassword: DEMO_ACCOUNT.password }],
    ['POST', '/api/profile/email-change', { newEmail: 'ada@example.com', currentPassword: DEMO_ACCOUNT.password }],
    ['POST', '/api/profile/tokens', { name: 'CI', scope: 'read', days: 1 }],
    ['POST', '/api/teams', { name: 'Harbour' }],
    ['POST', '/api/flows/{id}/links', {}],
    ['PUT', '/api/flows/{id}/people', { email: 'ada@example.com', role: 'viewer' }],
  ])('[REL-AU11] %s %s is refused in a sandbox', async (method, path, body) => {
    const token = await visit()
    const [{ id }] = await flowsOf(token)
    const answer = await server.request(path.replace('{id}', id), { method, token, body })
    expect([answer.status, answer.body]).toEqual([403, REFUSED])
    expect((await profile(token)).status).toBe(200)
    expect(await queuedMails(server, 'ada@example.com')).toEqual([])
  })

  it('[REL-AU11] no mailed link sets a password of a sandbox, nor does anybody log in to it a second time', async () => {
    await visit()
    const [user] = await server.database.read.selectFrom('users').selectAll().where('is_demo', '=', 1).execute()
    const token = await mailToken(server, user?.id ?? '', 'reset')
    const reset = await server.request('/api/auth/reset-password', { body: { token, newPassword: 'Different5Horse' } })
    expect([reset.status, reset.body]).toEqual([403, REFUSED])
    for (const password of [DEMO_ACCOUNT.password, 'Different5Horse']) {
      const answer = await server.request('/api/auth/login', { body: { email: user?.email, password } })
      expect(answer.status).toBe(401)
    }
  })

  it('[API-831] a sandbox is deleted with its session, by a logout, another login or the end of the session', async () => {
    const before = (await sandboxes()).length
    const first = await visit()
    const { id } = (await save(first)).body.data
    await server.request('/api/auth/logout', { method: 'POST', token: first })
    expect(await sandboxes()).toHaveLength(before)
    const entries = server.database.read.selectFrom('library_entries').select('flow_id').where('flow_id', '=', id)
    expect(await entries.execute()).toEqual([])

    const second = await visit()
    const third = await visit(undefined, second)
    expect((await profile(second)).status).toBe(401)
    expect(await sandboxes()).toHaveLength(before + 1)
    const [session] = (await server.request('/api/profile/sessions', { token: third })).body.data
    await server.request(`/api/profile/sessions/${session.id}`, { method: 'DELETE', token: third })
    expect(await sandboxes()).toHaveLength(before)

    await visit()
    server.clock.now += DAY
    await removeExpired({ database: server.database, config: RETENTION, now: () => server.clock.now })
    expect(await sandboxes()).toEqual([])
  })

  it('[API-832] a sandbox ends after a day, however it is used', async () => {
    const token = await visit()
    for (let hours = 0; hours < 23; hours += 1) {
      server.clock.now += HOUR
      expect((await profile(token)).status).toBe(200)
    }
    server.clock.now += HOUR
    const { status, body } = await profile(token)
    expect([status, body.message]).toEqual([401, 'Your session has ended: it was open for 24 hours.'])
    await removeExpired({ database: server.database, config: RETENTION, now: () => server.clock.now })
    expect(await sandboxes()).toEqual([])
  })

  it('[REL-AU15] a sandbox holds 20 flows at most', async () => {
    const token = await visit()
    const saves = await Promise.all(Array.from({ length: 20 }, () => save(token)))
    const statuses = saves.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(16).fill(201), ...Array(4).fill(422)])
    const [{ id }] = await flowsOf(token)
    expect((await server.request(`/api/flows/${id}`, { method: 'DELETE', token })).status).toBe(200)
    expect((await save(token)).status).toBe(201)
  })

  it('[API-833] the flows of a sandbox have 4 MiB as they are stored, also those in the bin', async () => {
    const token = await visit()
    const { id } = (await save(token)).body.data
    await server.database.write((queries) =>
      queries
        .updateTable('flows')
        .set({ packed: Buffer.alloc(DEMO_LIMITS.flowBytes - 15_000) })
        .where('id', '=', id)
        .execute(),
    )
    // The samples have what is left.
    const full = 'The demo has no room for this. Remove a flow, or register for an account of your own.'
    const text = Array.from({ length: 4_000 }, (_, index) => (index * 7_919).toString(36)).join(' ')
    const large = { simulation: { text } }
    expect(await save(token, large)).toMatchObject({ status: 422, body: { message: full } })
    const [{ id: sample }] = (await flowsOf(token)).filter((flow: { id: string }) => flow.id !== id)
    const again = { ...flowBody(large), version: 1 }
    const update = () => server.request(`/api/flows/${sample}`, { method: 'PUT', token, body: again })
    expect(await update()).toMatchObject({ status: 422, body: { message: full } })
    await server.request(`/api/flows/${id}`, { method: 'DELETE', token })
    expect(await update()).toMatchObject({ status: 422, body: { message: full } })
    const { token: own } = await server.addUser()
    expect((await save(own, large)).status).toBe(201)
  })

  it('[API-834] a network address opens 5 sandboxes an hour at most, and this machine as many as there are', async () => {
    const from = '198.51.100.7'
    for (let times = 0; times < 5; times++) {
      const token = await visit(from)
      await server.request('/api/auth/logout', { method: 'POST', token })
    }
    const refused = await login(from)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringContaining('too often from your network'),
    ])
    expect((await login('198.51.100.8')).status).toBe(200)
    server.clock.now += HOUR
    expect((await login(from)).status).toBe(200)
    for (let times = 0; times < 6; times++) expect((await login('127.0.0.1')).status).toBe(200)
    for (let times = 0; times < 6; times++) expect((await login('::1')).status).toBe(200)
  })

  it('[REL-RL2] one visitor’s wrong passwords lock no other one out', async () => {
    const guess = (from: string) =>
      server.request('/api/auth/login', { body: { ...DEMO_ACCOUNT, password: 'Wrong4Horse' }, from })
    for (let index = 0; index < 10; index++) expect((await guess('203.0.113.66')).status).toBe(401)
    expect((await login('203.0.113.66')).status).toBe(429)
    expect((await login('203.0.113.67')).status).toBe(200)
  })

  it('[EDT-492] in its samples that are templates each connection leads to the right', async () => {
    const token = await visit()
    const small = (await flowsOf(token)).filter(({ nodes }: { nodes: number }) => nodes < 30)
    expect(small.length).toBe(3)
    for (const { id } of small) {
      const { nodes, edges } = (await server.request(`/api/flows/${id}`, { token })).body.data
      const at = new Map(nodes.map((node: { id: string; position: { x: number } }) => [node.id, node.position.x]))
      for (const { source, target } of edges) expect(Number(at.get(target))).toBeGreaterThan(Number(at.get(source)))
    }
  })

  it('[API-835] there are 200 sandboxes at most: the one unused for longest makes room once nobody used it for 10 minutes', async () => {
    await server.database.write(removeSandboxes)
    const others = DEMO_LIMITS.sandboxes - 1
    for (let made = 0; made < others; made++) await server.addUser({ isDemo: true })
    // Of several at once none goes past the others.
    const at = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
    const answers = await Promise.all(at.map((from) => login(from)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503])
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.body.message).toMatch(/Too many demos are open/)
    expect(refused?.headers.get('retry-after')).toBe('600')
    expect(await sandboxes()).toHaveLength(DEMO_LIMITS.sandboxes)

    const [unused] = await sandboxes()
    server.clock.now += DEMO_LIMITS.spareMs
    await server.database.write((queries) =>
      queries
        .updateTable('sessions')
        .set({ last_seen_at: server.clock.now })
        .where('user_id', '!=', unused?.id ?? '')
        .execute(),
    )
    expect((await login()).status).toBe(200)
    expect((await sandboxes()).map(({ id }) => id)).not.toContain(unused?.id)
    expect((await login()).status).toBe(503)
    await server.database.write(removeSandboxes)
  })

  it('[API-491] outside demo mode nobody can log in to it, and its sandboxes are removed', async () => {
    const token = await visit()
    expect(await prepareDemo({ ...server, isOn: false })).toBeNull()
    server.restart({ demoMode: false })
    expect((await profile(token)).status).toBe(401)
    expect((await login()).status).toBe(401)
    expect(await sandboxes()).toEqual([])
    server.restart({ demoMode: true })
  })
})

describe.each(DATABASES)('the address of the demo on %s', (name) => {
  it('[REL-AU17] cannot be registered', async () => {
    const server = await startTestServer(name)
    const body = { firstName: 'Grace', lastName: 'Hopper', email: 'Demo@plimsoll.example', password: 'Correct4Horse' }
    const answer = await server.request('/api/auth/register', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/user already exists/i)
    expect(await prepareDemo({ ...server, isOn: true })).toEqual(DEMO_ACCOUNT)
    await server.stop()
  })

  it('[REL-AU18] is not published when a user already has it', async () => {
    const server = await startTestServer(name, { demoMode: true })
    await server.addUser({ email: DEMO_ACCOUNT.email })
    expect(await prepareDemo({ ...server, isOn: true })).toBeNull()
    const answer = await server.request('/api/auth/login', { body: DEMO_ACCOUNT })
    expect(answer.status).toBe(401)
    await server.stop()
  })
})
