import { expect, it } from 'vitest'
import {
  ADMINISTRATOR_LINK_MS,
  makeAdministratorLink,
  makeFirstAdministratorLink,
} from '../../src/modules/administration/first-administrator.service.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD } from '../support/test-server.ts'

const PUBLIC_URL = 'https://plimsoll.example.com'

onEachDatabase('the first administrator', (server) => {
  const options = () => ({ database: server().database, publicUrl: PUBLIC_URL, now: server().clock.now })
  const newSecret = async () => (await makeAdministratorLink(options())).split('#')[1] ?? ''
  const register = (token: string, email: string) =>
    server().request('/api/auth/first-administrator', {
      body: { token, email, firstName: 'Ada', lastName: 'King', password: PASSWORD },
    })
  const claim = (secret: string, token: string) =>
    server().request('/api/auth/claim-administration', { token, body: { token: secret } })
  const mayAdminister = async (token: string) => (await server().request('/api/admin/users', { token })).status === 200

  it('[API-882] a server without accounts has a link for it, with the secret where browsers send it to nobody', async () => {
    const link = new URL((await makeFirstAdministratorLink(options())) ?? '')
    expect([link.origin, link.pathname, link.search]).toEqual([PUBLIC_URL, '/administrator', ''])
    expect(link.hash).toMatch(/^#[\w-]{43}$/)
    const stored = await server().database.read.selectFrom('administrator_links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(link.hash.slice(1))
    await server().addUser({ isDemo: true, email: 'demo@plimsoll.example' })
    expect(await makeFirstAdministratorLink(options())).not.toBeNull()
    await server().addUser()
    expect(await makeFirstAdministratorLink(options())).toBeNull()
  })

  it('[API-883] makes an account by it that is verified and an administrator; used once, all links are void', async () => {
    const [secret, other] = [await newSecret(), await newSecret()]
    expect((await register(secret, 'Ada@first.example')).status).toBe(201)
    const body = { email: 'ada@first.example', password: PASSWORD }
    const { token } = (await server().request('/api/auth/login', { body })).body.data
    expect(await mayAdminister(token)).toBe(true)
    for (const void_ of [secret, other]) {
      const answer = await register(void_, 'second@first.example')
      expect([answer.status, answer.body.message]).toEqual([
        ...[400, 'This link is not good any more. Ask for another one.'],
      ])
    }
  })

  it('[API-883] an address with an account is refused, and the link stays good', async () => {
    const [secret, user] = [await newSecret(), await server().addUser()]
    expect((await register(secret, user.email)).body.message).toContain('already exists')
    expect((await claim(secret, user.token)).status).toBe(200)
    expect(await mayAdminister(user.token)).toBe(true)
  })

  it('[API-884] makes whoever is signed in an administrator; two at once are one', async () => {
    const [secret, one, two] = [await newSecret(), await server().addUser(), await server().addUser()]
    const answers = await Promise.all([claim(secret, one.token), claim(secret, two.token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect([await mayAdminister(one.token), await mayAdminister(two.token)].sort()).toEqual([false, true])
  })

  it('[API-884] the demo account, a link of yesterday and a guess make nobody one', async () => {
    const [user, demo] = [await server().addUser(), await server().addUser({ isDemo: true })]
    const secret = await newSecret()
    expect((await claim(secret, demo.token)).status).toBe(403)
    server().clock.now += ADMINISTRATOR_LINK_MS
    const again = await server().openSession(user.id)
    for (const guess of [secret, 'x'.repeat(43)]) expect((await claim(guess, again)).status).toBe(400)
    expect(await mayAdminister(again)).toBe(false)
  })
})
