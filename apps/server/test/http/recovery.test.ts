import { expect, it } from 'vitest'
import { mailToken, queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD } from '../support/test-server.ts'

const NEW_PASSWORD = 'Different5Horse'
const BAD_LINK = { message: 'This is an invalid or expired reset link.' }

onEachDatabase('recovery', (server) => {
  const forgot = (email: unknown) => server().request('/api/auth/forgot-password', { body: { email } })
  const reset = (token: unknown, newPassword: unknown = NEW_PASSWORD) =>
    server().request('/api/auth/reset-password', { body: { token, newPassword } })
  const login = (email: string, password: string) => server().request('/api/auth/login', { body: { email, password } })
  const profile = (token: string) => server().request('/api/profile', { token })

  it('[API-36] a request for a reset link gets the same response for every address, and a mail is queued for each', async () => {
    const users = [await server().addUser(), await server().addUser({ isVerified: false })]
    const addresses = ['nobody-at-all@example.com', ...users.map(({ email }) => email)]
    const answers = []
    for (const email of addresses) answers.push(await forgot(` ${email.toUpperCase()} `))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => JSON.stringify([...headers]))).size).toBe(1)
    for (const email of addresses) expect(await queuedMails(server(), email)).toEqual(['reset'])
  })

  it.each([undefined, 'nobody'])('[API-3] a link to reset is not sent to %j', async (email) => {
    const answer = await forgot(email)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual({ email: 'Please enter a valid email address' })
  })

  it('[API-37] a reset sets the password, ends all sessions, logs nobody in and mails the owner', async () => {
    const { id, email, token: session } = await server().addUser()
    const other = await server().openSession(id)
    const token = await mailToken(server(), id, 'reset')
    const answer = await reset(token)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Your password has been reset. You can log in now.' },
    ])
    for (const ended of [session, other]) expect((await profile(ended)).status).toBe(401)
    expect((await login(email, PASSWORD)).status).toBe(401)
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
    expect(await queuedMails(server(), email)).toEqual(['password-changed'])
  })

  it('[API-527] a changed password voids the links that were asked for before', async () => {
    const { id, email, token: session } = await server().addUser()
    const mailed = await mailToken(server(), id, 'reset')
    await forgot(email)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    await server().request('/api/profile/change-password', { method: 'PUT', token: session, body })
    expect((await reset(mailed, 'Another6Horse')).body).toEqual(BAD_LINK)
    expect(await queuedMails(server(), email)).toEqual(['password-changed'])
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('[API-37] a reset verifies the address', async () => {
    const { id, email } = await server().addUser({ isVerified: false })
    expect((await reset(await mailToken(server(), id, 'reset'))).status).toBe(200)
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('[REL-AU6] a used, older, expired, foreign or verification token resets nothing', async () => {
    const { id, email } = await server().addUser()
    const older = await mailToken(server(), id, 'reset')
    const used = await mailToken(server(), id, 'reset')
    expect((await reset(used)).status).toBe(200)
    const fresh = await mailToken(server(), id, 'reset')
    const verify = await mailToken(server(), id, 'verify')
    for (const token of [older, used, verify, 'x'.repeat(43), 'x'.repeat(10_000), `${fresh} `]) {
      const answer = await reset(token, 'Another6Horse')
      expect([answer.status, answer.body]).toEqual([400, BAD_LINK])
    }
    const { clock } = server()
    clock.now += HOUR
    expect((await reset(fresh)).body).toEqual(BAD_LINK)
    clock.now -= HOUR
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
    expect((await reset(fresh, 'Another6Horse')).status).toBe(200)
  })

  it('[REL-AU6] of 50 resets with one token at once exactly one succeeds', async () => {
    const { id, email } = await server().addUser()
    const token = await mailToken(server(), id, 'reset')
    const passwords = Array.from({ length: 50 }, (_, index) => `Different5Horse${index}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    const winners = passwords.filter((_, index) => answers[index]?.status === 200)
    expect(winners).toHaveLength(1)
    for (const { status, body } of answers) if (status !== 200) expect([status, body]).toEqual([400, BAD_LINK])
    expect((await login(email, winners[0] ?? '')).status).toBe(200)
    expect(await queuedMails(server(), email)).toEqual(['password-changed'])
  })

  it('[REL-AU6] a request without a valid link costs no hash', async () => {
    const { id } = await server().addUser()
    const token = await mailToken(server(), id, 'reset')
    let hashes = 0
    const hasher = {
      hash: async () => `hash ${++hashes}`,
      verify: async () => false,
      isOutdated: () => false,
    }
    server().restart({ hasher })
    expect((await reset('x'.repeat(43))).status).toBe(400)
    expect(hashes).toBe(0)
    expect((await reset(token)).status).toBe(200)
    expect(hashes).toBe(1)
    server().restart()
  })

  it.each([
    [{ newPassword: NEW_PASSWORD }, { token: 'Invalid or expired password reset token.' }],
    [{ token: '', newPassword: NEW_PASSWORD }, { token: 'Invalid or expired password reset token.' }],
    [{ token: 'x', newPassword: 'Abcde7x' }, { newPassword: 'Password must be at least 8 characters long' }],
    [{ token: 'x' }, { newPassword: 'Password must be at least 8 characters long' }],
    [
      { token: 'x', newPassword: 'abcdefg7' },
      { newPassword: 'Password must contain at least one uppercase letter, one lowercase letter, and one number' },
    ],
  ])('[API-3] a reset with %j reports the faults', async (body, errors) => {
    const answer = await server().request('/api/auth/reset-password', { body })
    expect([answer.status, answer.body.errors]).toEqual([400, errors])
  })

  it('[API-37] a session that a login opened with the old password meanwhile does not outlive a reset', async () => {
    const { id, email } = await server().addUser()
    const token = await mailToken(server(), id, 'reset')
    const [resetAnswer, ...logins] = await Promise.all([
      reset(token),
      ...Array.from({ length: 8 }, () => login(email, PASSWORD)),
    ])
    expect(resetAnswer.status).toBe(200)
    for (const { status, body } of logins) {
      expect([200, 401]).toContain(status)
      if (status === 200) expect((await profile(body.data.token)).status).toBe(401)
    }
  })
})
