import { expect, it } from 'vitest'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, type TestResponse } from '../support/test-server.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'

onEachDatabase('routes of administrators', (server) => {
  /** Every one that is described; one that is added is among them. */
  async function routes() {
    const { paths } = (await server().request('/api/openapi.json')).body
    return Object.entries<object>(paths)
      .filter(([path]) => path.startsWith('/api/admin/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({
          path: path.replaceAll(/\{\w+\}/g, NOBODYS),
          method: method.toUpperCase(),
        })),
      )
  }

  /** What a caller can tell answers apart by. */
  const bytesOf = ({ status, headers, text }: TestResponse) => JSON.stringify([status, [...headers], text])

  /** Who administers nothing, and why. */
  async function others(): Promise<Record<string, string | undefined>> {
    const [user, demo, disabled, former, expired, tokens] = [
      await server().addUser(),
      await server().addUser({ isDemo: true }),
      await server().addUser({ isAdministrator: true }),
      await server().addUser({ isAdministrator: true }),
      await server().addUser({ isAdministrator: true }),
      await server().addUser({ isAdministrator: true }),
    ]
    await server().database.write(async (queries) => {
      const users = (id: string) => queries.updateTable('users').where('id', '=', id)
      await users(disabled.id).set({ disabled_at: server().clock.now }).execute()
      await users(former.id).set({ role: 'user' }).execute()
      const longAgo = server().clock.now - 25 * HOUR
      await queries.updateTable('sessions').set({ last_seen_at: longAgo }).where('user_id', '=', expired.id).execute()
    })
    const body = { name: 'CI', scope: 'write', days: 1 }
    const made = await server().request('/api/profile/tokens', { token: tokens.token, body })
    return {
      ...{ nobody: undefined, user: user.token, demo: demo.token, disabled: disabled.token, former: former.token },
      ...{ expired: expired.token, 'API token of an administrator': made.body.data.token },
    }
  }

  it('[API-870] are not there for anybody else, byte for byte and before the request is read', async () => {
    const callers = await others()
    const all = await routes()
    expect(all.length).toBeGreaterThan(18)
    for (const { path, method } of all)
      for (const [who, token] of Object.entries(callers)) {
        const call = { method, ...(method !== 'GET' && { text: '{"broken' }), ...(token && { token }) }
        const unknown = await server().request('/api/admin/none', call)
        expect([method, path, who, bytesOf(await server().request(path, call))]).toEqual([
          ...[method, path, who, bytesOf(unknown)],
        ])
        expect(unknown.status).toBe(404)
      }
  })

  it('[API-870] are there for an administrator', async () => {
    const { token } = await server().addUser({ isAdministrator: true })
    for (const { path, method } of await routes()) {
      if (method === 'GET') expect([path, (await server().request(path, { token })).status]).toEqual([path, 200])
    }
    expect((await server().request('/api/profile', { token })).body.data.isAdministrator).toBe(true)
  })
})
