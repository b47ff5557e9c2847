import { afterEach, expect, it } from 'vitest'
import { newId } from '../../src/database/ids.ts'
import { claimMail } from '../../src/mail/claim-mail.ts'
import { queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR
let made = 0

onEachDatabase('invitations', (server) => {
  const newAddress = () => `guest-${made++}@invited.example`
  const call = ({ token }: TestUser, path = '', options = {}) =>
    server().request(`/api/admin/invitations${path}`, { token, ...options })
  const invite = (by: TestUser, email: string, isMailed = false) => call(by, '', { body: { email, isMailed } })
  const secretOf = (link: string) => new URL(link).hash.slice(1)
  const open = (token: string) => server().request('/api/auth/invitation', { body: { token } })
  const accept = (token: string, names = { firstName: 'Ada', lastName: 'King' }) =>
    server().request('/api/auth/accept-invitation', { body: { token, password: PASSWORD, ...names } })
  const login = (email: string, password = PASSWORD) =>
    server().request('/api/auth/login', { body: { email, password } })
  const register = (email: string, password = PASSWORD) =>
    server().request('/api/auth/register', { body: { email, password, firstName: 'Eve', lastName: 'X' } })
  const administrator = () => server().addUser({ isAdministrator: true })

  afterEach(() => server().restart())

  it('[API-885] a link to copy makes an account, once, whose address is verified', async () => {
    const [by, email] = [await administrator(), newAddress()]
    const { status, body } = await invite(by, email.toUpperCase())
    expect([status, body.data]).toEqual([201, expect.objectContaining({ email, invitedBy: by.email })])
    expect(body.data.link).toMatch(/^http:\/\/localhost\/invitation#[\w-]{43}$/)
    const secret = secretOf(body.data.link)
    expect((await open(secret)).body).toEqual({ data: { email } })
    const stored = await server().database.read.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(await queuedMails(server(), email)).toEqual([])

    const answers = await Promise.all([accept(secret), accept(secret)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400])
    expect((await login(email)).status).toBe(200)
    expect((await open(secret)).status).toBe(400)
    expect((await call(by)).body.data.map((one: { email: string }) => one.email)).not.toContain(email)
  })

  it.each(['off', 'invite', 'domains'] as const)('[API-886] it does so with REGISTRATION=%s, too', async (mode) => {
    server().restart({ registration: { mode, domains: ['elsewhere.example'] } })
    const [by, email] = [await administrator(), newAddress()]
    const secret = secretOf((await invite(by, email)).body.data.link)
    expect((await accept(secret)).status).toBe(201)
  })

  it('[API-886] with REGISTRATION=invite an invited address may also register without the link', async () => {
    server().restart({ registration: { mode: 'invite', domains: [] } })
    const [by, email] = [await administrator(), newAddress()]
    expect((await register(email)).status).toBe(400)
    await invite(by, email)
    expect((await register(email)).status).toBe(201)
    expect((await login(email)).status).toBe(403)
  })

  it('[API-887] a mail brings the link where mail is sent, and each attempt another one', async () => {
    const [by, email] = [await administrator(), newAddress()]
    const { data } = (await invite(by, email, true)).body
    expect([data.link, await queuedMails(server(), email)]).toEqual([null, ['invited']])
    const send = async () => {
      server().clock.now += 60_000
      const options = {
        now: server().clock.now,
        leaseMs: 10,
        publicUrl: 'https://p.example',
        ttlMs: { verify: 1, reset: 1 },
      }
      for (;;) {
        const claimed = await server().database.write((queries) => claimMail(queries, options))
        if (claimed?.claimed.email === email || !claimed) return claimed?.mail
      }
    }
    const [first, second] = [await send(), await send()]
    const links = [first, second].map(
      (mail) => /https:\/\/p\.example\/invitation#[\w-]{43}/.exec(mail?.text ?? '')?.[0],
    )
    expect((await open(secretOf(links[0] ?? ''))).status).toBe(400)
    expect((await accept(secretOf(links[1] ?? ''))).status).toBe(201)
    expect(await queuedMails(server(), email)).toEqual([])
  })

  it('[API-887] without mail the link is to be copied, also when a mail was asked for', async () => {
    server().restart({ hasMail: false })
    const { data } = (await invite(await administrator(), newAddress(), true)).body
    expect(data.link).toContain('/invitation#')
  })

  it('[API-888] one that is revoked, replaced or over opens nothing', async () => {
    const [by, emails] = [await administrator(), [newAddress(), newAddress(), newAddress()] as const]
    const [revoked, replaced, over] = [
      (await invite(by, emails[0])).body.data,
      (await invite(by, emails[1])).body.data,
      (await invite(by, emails[2])).body.data,
    ]
    expect((await call(by, `/${revoked.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await call(by, `/${revoked.id}`, { method: 'DELETE' })).status).toBe(404)
    const { link } = (await call(by, `/${replaced.id}/link`, { method: 'POST' })).body.data
    for (const one of [revoked, replaced]) expect((await accept(secretOf(one.link))).status).toBe(400)
    expect((await open(secretOf(link))).status).toBe(200)
    server().clock.now += 7 * DAY
    for (const one of [link, over.link]) expect((await accept(secretOf(one))).status).toBe(400)
    const again = { ...by, token: await server().openSession(by.id) }
    const listed = (await call(again)).body.data.find((one: { id: string }) => one.id === over.id)
    expect(listed).toMatchObject({ isExpired: true })
    expect((await invite(again, emails[2])).status).toBe(201)
  })

  it('[API-889] an address with an account is not invited, and whoever registered it before is replaced', async () => {
    const [by, user, email] = [await administrator(), await server().addUser(), newAddress()]
    const answer = await invite(by, user.email)
    expect([answer.status, answer.body.errors]).toEqual([400, { email: 'This address has an account already.' }])
    await register(email, 'Strangers4Password')
    const secret = secretOf((await invite(by, email)).body.data.link)
    expect((await accept(secret)).status).toBe(201)
    expect([(await login(email)).status, (await login(email, 'Strangers4Password')).status]).toEqual([200, 401])
  })

  it('[API-996] there are a thousand at most, also of those that are made at once', async () => {
    const by = await administrator()
    await server().database.write(async (queries) => {
      await queries.deleteFrom('invitations').execute()
      const rows = Array.from({ length: 997 }, () => {
        const id = newId()
        return { id, email: `${id}@invited.example`, created_at: 1, expires_at: 1 }
      })
      await queries.insertInto('invitations').values(rows).execute()
    })
    const answers = await Promise.all(Array.from({ length: 6 }, () => invite(by, newAddress())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused?.body.errors.email).toContain('There are 1000 invitations already')
    await server().database.write((queries) => queries.deleteFrom('invitations').execute())
  })

  it('[API-889] names and password are checked as at registration', async () => {
    const secret = secretOf((await invite(await administrator(), newAddress())).body.data.link)
    const answer = await accept(secret, { firstName: '', lastName: 'x'.repeat(51) })
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([400, ['firstName', 'lastName']])
    expect((await open(secret)).status).toBe(200)
  })
})
