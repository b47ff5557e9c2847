import { LIMITS } from '@plimsoll/contract'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD } from '../support/test-server.ts'

const MINUTE = 60_000

onEachDatabase('sessions', (server) => {
  const login = async (email: string, headers: Record<string, string> = {}) => {
    const answer = await server().request('/api/auth/login', { body: { email, password: PASSWORD }, headers })
    expect(answer.status).toBe(200)
    return answer.body.data.token as string
  }
  const isOpen = async (token: string) => (await server().request('/api/profile', { token })).status === 200
  const list = async (token: string) => {
    const answer = await server().request('/api/profile/sessions', { token })
    expect(answer.status).toBe(200)
    return answer.body.data as Record<string, unknown>[]
  }
  const end = (token: string, id = '') =>
    server().request(`/api/profile/sessions${id && `/${id}`}`, { method: 'DELETE', token })

  it('[API-38] [API-484] the list shows where a user is logged in, newest use first', async () => {
    const { email, token: first } = await server().addUser()
    const { clock } = server()
    clock.now += MINUTE
    const start = clock.now
    const second = await login(email, { 'user-agent': `Mozilla/5.0 ${'x'.repeat(300)}` })
    clock.now += 5 * MINUTE
    const third = await login(email, { 'user-agent': 'curl/9' })
    clock.now += 5 * MINUTE
    const sessions = await list(second)
    const time = (ms: number) => new Date(ms).toISOString()
    const id = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)
    expect(sessions).toEqual([
      {
        id,
        createdAt: time(start),
        lastSeenAt: time(start + 10 * MINUTE),
        userAgent: `Mozilla/5.0 ${'x'.repeat(300)}`.slice(0, 200),
        isRemembered: false,
        isCurrent: true,
      },
      {
        id,
        createdAt: time(start + 5 * MINUTE),
        lastSeenAt: time(start + 5 * MINUTE),
        userAgent: 'curl/9',
        isRemembered: false,
        isCurrent: false,
      },
      {
        ...{ id, createdAt: time(start - MINUTE), lastSeenAt: time(start - MINUTE), userAgent: null },
        ...{ isRemembered: false, isCurrent: false },
      },
    ])
    expect((await list(third)).map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
    expect(await isOpen(first)).toBe(true)
  })

  it('[API-485] the id of a session is neither its token nor its database key', async () => {
    const { id, token } = await server().addUser()
    const [session] = await list(token)
    const rows = await server().database.read.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
    expect(JSON.stringify(rows)).not.toContain(session?.id)
    expect(token).not.toBe(session?.id)
  })

  it('[API-38] an expired session is not in the list', async () => {
    const { id, token: quiet } = await server().addUser()
    const { clock } = server()
    clock.now += 23 * HOUR
    const token = await server().openSession(id)
    expect(await list(token)).toHaveLength(2)
    clock.now += 2 * HOUR
    expect(await list(token)).toHaveLength(1)
    clock.now -= 25 * HOUR
    expect(await isOpen(quiet)).toBe(true)
  })

  it('[API-940] [API-941] [API-942] who asks with a token of an ended session learns why it ended, and so does its user', async () => {
    const { id, email, token: unused } = await server().addUser()
    const { clock } = server()
    const why = async (token: string) => {
      const { status, body } = await server().request('/api/profile', { token })
      expect(status).toBe(401)
      return body.message as string
    }
    const ended = async (token: string) => (await server().request('/api/profile/sessions/ended', { token })).body.data

    clock.now += 25 * HOUR
    expect(await why(unused)).toBe('Your session has ended: it was not used for 24 hours.')
    const loggedOut = await login(email, { 'user-agent': 'curl/9' })
    expect(await why(unused)).toBe('Your session has ended: it was not used for 24 hours.')
    await server().request('/api/auth/logout', { method: 'POST', token: loggedOut })
    expect(await why(loggedOut)).toBe('Your session has ended: you logged out.')

    clock.now += MINUTE
    const [listed, others, token] = [await login(email), await login(email), await login(email)]
    await end(token, (await list(listed)).find(({ isCurrent }) => isCurrent)?.id as string)
    expect(await why(listed)).toBe('Your session has ended: it was ended from another device.')
    clock.now += MINUTE
    const passwords = { currentPassword: PASSWORD, newPassword: 'Another4Horse' }
    await server().request('/api/profile/change-password', { method: 'PUT', token, body: passwords })
    expect(await why(others)).toBe('Your session has ended: your password was changed on another device.')

    expect(await ended(token)).toMatchObject([
      { reason: 'password-changed', userAgent: null },
      { reason: 'ended-from-list' },
      { reason: 'logged-out', userAgent: 'curl/9', endedAt: new Date(clock.now - 2 * MINUTE).toISOString() },
      { reason: 'unused', endedAt: new Date(clock.now - 2 * MINUTE - HOUR).toISOString() },
    ])
    for (let hour = 0; hour < 24 * 7; hour += 20) {
      clock.now += 20 * HOUR
      await isOpen(token)
    }
    expect(await why(token)).toBe('Your session has ended: it was open for 7 days.')
    expect(await why('A'.repeat(43))).toBe('Please log in to continue.')
    const stranger = await server().addUser()
    expect(await ended(stranger.token)).toEqual([])

    const first = await server().openSession(id)
    for (let count = 0; count < LIMITS.sessionsPerUser; count++) {
      clock.now += MINUTE
      await server().openSession(id)
    }
    const opened = await server().request('/api/auth/login', { body: { email, password: passwords.newPassword } })
    expect(await why(first)).toBe('Your session has ended: you logged in on more than 20 devices.')
    await end(opened.body.data.token)
    expect(await ended(opened.body.data.token)).toHaveLength(LIMITS.endedSessionsShown)
  })

  it('[API-39] a user ends one session, and no other', async () => {
    const { id, token } = await server().addUser()
    const [lost, kept] = [await server().openSession(id), await server().openSession(id)]
    const lostId = (await list(lost)).find(({ isCurrent }) => isCurrent)?.id as string
    const answer = await end(token, lostId)
    expect([answer.status, answer.body]).toEqual([200, { message: 'The session has ended' }])
    expect(await Promise.all([lost, kept, token].map(isOpen))).toEqual([false, true, true])
    expect((await end(token, lostId)).status).toBe(404)
  })

  it('[API-39] another user’s session and an unknown one are the same 404', async () => {
    const [{ token }, { token: others }] = [await server().addUser(), await server().addUser()]
    const [theirs] = await list(others)
    const answers = [
      await end(token, theirs?.id as string),
      await end(token, 'x'.repeat(43)),
      await end(token, "'%20or"),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await isOpen(others)).toBe(true)
  })

  it('[API-39] a user ends all other sessions', async () => {
    const { id, token } = await server().addUser()
    const { token: stranger } = await server().addUser()
    const others = [await server().openSession(id), await server().openSession(id)]
    expect((await end(token)).body).toEqual({ message: 'All other sessions have ended' })
    expect(await Promise.all([...others, token, stranger].map(isOpen))).toEqual([false, false, true, true])
  })

  it('[REL-SE6] the 21st login ends the least recently used session', async () => {
    const { email, token: first } = await server().addUser()
    const { clock } = server()
    const tokens = [first]
    for (let index = 1; index < LIMITS.sessionsPerUser; index++) {
      clock.now += 1
      tokens.push(await login(email))
    }
    expect(await list(first)).toHaveLength(20)
    clock.now += MINUTE
    expect(await isOpen(first)).toBe(true)
    const last = await login(email)
    expect(await Promise.all([...tokens, last].map(isOpen))).toEqual([...tokens, last].map((_, index) => index !== 1))
    expect(await list(last)).toHaveLength(20)
  })

  it('[REL-SE6] logins at once leave 20 sessions, their own among them', async () => {
    const { id, email } = await server().addUser()
    for (let index = 0; index < 18; index++) await server().openSession(id)
    server().clock.now += 1
    const tokens = await Promise.all(Array.from({ length: 10 }, () => login(email)))
    expect(await Promise.all(tokens.map(isOpen))).toEqual(tokens.map(() => true))
    expect(await list(tokens[0] ?? '')).toHaveLength(20)
  })

  it('[REL-SE7] a login with a token replaces that session', async () => {
    const { email, token } = await server().addUser()
    const bearer = { authorization: `Bearer ${token}` }
    const failed = await server().request('/api/auth/login', {
      body: { email, password: 'Wrong4Horse' },
      headers: bearer,
    })
    expect(failed.status).toBe(401)
    expect(await isOpen(token)).toBe(true)
    const fresh = await login(email, bearer)
    expect(await Promise.all([token, fresh].map(isOpen))).toEqual([false, true])
    expect(await list(fresh)).toHaveLength(1)
    for (const authorization of [`Bearer ${token}`, 'Bearer', `Basic ${token}`, `Bearer ${'x'.repeat(9_000)}`])
      expect(await isOpen(await login(email, { authorization }))).toBe(true)
  })

  it('[REL-SE3] a changed password ends the other sessions and keeps this one', async () => {
    const { id, token } = await server().addUser()
    const other = await server().openSession(id)
    const answer = await server().request('/api/profile/change-password', {
      method: 'PUT',
      token,
      body: { currentPassword: PASSWORD, newPassword: 'Different5Horse' },
    })
    expect(answer.status).toBe(200)
    expect(await Promise.all([token, other].map(isOpen))).toEqual([true, false])
  })

  it('[REL-AC4] an action during the end of its session happens completely or not at all', async () => {
    for (let round = 0; round < 25; round++) {
      const { id, token } = await server().addUser()
      const other = await server().openSession(id)
      const names = { firstName: 'Ada', lastName: 'King' }
      const [ended, changed] = await Promise.all([
        end(other),
        server().request('/api/profile', { method: 'PUT', token, body: names }),
      ])
      expect(ended.status).toBe(200)
      expect([200, 401]).toContain(changed.status)
      const { body } = await server().request('/api/profile', { token: other })
      const expected = changed.status === 200 ? names : { firstName: 'Grace', lastName: 'Hopper' }
      expect(body.data).toMatchObject(expected)
    }
  })
})
