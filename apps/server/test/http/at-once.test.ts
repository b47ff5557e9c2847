import { expect, it } from 'vitest'
import { pinnedRandom } from '../support/attack.ts'
import { mailToken } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD, startTestServer } from '../support/test-server.ts'

const ROUNDS = 6
const AT_ONCE = 40
const PASSWORDS = [PASSWORD, 'Different5Horse', 'Wrong4Horse']

/** Hashes at no cost, so that requests contend for the database and not for the hasher. */
const hasher = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) =>
    hash !== undefined && (hash === `hash of ${password}` || (!hash.startsWith('hash of') && password === PASSWORD)),
  isOutdated: (hash: string) => !hash.startsWith('hash of'),
}

onEachDatabase('everything at once', (server) => {
  it('[REL-AC4] concurrent requests of any kind are all answered, and none is done by half', async () => {
    const random = pinnedRandom()
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
    server().restart({ hasher })
    for (let round = 0; round < ROUNDS; round++) {
      const users = await Promise.all([server().addUser(), server().addUser(), server().addUser({ isVerified: false })])
      const links = await Promise.all(users.map(({ id }) => mailToken(server(), id, pick(['reset', 'verify']))))
      const own = (method: string, path: string, body?: unknown) => () =>
        server().request(`/api/profile${path}`, { method, token: pick(users).token, body })
      const auth = (path: string, body: () => unknown) => () =>
        server().request(`/api/auth/${path}`, { body: body(), from: pick(['10.9.0.1', '10.9.0.2']) })
      const actions = [
        auth('login', () => ({ email: pick(users).email, password: pick(PASSWORDS) })),
        auth('register', () => ({ firstName: 'Ada', lastName: 'King', email: pick(users).email, password: PASSWORD })),
        auth('forgot-password', () => ({ email: pick(users).email })),
        auth('resend-verification', () => ({ email: pick(users).email })),
        auth('reset-password', () => ({ token: pick(links), newPassword: pick(PASSWORDS) })),
        () => server().request(`/api/auth/verify-email?token=${pick(links)}`),
        own('PUT', '/change-password', { currentPassword: PASSWORD, newPassword: PASSWORDS[1] }),
        own('PUT', '', { firstName: 'Ada', lastName: 'King' }),
        own('DELETE', '/sessions'),
        own('GET', '/export'),
        own('DELETE', '', { currentPassword: PASSWORD }),
      ]
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => pick(actions)()))
      const odd = answers.filter(({ status }) => ![200, 201, 400, 401, 403, 429].includes(status))
      expect(odd.map(({ status, text }) => [status, text])).toEqual([])
    }
    const { read } = server().database
    for (const table of ['sessions', 'flows', 'mail_tokens'] as const) {
      const users = read.selectFrom('users').select('id')
      expect(await read.selectFrom(table).select('user_id').where('user_id', 'not in', users).execute()).toEqual([])
    }
    server().restart()
  })
})

it('[REL-AC4] two transactions in a deadlock on PostgreSQL both succeed', async () => {
  const server = await startTestServer('PostgreSQL')
  const users = [await server.addUser(), await server.addUser()]
  const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const count = async (first: number) => {
    await server.database.write(async (queries) => {
      for (const index of [first, 1 - first]) {
        await queries
          .updateTable('users')
          .set(({ eb }) => ({ updated_at: eb('updated_at', '+', 1) }))
          .where('id', '=', users[index]?.id ?? '')
          .execute()
        reached[first]?.resolve()
        await reached[1 - first]?.promise
      }
    })
  }
  await Promise.all([count(0), count(1)])
  const rows = await server.database.read.selectFrom('users').select(['created_at', 'updated_at']).execute()
  expect(rows.map(({ created_at, updated_at }) => updated_at - created_at)).toEqual([2, 2])
  await server.stop()
})
