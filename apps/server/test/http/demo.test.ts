import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareDemoAccount } from '../../src/modules/demo/demo-account.ts'
import { DATABASES } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { mailToken, queuedMails } from '../support/mail-tokens.ts'
import { startTestServer, type TestServer, testHasher } from '../support/test-server.ts'

const makeDemoAccount = ({ database, clock, logger }: TestServer) =>
  prepareDemoAccount({ database, hasher: testHasher, isOn: true, logger, now: () => clock.now })

describe.each(DATABASES)('the demo account on %s', (name) => {
  let server: TestServer
  let account: { email: string; password: string }
  beforeAll(async () => {
    server = await startTestServer(name, { demoMode: true })
    const made = await makeDemoAccount(server)
    if (!made) throw new Error('There is no demo account.')
    account = made
  })
  afterAll(() => server.stop())

  const login = async (from = '192.0.2.1', password = account.password) => {
    const headers = { 'user-agent': `visitor from ${from}` }
    return server.request('/api/auth/login', { body: { email: account.email, password }, from, headers })
  }
  const visit = async (from?: string): Promise<string> => (await login(from)).body.data.token
  const REFUSED = { message: 'The demo account is public, so this cannot be changed here.' }

  it.each([
    ['PUT', '/api/profile', { firstName: 'Ada', lastName: 'King' }],
    ['PUT', '/api/profile/change-password', { currentPassword: 'Waterline1', newPassword: 'Different5Horse' }],
    ['DELETE', '/api/profile', { currentPassword: 'Waterline1' }],
    ['DELETE', '/api/profile/sessions', undefined],
    ['POST', '/api/profile/tokens', { name: 'CI', scope: 'read', days: 1 }],
  ])('[REL-AU11] %s %s is refused', async (method, path, body) => {
    const [token, other] = [await visit(), await visit()]
    const before = (await server.request('/api/profile', { token })).body
    const answer = await server.request(path, { method, token, body })
    expect([answer.status, answer.body]).toEqual([403, REFUSED])
    expect((await server.request('/api/profile', { token: other })).body).toEqual(before)
    expect((await login()).status).toBe(200)
  })

  it('[REL-AU11] a mailed link does not reset its password', async () => {
    const [user] = await server.database.read.selectFrom('users').select('id').where('is_demo', '=', 1).execute()
    const token = await mailToken(server, user?.id ?? '', 'reset')
    const body = { token, newPassword: 'Different5Horse' }
    const answer = await server.request('/api/auth/reset-password', { body })
    expect([answer.status, answer.body]).toEqual([403, REFUSED])
    expect((await login()).status).toBe(200)
    expect(await queuedMails(server, account.email)).toEqual([])
  })

  it('[EDT-492] its samples can be read as a whole on a canvas of 1280 px with a card selected', async () => {
    const token = await visit()
    const { data } = (await server.request('/api/flows', { token })).body
    const small = data.filter(({ nodes }: { nodes: number }) => nodes < 30)
    expect(small.length).toBe(3)
    for (const { id } of small) {
      const { nodes } = (await server.request(`/api/flows/${id}`, { token })).body.data
      const span = (of: 'x' | 'y') => {
        const all = nodes.map(({ position }: { position: Record<'x' | 'y', number> }) => position[of])
        return Math.max(...all) - Math.min(...all)
      }
      // A card is 225 × 75; beside the panels and the controls are 655 × 460 px of the screen.
      expect(0.5 * (span('x') + 225)).toBeLessThanOrEqual(655)
      expect(0.5 * (span('y') + 75)).toBeLessThanOrEqual(460)
    }
  })

  it('[REL-AU16] visitors see and end only their own session', async () => {
    const [mine, theirs] = [await visit('192.0.2.1'), await visit('192.0.2.2')]
    const list = async (token: string) => (await server.request('/api/profile/sessions', { token })).body.data
    const [seen, ...others] = await list(mine)
    expect(others).toEqual([])
    expect(seen).toMatchObject({ isCurrent: true, userAgent: 'visitor from 192.0.2.1' })
    const [their] = await list(theirs)
    const end = (id: string) => server.request(`/api/profile/sessions/${id}`, { method: 'DELETE', token: mine })
    expect((await end(their.id)).status).toBe(404)
    expect((await end(seen.id)).status).toBe(200)
    expect((await server.request('/api/profile', { token: theirs })).status).toBe(200)
  })

  it('[REL-AU15] it holds 20 flows at most', async () => {
    const token = await visit()
    const saves = await Promise.all(
      Array.from({ length: 20 }, () => server.request('/api/flows', { token, body: flowBody() })),
    )
    const statuses = saves.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(16).fill(201), ...Array(4).fill(422)])
    const { data } = (await server.request('/api/flows', { token })).body
    expect(data).toHaveLength(20)
    const removed = await server.request(`/api/flows/${data[0].id}`, { method: 'DELETE', token })
    expect(removed.status).toBe(200)
    expect((await server.request('/api/flows', { token, body: flowBody() })).status).toBe(201)
  })

  it('[REL-AU11] more than 20 visitors can be logged in at once', async () => {
    const tokens: string[] = []
    for (let index = 0; index < 22; index++) tokens.push(await visit())
    expect((await server.request('/api/profile', { token: tokens[0] ?? '' })).status).toBe(200)
  })

  it('[REL-RL2] one visitor’s wrong passwords lock no other one out', async () => {
    for (let index = 0; index < 10; index++) expect((await login('192.0.2.66', 'Wrong4Horse')).status).toBe(401)
    expect((await login('192.0.2.66')).status).toBe(429)
    expect((await login('192.0.2.67')).status).toBe(200)
  })
})

describe.each(DATABASES)('the address of the demo account on %s', (name) => {
  it('[REL-AU17] cannot be registered', async () => {
    const server = await startTestServer(name)
    const body = { firstName: 'Grace', lastName: 'Hopper', email: 'Demo@plimsoll.example', password: 'Correct4Horse' }
    const answer = await server.request('/api/auth/register', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/user already exists/i)
    expect(await makeDemoAccount(server)).toMatchObject({ email: 'demo@plimsoll.example' })
    await server.stop()
  })

  it('[REL-AU18] is not published when a user already has it', async () => {
    const server = await startTestServer(name)
    await server.addUser({ email: 'demo@plimsoll.example' })
    expect(await makeDemoAccount(server)).toBeNull()
    await server.stop()
  })
})
