import { expect, it } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { mailToken, queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, OPEN, PASSWORD } from '../support/test-server.ts'

const MIX = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'
let made = 0

onEachDatabase('registration', (server) => {
  const newAddress = () => `newcomer-${made++}@example.com`
  const form = (changes = {}) => ({
    firstName: 'Ada',
    lastName: 'King',
    email: newAddress(),
    password: PASSWORD,
    ...changes,
  })
  const register = (body: unknown, from = `198.51.100.${made % 250}`) =>
    server().request('/api/auth/register', { body, from })
  const login = (email: string, password = PASSWORD) =>
    server().request('/api/auth/login', { body: { email, password } })
  const verify = (query: string, method = 'GET') => server().request(`/api/auth/verify-email${query}`, { method })
  const resend = (email: unknown, from?: string) =>
    server().request('/api/auth/resend-verification', { body: { email }, ...(from && { from }) })
  const usersOf = (email: string) =>
    server().database.read.selectFrom('users').selectAll().where('email', '=', email).execute()

  it('[API-33] creates an account with an unverified address, and queues the mail with it', async () => {
    const body = form({ email: ` ADA-${made++}@Example.com ` })
    const email = body.email.trim().toLowerCase()
    const wakeUps = server().wakeUps()
    const answer = await register(body)
    expect([answer.status, answer.body]).toEqual([201, { data: { email } }])
    const [user] = await usersOf(email)
    expect(user).toMatchObject({ first_name: 'Ada', last_name: 'King', email_verified_at: null, is_demo: 0 })
    expect(user?.password_hash).toMatch(/^\$argon2id\$/)
    expect(await queuedMails(server(), email)).toEqual(['verify'])
    expect(server().wakeUps()).toBe(wakeUps + 1)
    expect((await login(email)).status).toBe(403)
  })

  it('[API-943] [API-944] an address is the same with its domain in letters and in the spelling for machines', async () => {
    const name = `ada-${made++}`
    const answer = await register(form({ email: `${name}@MÜLLER.de`, firstName: 'Jürgen', lastName: "O'Neil" }))
    expect([answer.status, answer.body]).toEqual([201, { data: { email: `${name}@müller.de` } }])
    expect(await usersOf(`${name}@müller.de`)).toHaveLength(1)
    expect((await login(`${name}@xn--mller-kva.de`)).status).toBe(403)
    expect((await login(`${name}@xn--mller-kva.de`, 'Wrong4Horse')).status).toBe(401)
  })

  it('[API-33] an address with an account is a 400, in any spelling and any state of the account', async () => {
    const { email } = await server().addUser()
    const { email: unverified } = await server().addUser({ isVerified: false })
    const answers = [
      await register(form({ email })),
      await register(form({ email: ` ${email.toUpperCase()} ` })),
      await register(form({ email: unverified })),
    ]
    for (const { status, text } of answers)
      expect([status, text]).toEqual([400, '{"message":"A user already exists with this email address."}'])
    expect(await queuedMails(server(), email)).toEqual([])
    expect(await usersOf(email)).toHaveLength(1)
  })

  it('[REL-EN4] of 50 registrations of one address at once, in five spellings, one creates the account', async () => {
    const email = newAddress()
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, `  ${email.replace('n', 'N')}  `]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => register(form({ email: spellings[index % 5] }), '192.0.2.50')),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 400)])
    for (const { status, body } of answers) if (status === 400) expect(body.message).toContain('user already exists')
    expect(await usersOf(email)).toHaveLength(1)
    expect(await queuedMails(server(), email)).toEqual(['verify'])
  })

  it('[REL-IN10] unknown fields are ignored', async () => {
    const body = form({ id: '1', isEmailVerified: true, is_demo: 1, role: 'admin', createdAt: 0, userId: 'x' })
    expect((await register(body)).status).toBe(201)
    const [user] = await usersOf(body.email)
    expect(user).toMatchObject({ email_verified_at: null, is_demo: 0 })
    expect(user?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(user?.created_at).toBe(server().clock.now)
  })

  it.each([
    [{ firstName: undefined }, { firstName: 'First name is required' }],
    [{ firstName: '' }, { firstName: 'First name is required' }],
    [{ firstName: 'A' }, undefined],
    [{ firstName: 'É'.repeat(50) }, undefined],
    [{ firstName: 'É'.repeat(51) }, { firstName: 'First name cannot exceed 50 characters' }],
    [{ lastName: '  ' }, { lastName: 'Last name is required' }],
    [{ lastName: '𠮷'.repeat(50) }, undefined],
    [{ lastName: '𠮷'.repeat(51) }, { lastName: 'Last name cannot exceed 50 characters' }],
    [{ email: undefined }, { email: 'Email is required' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'ada@example' }, { email: 'Please enter a valid email address' }],
    [{ email: `${'a'.repeat(243)}@example.com` }, { email: 'Please enter a valid email address' }],
    [{ password: '' }, { password: 'Password is required' }],
    [{ password: 'Abcde7x' }, { password: 'Password must be at least 8 characters' }],
    [{ password: 'Abcdef7x' }, undefined],
    [{ password: `Ab3${'😀'.repeat(253)}` }, undefined],
    [{ password: `Ab3${'x'.repeat(254)}` }, { password: 'Password cannot exceed 256 characters' }],
    [{ password: 'abcdefg7' }, { password: MIX }],
    [{ password: 'ABCDEFG7' }, { password: MIX }],
    [{ password: 'Abcdefgh' }, { password: MIX }],
  ])('[REL-IN11] registration with %j', async (changes, errors) => {
    const answer = await register(form(changes))
    expect(answer.status).toBe(errors ? 400 : 201)
    expect(answer.body.errors).toEqual(errors)
  })

  it('[REL-AU1] a password of 256 characters is compared to its last one', async () => {
    const password = `Aa1${'x'.repeat(97)}`
    const { email } = form()
    await register(form({ email, password }))
    const [user] = await usersOf(email)
    await verify(`?token=${await mailToken(server(), user?.id ?? '', 'verify')}`)
    for (const wrong of [password.slice(0, 72), password.toUpperCase(), `${password} `, `aA1${password.slice(3)}`])
      expect((await login(email, wrong)).status).toBe(401)
    expect((await login(email, password)).status).toBe(200)
  })

  it('[API-34] a link verifies the address once, and says so from then on', async () => {
    const { id, email } = await server().addUser({ isVerified: false })
    const token = await mailToken(server(), id, 'verify')
    const first = await verify(`?token=${token}`)
    expect([first.status, first.body]).toEqual([200, { message: 'Your email is verified. You can log in now.' }])
    for (let times = 0; times < 2; times++) {
      const again = await verify(`?token=${token}`)
      expect(again.status).toBe(200)
      expect(again.body.message).toContain('already verified')
    }
    expect((await login(email)).status).toBe(200)
  })

  it('[API-34] links opened twice at once both find the address verified', async () => {
    const { id } = await server().addUser({ isVerified: false })
    const token = await mailToken(server(), id, 'verify')
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(`?token=${token}`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const [user] = await server().database.read.selectFrom('users').selectAll().where('id', '=', id).execute()
    expect(user?.email_verified_at).toBe(server().clock.now)
  })

  it('[REL-IN9] HEAD on a link changes nothing', async () => {
    const { id, email } = await server().addUser({ isVerified: false })
    const token = await mailToken(server(), id, 'verify')
    const looked = await verify(`?token=${token}`, 'HEAD')
    expect([looked.status, looked.text]).toEqual([200, ''])
    expect((await verify('?token=nonsense', 'HEAD')).status).toBe(400)
    expect((await login(email)).status).toBe(403)
    expect((await verify(`?token=${token}`)).body.message).toBe('Your email is verified. You can log in now.')
    expect((await verify(`?token=${token}`, 'HEAD')).status).toBe(200)
  })

  it('[API-34] no token, two tokens, a foreign, an expired, an older and a reset token verify nothing', async () => {
    const { id, email } = await server().addUser({ isVerified: false })
    const missing = await verify('')
    expect([missing.status, missing.body.errors]).toEqual([400, { token: 'No verification token found' }])
    expect((await verify('?token=')).status).toBe(400)
    const older = await mailToken(server(), id, 'verify')
    const token = await mailToken(server(), id, 'verify')
    const reset = await mailToken(server(), id, 'reset')
    expect((await verify(`?token=${token}&token=${token}`)).status).toBe(400)
    for (const bad of [older, reset, 'x'.repeat(43), "' OR 1=1 --", 'x'.repeat(5_000)]) {
      const answer = await verify(`?token=${encodeURIComponent(bad)}`)
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'This verification link is invalid or has expired.' },
      ])
    }
    const { clock } = server()
    clock.now += 24 * HOUR
    expect((await verify(`?token=${token}`)).status).toBe(400)
    clock.now -= 24 * HOUR
    expect((await login(email)).status).toBe(403)
    expect((await verify(`?token=${token}`)).status).toBe(200)
  })

  it('[API-35] unknown and unverified addresses get the same response, and a mail is queued for both', async () => {
    const unknown = newAddress()
    const { email } = await server().addUser({ isVerified: false })
    const [toNobody, toUnverified] = [await resend(` ${unknown.toUpperCase()}`), await resend(email)]
    expect(toNobody.status).toBe(200)
    expect(toNobody.text).toBe(toUnverified.text)
    expect([...toNobody.headers]).toEqual([...toUnverified.headers])
    expect(toNobody.body.message).not.toContain('already verified')
    expect(await queuedMails(server(), unknown)).toEqual(['verify'])
    expect(await queuedMails(server(), email)).toEqual(['verify'])
  })

  it('[API-35] a verified address gets a message that says so, and no mail', async () => {
    const { email } = await server().addUser()
    const answer = await resend(email)
    expect(answer.status).toBe(200)
    expect(answer.body.message).toContain('already verified')
    expect(await queuedMails(server(), email)).toEqual([])
  })

  it.each([undefined, '', 'nobody', 5])('[API-3] another link for %j is refused', async (email) => {
    const answer = await resend(email)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.email).toBe(
      typeof email === 'number' ? 'Must be text' : 'Please enter a valid email address',
    )
  })

  it('[API-700] with REGISTRATION=off nobody makes an account', async () => {
    server().restart({ registration: { mode: 'off', domains: [] } })
    const { status, body } = await register(form())
    expect([status, body.message]).toEqual([403, 'Registration is off here. Ask your administrator for an account.'])
    server().restart({ registration: OPEN })
  })

  it('[API-701] with REGISTRATION=domains only addresses at ALLOWED_DOMAINS do', async () => {
    server().restart({ registration: { mode: 'domains', domains: ['example.org', 'example.net'] } })
    expect((await register(form({ email: 'Ada@Example.ORG' }))).status).toBe(201)
    for (const email of ['ada@example.com', 'ada@sub.example.org', 'ada@notexample.org', 'example.org@example.com']) {
      const { status, body } = await register(form({ email }))
      expect([status, body.errors]).toEqual([400, { email: 'Must be an address at example.org or example.net.' }])
    }
    server().restart({ registration: OPEN })
  })

  it('[API-702] with REGISTRATION=invite only addresses do that were invited to a flow or a team', async () => {
    const { token } = await server().addUser()
    const invited = [newAddress(), newAddress()]
    const { id } = (await server().request('/api/flows', { token, body: flowBody() })).body.data
    const share = { email: invited[0], role: 'viewer' }
    await server().request(`/api/flows/${id}/people`, { method: 'PUT', token, body: share })
    const team = (await server().request('/api/teams', { token, body: { name: 'Harbour' } })).body.data.id
    const member = { email: invited[1], role: 'member' }
    await server().request(`/api/teams/${team}/members`, { method: 'PUT', token, body: member })
    server().restart({ registration: { mode: 'invite', domains: [] } })
    for (const email of invited) expect((await register(form({ email }))).status).toBe(201)
    const { status, body } = await register(form())
    expect([status, body.errors]).toEqual([400, { email: 'Must be an address that was invited to a flow or a team.' }])
    server().restart({ registration: OPEN })
  })
})
