import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { expect, it } from 'vitest'
import type { Database, Queries } from '../../src/database/database.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD, testHasher } from '../support/test-server.ts'

/** Records every query and password check, so that the cost of two requests can be compared. */
function watch(database: Database) {
  const work: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      work.push(`${node.kind} ${tableOf(node)}`)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const watched = (queries: Queries) => queries.withPlugin(plugin)
  return {
    work,
    database: {
      ...database,
      read: watched(database.read),
      write: <Result>(act: (queries: Queries) => Promise<Result>) => {
        work.push('transaction')
        return database.write((queries) => act(watched(queries)))
      },
    },
    hasher: {
      ...testHasher,
      verify: (hash: string | undefined, password: string) => {
        work.push('password check')
        return testHasher.verify(hash, password)
      },
    },
  }
}

function tableOf(node: RootOperationNode): string {
  return /"name":"(users|sessions|mails|mail_tokens|rate_limits)"/.exec(JSON.stringify(node))?.[1] ?? ''
}

onEachDatabase('account enumeration', (server) => {
  it('[REL-EN2] requests cost the same with and without an account', async () => {
    const { email: known } = await server().addUser()
    const { email: unverified } = await server().addUser({ isVerified: false })
    const unknown = 'nobody-at-all@example.com'
    const { work, ...watched } = watch(server().database)
    server().restart(watched)
    const workOf = async (path: string, body: unknown) => {
      work.length = 0
      const { status, text } = await server().request(`/api/auth/${path}`, { body })
      return { status, text, work: [...work] }
    }
    const login = (email: string) => workOf('login', { email, password: 'Wrong4Horse' })
    const [first, ...others] = [await login(known), await login(unverified), await login(unknown)]
    expect(first?.status).toBe(401)
    expect(first?.work).toContain('password check')
    for (const other of others) expect(other).toEqual(first)

    const forgot = (email: string) => workOf('forgot-password', { email })
    const asked = await forgot(known)
    expect(asked.status).toBe(200)
    expect(asked.work).toContain('InsertQueryNode mails')
    for (const email of [unverified, unknown]) expect(await forgot(email)).toEqual(asked)

    const resend = (email: string) => workOf('resend-verification', { email })
    const sent = await resend(unverified)
    expect(sent.status).toBe(200)
    expect(sent.work).toContain('InsertQueryNode mails')
    expect(await resend(unknown)).toEqual(sent)
    server().restart()
  })

  it('[REL-EN1] the only way to learn that an account waits for its verification is its password', async () => {
    const { email } = await server().addUser({ isVerified: false })
    const login = (password: string) => server().request('/api/auth/login', { body: { email, password } })
    expect((await login('Wrong4Horse')).text).toBe('{"message":"Invalid email or password."}')
    const right = await login(PASSWORD)
    expect([right.status, right.body]).toEqual([
      403,
      { message: 'Your email is not verified yet. Please check your inbox.' },
    ])
  })
})
