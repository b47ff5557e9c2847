import { expect, it } from 'vitest'
import { withFactors } from '../support/factors.ts'
import { mailToken } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD } from '../support/test-server.ts'

const STEP = 30_000
const WRONG = '000000'

onEachDatabase('authenticator apps', (server) => {
  const { post, logIn, confirm, codeOf, addApp } = withFactors(server)
  const factorsOf = async (user: { token: string }) => (await server().request('/api/profile/factors', user)).body.data

  it('[API-900] [API-901] an app is on once a code of it is confirmed, with ten recovery codes that are told once', async () => {
    const user = await server().addUser()
    await confirm(user)
    const { secret, uri } = (await post('/profile/authenticator', user)).body.data
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain(`otpauth://totp/Plimsoll:${user.email}?`)
    expect((await logIn(user)).status).toBe(200)
    const wrong = await post('/profile/authenticator', user, { code: WRONG }, 'PUT')
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['code']])
    expect((await factorsOf(user)).authenticatorApp).toBe(false)
    const { recoveryCodes } = (await post('/profile/authenticator', user, { code: codeOf(secret) }, 'PUT')).body.data
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^[\da-z]{4}(?:-[\da-z]{4}){5}$/)
    expect(await factorsOf(user)).toMatchObject({ authenticatorApp: true, recoveryCodes: 10, hasPassword: true })
    const stored = await server().database.read.selectFrom('recovery_codes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0].replaceAll('-', ''))
    expect((await post('/profile/authenticator', user)).status).toBe(400)
  })

  it('[API-902] [API-1063] a login then needs a code, and without one opens no session', async () => {
    const user = await server().addUser()
    const { secret } = await addApp(user)
    const sessions = async () =>
      (await server().database.read.selectFrom('sessions').select('user_id').where('user_id', '=', user.id).execute())
        .length
    const before = await sessions()
    const asked = await logIn(user)
    expect([asked.status, asked.body]).toEqual([
      403,
      {
        message: 'This account asks for a second factor.',
        errors: { code: 'Enter the code of your authenticator app, or a recovery code.' },
      },
    ])
    const wrong = await logIn(user, { code: WRONG })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([403, ['code']])
    expect(await sessions()).toBe(before)
    const code = codeOf(secret, 1)
    const { status, body } = await logIn(user, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(status).toBe(200)
    expect((await server().request('/api/profile', { token: body.data.token })).status).toBe(200)
  })

  it('[API-903] a wrong password is answered as ever, with and without a code', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const { secret } = await addApp(user)
    const answers = [
      await logIn(user, { password: 'Wrong4Horse' }),
      await logIn(user, { password: 'Wrong4Horse', code: codeOf(secret, 1) }),
      await logIn(other, { password: 'Wrong4Horse' }),
      await logIn({ email: 'nobody@example.com' }, { code: WRONG }),
    ]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [401, answers[2]?.text]))
    // The code of that attempt is still good.
    expect((await logIn(user, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  it('[API-904] a code is good for once, also at the same time, and for a step before and after', async () => {
    const user = await server().addUser()
    const { secret } = await addApp(user)
    expect((await logIn(user, { code: codeOf(secret) })).status).toBe(403)
    server().clock.now += 3 * STEP
    expect((await logIn(user, { code: codeOf(secret, -2) })).status).toBe(403)
    expect((await logIn(user, { code: codeOf(secret, 2) })).status).toBe(403)
    expect((await logIn(user, { code: codeOf(secret, -1) })).status).toBe(200)
    const code = codeOf(secret, 1)
    const atOnce = await Promise.all([1, 2, 3].map(() => logIn(user, { code })))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    expect((await logIn(user, { code: codeOf(secret) })).status).toBe(403)
  })

  it('[API-905] a recovery code is good for once in place of a code, however it is typed', async () => {
    const user = await server().addUser()
    const { recoveryCodes } = await addApp(user)
    const [first = '', second = ''] = recoveryCodes
    expect((await logIn(user, { code: first })).status).toBe(200)
    expect((await logIn(user, { code: first })).status).toBe(403)
    expect((await logIn(user, { code: ` ${second.toUpperCase().replaceAll('-', ' ')}` })).status).toBe(200)
    expect((await factorsOf(user)).recoveryCodes).toBe(8)
    await confirm(user, recoveryCodes[2])
    const { body } = await post('/profile/recovery-codes', user)
    expect(body.data.recoveryCodes).toHaveLength(10)
    expect((await logIn(user, { code: recoveryCodes[3] })).status).toBe(403)
    expect((await logIn(user, { code: body.data.recoveryCodes[0] })).status).toBe(200)
  })

  it('[API-906] wrong codes are limited for an account, across a restart, and do not cost tries of the password', async () => {
    const user = await server().addUser()
    const { secret, recoveryCodes } = await addApp(user)
    for (let count = 0; count < 10; count++) expect((await logIn(user, { code: WRONG })).status).toBe(403)
    expect((await logIn(user, { code: WRONG })).status).toBe(429)
    server().restart()
    expect((await logIn(user, { code: codeOf(secret, 1) })).status).toBe(429)
    expect((await logIn(user)).status).toBe(403)
    // A recovery code cannot be guessed, and ends the wait.
    expect((await logIn(user, { code: recoveryCodes[0] })).status).toBe(200)
    expect((await logIn(user, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  it('[API-907] a reset password does not turn the app off', async () => {
    const user = await server().addUser()
    const { secret } = await addApp(user)
    const newPassword = `${PASSWORD}9`
    const token = await mailToken(server(), user.id, 'reset')
    expect((await post('/auth/reset-password', {}, { token, newPassword })).status).toBe(200)
    expect((await logIn(user, { password: newPassword })).status).toBe(403)
    expect((await logIn(user, { password: newPassword, code: codeOf(secret, 1) })).status).toBe(200)
  })

  it('[API-908] turning it off needs password and code, and leaves no recovery codes', async () => {
    const user = await server().addUser()
    const { secret } = await addApp(user)
    const off = (body: object) => post('/profile/authenticator', user, body, 'DELETE')
    expect((await off({ password: PASSWORD })).status).toBe(403)
    expect((await off({ password: 'Wrong4Horse', code: codeOf(secret, 1) })).status).toBe(400)
    expect((await off({ code: codeOf(secret, 1) })).status).toBe(400)
    expect((await off({ password: PASSWORD, code: codeOf(secret, 1) })).status).toBe(200)
    expect(await factorsOf(user)).toMatchObject({ authenticatorApp: false, recoveryCodes: 0 })
    expect((await logIn(user)).status).toBe(200)
  })

  it('[API-909] neither secret nor codes are in the log or the export', async () => {
    const user = await server().addUser()
    const { secret, recoveryCodes } = await addApp(user)
    const code = codeOf(secret, 1)
    await logIn(user, { code })
    await logIn(user, { code: recoveryCodes[0] ?? '' })
    const exported = await server().request('/api/profile/export', user)
    const told = JSON.stringify(server().log) + exported.text
    for (const text of [secret, code, recoveryCodes[0] ?? '', recoveryCodes[0]?.replaceAll('-', '') ?? ''])
      expect(told).not.toContain(text)
  })
})
