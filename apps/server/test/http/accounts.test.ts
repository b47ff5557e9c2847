import { expect, it } from 'vitest'
import { createPasswordHasher } from '../../src/modules/auth/password-hasher.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD } from '../support/test-server.ts'

const NEW_PASSWORD = 'Different5Horse'

onEachDatabase('accounts', (server) => {
  const login = (email: string, password: string, headers = {}) =>
    server().request('/api/auth/login', { body: { email, password }, headers })
  const profile = (token: string) => server().request('/api/profile', { token })
  const changePassword = (token: string, body: unknown) =>
    server().request('/api/profile/change-password', { method: 'PUT', token, body })

  it('[API-6] a login returns a token that opens the profile', async () => {
    const { email } = await server().addUser()
    const answer = await login(email, PASSWORD)
    expect(answer.status).toBe(200)
    const { data } = answer.body
    expect((await profile(data.token)).status).toBe(200)
  })

  it('[API-6] an unknown address and a wrong password get the same response', async () => {
    const { email } = await server().addUser()
    const answers = await Promise.all([login(email, 'Wrong4Horse'), login('nobody@example.com', PASSWORD)])
    const [wrong, unknown] = answers.map(({ text }) => text)
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect(wrong).toBe(unknown)
    expect(wrong).toBe('{"message":"Invalid email or password."}')
    expect([...(answers[0]?.headers ?? [])]).toEqual([...(answers[1]?.headers ?? [])])
  })

  it('[API-6] case and surrounding spaces of an address do not matter; those of a password do', async () => {
    const { email } = await server().addUser()
    expect((await login(` ${email.toUpperCase()} `, PASSWORD)).status).toBe(200)
    expect((await login(email, PASSWORD.toLowerCase())).status).toBe(401)
    expect((await login(email, `${PASSWORD} `)).status).toBe(401)
  })

  it('[API-7] only the correct password reveals that the address is not verified', async () => {
    const { email } = await server().addUser({ isVerified: false })
    const wrong = await login(email, 'Wrong4Horse')
    expect(wrong.status).toBe(401)
    const right = await login(email, PASSWORD)
    expect(right.status).toBe(403)
    expect(right.body.message).toContain('verified')
  })

  it.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [
      { email: '', password: '' },
      { email: 'Email is required', password: 'Password is required' },
    ],
    [
      { email: 'a@b', password: '1234567' },
      { email: 'Please enter a valid email address', password: 'Password must be at least 8 characters' },
    ],
  ])('[API-3] login with %j reports the fault of each field', async (body, errors) => {
    const answer = await server().request('/api/auth/login', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual(errors)
  })

  it('[REL-SE1] [REL-SE12] tokens are 256 random bits, and the database has only hashes', async () => {
    const { email, id } = await server().addUser()
    const tokens: string[] = []
    for (let index = 0; index < 5; index++) tokens.push((await login(email, PASSWORD)).body.data.token)
    expect(new Set(tokens).size).toBe(5)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const rows = await server().database.read.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
    expect(rows).toHaveLength(6)
    for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('[REL-SE2] [REL-SE13] a logout ends its session and no other', async () => {
    const { id, token } = await server().addUser()
    const other = await server().openSession(id)
    expect((await server().request('/api/auth/logout', { method: 'POST', token })).status).toBe(200)
    expect((await profile(token)).status).toBe(401)
    expect((await server().request('/api/auth/logout', { method: 'POST', token })).status).toBe(401)
    expect((await profile(other)).status).toBe(200)
  })

  it('[API-10] an unused session ends; a used one continues until its absolute limit', async () => {
    const { id } = await server().addUser()
    const { clock } = server()
    const start = clock.now
    const quiet = await server().openSession(id)
    const busy = await server().openSession(id)
    try {
      for (let hours = 12; hours < 24 * 7; hours += 12) {
        clock.now = start + hours * HOUR
        expect((await profile(busy)).status).toBe(200)
        if (hours >= 24) expect((await profile(quiet)).status).toBe(401)
      }
      clock.now = start + 24 * 7 * HOUR
      expect((await profile(busy)).status).toBe(401)
    } finally {
      clock.now = start
    }
  })

  it('[API-10] a login removes the expired sessions of its user', async () => {
    const { id, email } = await server().addUser()
    const { clock, database } = server()
    clock.now += 25 * HOUR
    await login(email, PASSWORD)
    clock.now -= 25 * HOUR
    expect(
      await database.read.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute(),
    ).toHaveLength(1)
  })

  it('[API-8] [API-481] the profile shows the user and changes names only', async () => {
    const { email, token } = await server().addUser()
    const shown = { firstName: 'Grace', lastName: 'Hopper', email, isEmailVerified: true, isAdministrator: false }
    expect((await profile(token)).body).toEqual({ data: shown })
    const answer = await server().request('/api/profile', {
      method: 'PUT',
      token,
      body: { firstName: 'Ada', lastName: 'King Noël', email: 'x@y.zz', isEmailVerified: false, id: '1', is_demo: 1 },
    })
    const changed = { ...shown, firstName: 'Ada', lastName: 'King Noël' }
    expect(answer.body).toMatchObject({ data: changed })
    expect((await profile(token)).body).toEqual({ data: changed })
  })

  it.each([
    ['A', 'First name must be at least 2 characters long'],
    [' A ', 'First name must be at least 2 characters long'],
    ['A'.repeat(51), 'First name cannot exceed 50 characters'],
    ['R2D2', 'First name must contain only letters and spaces'],
    [undefined, 'First name is required'],
  ])('[API-481] the first name %j is refused', async (firstName, message) => {
    const { token } = await server().addUser()
    const body = { firstName, lastName: 'Hopper' }
    const answer = await server().request('/api/profile', { method: 'PUT', token, body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ message: 'Some fields need your attention.', errors: { firstName: message } })
  })

  it('[API-525] [API-526] names of any script are taken, and one that is unchanged stays', async () => {
    const { id, token } = await server().addUser()
    await server().database.write((queries) =>
      queries.updateTable('users').set({ first_name: 'J' }).where('id', '=', id).execute(),
    )
    const body = { firstName: 'J', lastName: 'O’Neil-Ångström Jr.' }
    const answer = await server().request('/api/profile', { method: 'PUT', token, body })
    expect([answer.status, answer.body.data]).toMatchObject([200, body])
  })

  it('[API-482] [API-483] a changed password is effective at once and ends the other sessions', async () => {
    const { id, email, token } = await server().addUser()
    const other = await server().openSession(id)
    const answer = await changePassword(token, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect(answer.body).toEqual({ message: 'Password changed successfully' })
    expect((await profile(token)).status).toBe(200)
    expect((await profile(other)).status).toBe(401)
    expect((await login(email, PASSWORD)).status).toBe(401)
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('[API-9] a wrong current password is a 400 that changes nothing', async () => {
    const { email, token } = await server().addUser()
    const answer = await changePassword(token, { currentPassword: 'Wrong4Horse', newPassword: NEW_PASSWORD })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ message: 'You entered an incorrect current password.' })
    expect((await profile(token)).status).toBe(200)
    expect((await login(email, PASSWORD)).status).toBe(200)
  })

  it.each([
    [{ newPassword: NEW_PASSWORD }, { currentPassword: 'Current password is required' }],
    [
      { currentPassword: PASSWORD, newPassword: 'Sh0rt' },
      { newPassword: 'Password must be at least 8 characters long' },
    ],
    [
      { currentPassword: PASSWORD, newPassword: 'alllowercase1' },
      {
        newPassword: 'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      },
    ],
  ])('[API-3] a password change with %j reports the faults', async (body, errors) => {
    const { token } = await server().addUser()
    const answer = await changePassword(token, body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual(errors)
  })

  it('[REL-PS1] passwords are stored as Argon2id with a salt each', async () => {
    const users = await Promise.all([server().addUser(), server().addUser()])
    server().restart({ hasher: await createPasswordHasher() })
    await Promise.all(
      users.map(({ token }) => changePassword(token, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })),
    )
    const rows = await server()
      .database.read.selectFrom('users')
      .select('password_hash')
      .where(
        'id',
        'in',
        users.map(({ id }) => id),
      )
      .execute()
    const hashes = rows.map((row) => row.password_hash)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(new Set(hashes).size).toBe(2)
    server().restart()
  })

  it('[REL-PS3] after the cost was raised, a login stores the password with the new cost', async () => {
    const { id, email } = await server().addUser()
    const hasher = await createPasswordHasher({ cost: { memoryCost: 20_480, timeCost: 3, parallelism: 1 } })
    const stored = async () => {
      const { read } = server().database
      return (await read.selectFrom('users').select('password_hash').where('id', '=', id).execute())[0]?.password_hash
    }
    const before = await stored()
    server().restart({ hasher })
    expect((await login(email, 'Wrong4Horse')).status).toBe(401)
    expect(await stored()).toBe(before)
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(email, PASSWORD)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const renewed = await stored()
    expect(renewed).toContain('$m=20480,t=3,p=1$')
    expect((await login(email, PASSWORD)).status).toBe(200)
    expect(await stored()).toBe(renewed)
    server().restart()
  })
})
