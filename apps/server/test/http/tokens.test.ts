import { expect, it } from 'vitest'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { flowBody } from '../support/flows.ts'
import { mailToken } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR
const NOBODYS = '00000000-0000-4000-8000-000000000000'

onEachDatabase('API tokens', (server) => {
  const tokens = ({ token }: TestUser, path = '', options = {}) =>
    server().request(`/api/profile/tokens${path}`, { token, ...options })
  const make = async (user: TestUser, changes = {}) =>
    (await tokens(user, '', { body: { name: 'Pipeline', scope: 'write', days: 30, ...changes } })).body.data
  const statusOf = async (token: string, method: string, path: string, body?: unknown) =>
    (await server().request(path, { method, token, ...(body !== undefined && { body }) })).status

  it('[API-560] [API-561] are made with name, scope and end, told once, and listed without the token', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const { token, ...made } = await make(user)
    expect(token).toMatch(/^plk_[\w-]{43}$/)
    const end = new Date(server().clock.now + 30 * DAY).toISOString()
    expect(made).toMatchObject({ name: 'Pipeline', scope: 'write', expiresAt: end, lastUsedAt: null })
    expect((await tokens(user)).body).toEqual({ data: [made] })
    expect((await tokens(other)).body).toEqual({ data: [] })
    const stored = await server().database.read.selectFrom('api_tokens').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token.slice(4))
  })

  it('[API-562] one with the scope write loads and saves flows', async () => {
    const user = await server().addUser()
    const { token } = await make(user)
    const made = await server().request('/api/flows', { token, body: flowBody() })
    expect(made.status).toBe(201)
    const path = `/api/flows/${made.body.data.id}`
    expect(await statusOf(token, 'PUT', path, flowBody({ version: 1 }))).toBe(200)
    expect(await statusOf(token, 'GET', `${path}/versions`)).toBe(200)
    expect(await statusOf(token, 'GET', '/api/experiments')).toBe(200)
    expect((await tokens(user)).body.data[0].lastUsedAt).toBe(new Date(server().clock.now).toISOString())
  })

  it('[API-563] one with the scope read changes nothing', async () => {
    const user = await server().addUser()
    const { id } = (await server().request('/api/flows', { token: user.token, body: flowBody() })).body.data
    const { token } = await make(user, { scope: 'read' })
    expect(await statusOf(token, 'GET', `/api/flows/${id}`)).toBe(200)
    for (const [method, path, body] of [
      ['POST', '/api/flows', flowBody()],
      ['PUT', `/api/flows/${id}`, flowBody({ version: 1 })],
      ['DELETE', `/api/flows/${id}`],
      ['PATCH', `/api/flows/${id}/versions/1`, { name: 'Mine' }],
    ] as const)
      expect([path, await statusOf(token, method, path, body)]).toEqual([path, 403])
    expect((await server().request(`/api/flows/${id}`, { token })).body.data.version).toBe(1)
  })

  it('[API-564] accounts, sharing, the bin and tokens need a session', async () => {
    const user = await server().addUser()
    const { id } = (await server().request('/api/flows', { token: user.token, body: flowBody() })).body.data
    const { token } = await make(user)
    for (const [method, path] of [
      ['GET', '/api/profile'],
      ['GET', '/api/profile/export'],
      ['DELETE', '/api/profile'],
      ['GET', '/api/profile/tokens'],
      ['POST', '/api/profile/tokens'],
      ['POST', '/api/auth/logout'],
      ['GET', '/api/bin'],
      ['DELETE', '/api/bin'],
      ['GET', `/api/flows/${id}/sharing`],
      ['PUT', `/api/flows/${id}/people`],
      ['POST', `/api/flows/${id}/links`],
    ] as const)
      expect([path, await statusOf(token, method, path)]).toEqual([path, 403])
  })

  it('[API-565] one that is revoked, has ended, or whose user reset the password opens nothing', async () => {
    const user = await server().addUser()
    const [revoked, short, long] = [await make(user), await make(user, { days: 1 }), await make(user)]
    expect((await tokens(user, `/${revoked.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await statusOf(revoked.token, 'GET', '/api/flows')).toBe(401)
    server().clock.now += DAY
    expect(await statusOf(short.token, 'GET', '/api/flows')).toBe(401)
    expect(await statusOf(long.token, 'GET', '/api/flows')).toBe(200)
    const config = {
      sessionIdleMs: 90 * DAY,
      sessionMaxMs: 90 * DAY,
      sessionRememberMs: 90 * DAY,
      versionRetentionMs: 365 * DAY,
      auditRetentionMs: 365 * 86_400_000,
    }
    await removeExpired({ database: server().database, config, now: () => server().clock.now })
    expect(
      await server().database.read.selectFrom('api_tokens').select('id').where('user_id', '=', user.id).execute(),
    ).toEqual([{ id: long.id }])
    const body = { token: await mailToken(server(), user.id, 'reset'), newPassword: `${PASSWORD}9` }
    await server().request('/api/auth/reset-password', { body })
    expect(await statusOf(long.token, 'GET', '/api/flows')).toBe(401)
  })

  it('[API-566] those of others are unknown', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const { id, token } = await make(user)
    const [theirs, none] = [
      await tokens(other, `/${id}`, { method: 'DELETE' }),
      await tokens(other, `/${NOBODYS}`, { method: 'DELETE' }),
    ]
    expect([theirs.status, theirs.text]).toEqual([404, none.text])
    expect(await statusOf(token, 'GET', '/api/flows')).toBe(200)
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ scope: 'admin' }, 'scope'],
    [{ days: 0 }, 'days'],
    [{ days: 367 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ days: undefined }, 'days'],
  ])('[API-567] %j is refused by name', async (changes, field) => {
    const body = { name: 'Pipeline', scope: 'write', days: 30, ...changes }
    const answer = await tokens(await server().addUser(), '', { body })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]])
  })

  it('[API-568] a user has twenty at most', async () => {
    const user = await server().addUser()
    for (let count = 0; count < 19; count++) await make(user)
    const body = { name: 'At once', scope: 'read', days: 1 }
    const made = await Promise.all(Array.from({ length: 8 }, () => tokens(user, '', { body })))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
    const answer = await tokens(user, '', { body: { name: 'One more', scope: 'read', days: 1 } })
    expect([answer.status, answer.body.errors]).toEqual([400, { name: 'You have 20 API tokens already' }])
  })
})
