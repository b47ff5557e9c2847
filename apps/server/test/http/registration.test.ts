import { describe, expect, it } from 'vitest'
import { MAIL_POLICY } from '../../src/modules/limits/limits.policy.ts'
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

  it('[API-33] an address with a verified account is a 400, in any spelling', async () => {
    const { email } = await server().addUser()
    const answers = [await register(form({ email })), await register(form({ email: ` ${email.toUpperCase()} ` }))]
    for (const { status, text } of answers)
      expect([status, text]).toEqual([400, '{"message":"A user already exists with this email address."}'])
    expect(await queuedMails(server(), email)).toEqual([])
    expect(await usersOf(email)).toHaveLength(1)
  })

  it('[REL-EN4] of 50 registrations of one address at once, in five spellings, one account and one mail are left', async () => {
    const email = newAddress()
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, `  ${email.replace('n', 'N')}  `]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => register(form({ email: spellings[index % 5] }), '192.0.2.50')),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(MAIL_POLICY.perRecipient.burst)
    const statuses = [...new Set(answers.map(({ status }) => status))]
    expect(statuses).toContain(201)
    expect(statuses.filter((status) => ![201, 400, 429].includes(status))).toEqual([])
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

  it('[API-840] a new registration of an unverified address replaces the old one, and voids its links', async () => {
    const email = newAddress()
    await register(form({ email, password: 'Attackers4Horse', firstName: 'Mallory' }))
    const [first] = await usersOf(email)
    const link = await mailToken(server(), first?.id ?? '', 'verify')
    expect((await register(form({ email: email.toUpperCase() }))).status).toBe(201)
    const [user, ...others] = await usersOf(email)
    expect([user?.first_name, others]).toEqual(['Ada', []])
    expect(await queuedMails(server(), email)).toEqual(['verify'])
    expect((await verify(`?token=${link}`)).status).toBe(400)
    await verify(`?token=${await mailToken(server(), user?.id ?? '', 'verify')}`)
    expect((await login(email, 'Attackers4Horse')).status).toBe(401)
    expect((await login(email)).status).toBe(200)
    expect((await register(form({ email }))).status).toBe(400)
  })

  it('[API-841] the mails of repeated registrations are within the limits of mails, and what a refused one asked for is not done', async () => {
    const email = newAddress()
    const statuses: number[] = []
    for (let times = 0; times < 6; times++)
      statuses.push(
        (await register(form({ email, firstName: `Ada ${'ABCDEF'[times]}` }), `198.51.100.${times}`)).status,
      )
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429])
    const [user] = await usersOf(email)
    expect(user?.first_name).toBe('Ada C')
    const refused = await register(form({ email }))
    expect(refused.body.message).toMatch(/Please wait \d+ minutes? before/)
  })

  describe('a verification link', () => {
    const confirm = (body: object) => server().request('/api/auth/confirm-password', { body })
    const NEW_PASSWORD = 'Different5Horse'
    const HELD = {
      message: 'Your email is verified. Confirm the password of your account, or set a new one.',
      confirmPassword: true,
    }

    /** An account as a browser registers it, with the link of its mail. */
    async function registered(browser?: string) {
      const email = newAddress()
      await register(form({ email, ...(browser !== undefined && { browser }) }))
      const [user] = await usersOf(email)
      return { email, token: await mailToken(server(), user?.id ?? '', 'verify') }
    }
    async function held(browser?: string) {
      const { email, token } = await registered(browser)
      const answer = await verify(`?token=${token}&browser=another`)
      expect([answer.status, answer.body]).toEqual([200, HELD])
      return { email, token }
    }

    it('[API-842] opened in the browser that registered needs no password, nor does the call with the token alone', async () => {
      const { email, token } = await registered('the same')
      const answer = await verify(`?token=${token}&browser=the%20same`)
      expect(answer.body).toEqual({ message: 'Your email is verified. You can log in now.' })
      expect((await login(email)).status).toBe(200)
      const [user] = await usersOf(email)
      expect(user?.browser_hash).not.toContain('the same')
      for (const browser of [undefined, 'some']) {
        const other = await registered(browser)
        expect((await verify(`?token=${other.token}`)).body).not.toHaveProperty('confirmPassword')
        expect((await login(other.email)).status).toBe(200)
      }
    })

    it.each([undefined, 'the same'])(
      '[API-843] opened in another browser than %j verifies the address, and nobody logs in before the password is confirmed',
      async (browser) => {
        const { email, token } = await held(browser)
        const [user] = await usersOf(email)
        expect(user?.email_verified_at).toBe(server().clock.now)
        const refused = await login(email)
        expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('verification email')])
        expect((await login(email, 'Wrong4Horse')).status).toBe(401)
        // Opened again it asks again.
        expect((await verify(`?token=${token}&browser=`)).body).toEqual(HELD)
        const wrong = await confirm({ token, password: 'Wrong4Horse' })
        expect([wrong.status, wrong.body.errors]).toEqual([
          400,
          { password: 'This is not the password that was chosen at registration.' },
        ])
        expect((await login(email)).status).toBe(403)
        expect((await confirm({ token, password: PASSWORD })).status).toBe(200)
        expect((await login(email)).status).toBe(200)
        expect((await verify(`?token=${token}&browser=`)).body.message).toMatch(/already verified/)
      },
    )

    it('[API-844] who verified the address replaces the password of the registration, once', async () => {
      const { email, token } = await held()
      expect((await confirm({ token, newPassword: 'short' })).body.errors).toHaveProperty('newPassword')
      expect((await confirm({ token })).status).toBe(400)
      expect((await confirm({ token, password: PASSWORD, newPassword: NEW_PASSWORD })).status).toBe(400)
      const answers = await Promise.all(
        ['Aa1aaaaa', 'Bb2bbbbb', 'Cc3ccccc'].map((newPassword) => confirm({ token, newPassword })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      const won = ['Aa1aaaaa', 'Bb2bbbbb', 'Cc3ccccc'][answers.findIndex(({ status }) => status === 200)] ?? ''
      expect((await login(email, PASSWORD)).status).toBe(401)
      expect((await login(email, won)).status).toBe(200)
      expect((await confirm({ token, newPassword: NEW_PASSWORD })).status).toBe(400)
    })

    it('[API-844] no other token does, and none that has expired or verified nothing yet', async () => {
      const { email, token } = await held()
      const { clock } = server()
      const unused = await registered()
      const [user] = await usersOf(email)
      for (const bad of ['x'.repeat(43), unused.token, await mailToken(server(), user?.id ?? '', 'reset')])
        expect((await confirm({ token: bad, newPassword: NEW_PASSWORD })).status).toBe(400)
      clock.now += 24 * HOUR
      expect((await confirm({ token, newPassword: NEW_PASSWORD })).status).toBe(400)
      clock.now -= 24 * HOUR
      expect((await login(email)).status).toBe(403)
    })

    it('[API-845] a reset by mail replaces a held password, too', async () => {
      const { email, token } = await held()
      const [user] = await usersOf(email)
      const reset = await mailToken(server(), user?.id ?? '', 'reset')
      const body = { token: reset, newPassword: NEW_PASSWORD }
      expect((await server().request('/api/auth/reset-password', { body })).status).toBe(200)
      expect((await login(email, NEW_PASSWORD)).status).toBe(200)
      expect((await confirm({ token, newPassword: 'Another6Horse' })).status).toBe(400)
    })
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

  it('[API-702] with REGISTRATION=invite only addresses do that were invited', async () => {
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
    expect([status, body.errors]).toEqual([400, { email: 'Must be an address that was invited.' }])
    server().restart({ registration: OPEN })
  })
})
