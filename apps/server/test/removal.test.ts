import { describe, expect, it } from 'vitest'
import { findClosed, removeSlice } from '../src/modules/removal/removal.repository.ts'
import { startRemoval } from '../src/modules/removal/removal.ts'
import { DATABASES } from './support/databases.ts'
import { withFactors } from './support/factors.ts'
import { flowBody } from './support/flows.ts'
import { bulkyFlow } from './support/large-flows.ts'
import { PASSWORD, startTestServer } from './support/test-server.ts'

describe.each(DATABASES)('a deleted account on %s', (name) => {
  it('[API-783] is gone at once, and its data in slices, also after a restart', async () => {
    const server = await startTestServer(name)
    const { token, email } = await server.addUser()
    const friend = await server.addUser()
    const get = (path: string, by = friend.token) => server.request(path, { token: by })
    const save = async (by: string, body: unknown) =>
      (await server.request('/api/flows', { token: by, body })).body.data
    const flows = []
    for (let seed = 0; seed < 6; seed++) flows.push(await save(token, bulkyFlow(500 * 1024, seed)))
    const [first] = flows
    const share = { email: friend.email, role: 'editor' }
    await server.request(`/api/flows/${first.id}/people`, { method: 'PUT', token, body: share })
    const link = await server.request(`/api/flows/${first.id}/links`, { token, body: { role: 'viewer' } })
    expect(link.status).toBe(201)
    const shown = `/api/shared/${link.body.data.token}`
    expect((await get(`/api/flows/${first.id}`)).status).toBe(200)
    // A version by the account in a flow of somebody else.
    const theirs = await save(friend.token, flowBody())
    await server.request(`/api/flows/${theirs.id}/people`, {
      method: 'PUT',
      token: friend.token,
      body: { email, role: 'editor' },
    })
    await server.request(`/api/flows/${theirs.id}`, { method: 'PUT', token, body: { ...flowBody(), version: 1 } })

    // As if the server ended before the first slice.
    const holding = { ...server.database, write: () => new Promise<never>(() => {}) }
    const held = startRemoval({ database: holding, logger: server.logger })
    server.restart({ wakeRemoval: held.wake })
    const body = { currentPassword: PASSWORD, flows: [{ id: first.id, to: null }] }
    expect((await server.request('/api/profile', { method: 'DELETE', token, body })).status).toBe(200)
    expect(await findClosed(server.database.read)).toBeDefined()

    expect((await get('/api/flows', token)).status).toBe(401)
    const login = { email, password: PASSWORD }
    expect((await server.request('/api/auth/login', { body: login })).status).toBe(401)
    expect((await get(`/api/flows/${first.id}`)).status).toBe(404)
    expect((await server.request(shown)).status).toBe(404)
    expect((await get('/api/flows?whose=shared')).body.data).toEqual([])
    const [version] = (await get(`/api/flows/${theirs.id}/versions`)).body.data
    expect(version).toMatchObject({ version: 2, savedBy: null })
    const again = { firstName: 'Ada', lastName: 'King', email, password: PASSWORD }
    expect((await server.request('/api/auth/register', { body: again })).status).toBe(201)

    // Some slices by hand: each takes a bounded part.
    const closed = (await findClosed(server.database.read)) ?? ''
    const left = async () => {
      const { count } = await server.database.read
        .selectFrom('flow_versions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('flow_id', '!=', theirs.id)
        .executeTakeFirstOrThrow()
      return count
    }
    expect(await left()).toBe(6)
    await server.database.write((queries) => removeSlice(queries, closed))
    expect(await left()).toBe(5)
    const resumed = startRemoval({ database: server.database, logger: server.logger })
    await expect.poll(() => findClosed(server.database.read)).toBeUndefined()
    expect(await left()).toBe(0)
    expect((await get('/api/flows')).body.data).toHaveLength(1)
    await resumed.stop()
    await server.stop()
  })

  it('[API-933] leaves no factor and no browser behind, also before its data is removed', async () => {
    const server = await startTestServer(name)
    const user = await server.addUser()
    const { post, logIn, addApp, addPasskey } = withFactors(() => server)
    await logIn(user)
    await addPasskey(user)
    await addApp(user)
    expect((await post('/profile/passkeys/options', user)).status).toBe(200)
    server.restart({ wakeRemoval: () => {} })
    const tables = ['devices', 'passkeys', 'passkey_challenges', 'authenticator_apps', 'recovery_codes'] as const
    const left = () =>
      Promise.all(
        tables.map(async (table) => {
          const rows = server.database.read.selectFrom(table).select('user_id').where('user_id', '=', user.id)
          return (await rows.execute()).length > 0
        }),
      )
    expect(await left()).toEqual(tables.map(() => true))
    expect((await post('/profile', user, { currentPassword: PASSWORD }, 'DELETE')).status).toBe(200)
    expect(await findClosed(server.database.read)).toBe(user.id)
    expect(await left()).toEqual(tables.map(() => false))
    await server.stop()
  })
})
