import { expect, it } from 'vitest'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { withFactors } from '../support/factors.ts'
import { queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR
const DEVICES = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(43)) as [string, string, string]

onEachDatabase('signed in', (server) => {
  const { logIn, addPasskey, post, signInOptions } = withFactors(server)
  const isOpen = async (token: string) => (await server().request('/api/profile', { token })).status === 200
  const tokenOf = async (user: TestUser, remember?: boolean) =>
    (await logIn(user, { ...(remember !== undefined && { remember }) })).body.data.token as string

  it('[API-924] [API-942] who asks to stay signed in is so for SESSION_REMEMBER, used or not, and not for longer', async () => {
    const user = await server().addUser()
    const { clock, database } = server()
    const start = clock.now
    const [remembered, plain, declined] = [await tokenOf(user, true), await tokenOf(user), await tokenOf(user, false)]
    const sessions = (await server().request('/api/profile/sessions', { token: remembered })).body.data
    expect(sessions.filter(({ isRemembered }: { isRemembered: boolean }) => isRemembered)).toEqual([
      expect.objectContaining({ isCurrent: true }),
    ])
    clock.now = start + DAY
    expect(await Promise.all([remembered, plain, declined].map(isOpen))).toEqual([true, false, false])
    clock.now = start + 29 * DAY
    const config = {
      ...{ sessionIdleMs: DAY, sessionMaxMs: 7 * DAY, sessionRememberMs: 30 * DAY },
      ...{ versionRetentionMs: 365 * DAY, auditRetentionMs: 365 * DAY },
    }
    await removeExpired({ database, config, now: () => clock.now })
    // A login clears away what is over, too.
    await tokenOf(user)
    expect(await isOpen(remembered)).toBe(true)
    clock.now = start + 30 * DAY
    expect(await isOpen(remembered)).toBe(false)
    const why = async () => (await server().request('/api/profile', { token: remembered })).body.message
    expect(await why()).toBe('Your session has ended: you stayed signed in for 30 days.')
    await removeExpired({ database, config, now: () => clock.now + 1 })
    expect(await why()).toBe('Your session has ended: you stayed signed in for 30 days.')
    const left = database.read.selectFrom('sessions').select('is_remembered').where('user_id', '=', user.id)
    expect((await left.execute()).every(({ is_remembered }) => is_remembered === 0)).toBe(true)
  })

  it('[API-925] a login in a new browser is told by mail, but not the first of an account, nor a second one there', async () => {
    const user = await server().addUser()
    const [first, second] = DEVICES
    await logIn(user, { device: first })
    await logIn(user, { device: first })
    expect(await queuedMails(server(), user.email)).toEqual([])
    const before = server().wakeUps()
    await logIn(user, { device: second, password: 'Wrong4Horse' })
    expect(await queuedMails(server(), user.email)).toEqual([])
    await logIn(user, { device: second })
    expect(await queuedMails(server(), user.email)).toEqual(['new-device'])
    expect(server().wakeUps()).toBe(before + 1)
    await logIn(user, { device: second })
    expect(await queuedMails(server(), user.email)).toEqual(['new-device'])
    const stored = await server().database.read.selectFrom('devices').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(second)
  })

  it('[API-926] without an id, a client is told from others by its name and network address', async () => {
    const user = await server().addUser()
    const from = async (address: string, agent: string) =>
      server().request('/api/auth/login', {
        body: { email: user.email, password: 'Correct4Horse' },
        headers: { 'user-agent': agent },
        from: address,
      })
    await from('192.0.2.1', 'curl/9')
    await from('192.0.2.1', 'curl/9')
    expect(await queuedMails(server(), user.email)).toEqual([])
    await from('192.0.2.2', 'curl/9')
    expect(await queuedMails(server(), user.email)).toEqual(['new-device'])
  })

  it('[API-927] these mails are limited for their recipient, and others cannot use the limit up', async () => {
    const user = await server().addUser()
    for (let count = 0; count < 4; count++)
      await server().request('/api/auth/forgot-password', { body: { email: user.email } })
    await logIn(user, { device: DEVICES[0] })
    for (const device of DEVICES.slice(1)) await logIn(user, { device })
    const mails = await queuedMails(server(), user.email)
    expect(mails.filter((kind) => kind === 'new-device')).toHaveLength(3)
  })

  it('[API-925] so are logins by passkey, and a demo gets none', async () => {
    const user = await server().addUser()
    const { authenticator } = await addPasskey(user)
    const signIn = async (device: string, remember = false) =>
      post('/auth/passkey', {}, { response: authenticator.get(await signInOptions()), device, remember })
    await signIn(DEVICES[0])
    expect(await queuedMails(server(), user.email)).toEqual([])
    const { token } = (await signIn(DEVICES[1], true)).body.data
    expect(await queuedMails(server(), user.email)).toEqual(['new-device'])
    const sessions = (await server().request('/api/profile/sessions', { token })).body.data
    expect(sessions.map(({ isRemembered }: { isRemembered: boolean }) => isRemembered)).toContain(true)
    server().restart({ demoMode: true })
    const demo = await server().addUser({ isDemo: true, email: 'demo@plimsoll.example' })
    for (const device of DEVICES) await logIn(demo, { device })
    expect(await queuedMails(server(), demo.email)).toEqual([])
    server().restart()
  })
})
