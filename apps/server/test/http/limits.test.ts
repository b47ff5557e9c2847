import { expect, it } from 'vitest'
import { mailToken, queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestResponse, testHasher } from '../support/test-server.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * HOUR
const WRONG = 'Wrong4Horse'
let networks = 0

/** An address of the network that no other test uses. */
function newNetwork(): string {
  networks++
  return `10.${networks >> 8}.${networks & 0xff}.1`
}

/** A hasher without cost, which counts its calls. */
function countingHasher() {
  let checks = 0
  return {
    checks: () => checks,
    hash: testHasher.hash,
    isOutdated: testHasher.isOutdated,
    verify: async (hash: string | undefined, password: string) => {
      checks++
      return hash !== undefined && password === PASSWORD
    },
  }
}

onEachDatabase('limits', (server) => {
  const login = (email: string, password: string, from: string, headers = {}) =>
    server().request('/api/auth/login', { body: { email, password }, from, headers })
  const statusOf = async (...args: Parameters<typeof login>) => (await login(...args)).status
  const fail = async (email: string, from: string, times: number) => {
    for (let index = 0; index < times; index++) expect(await statusOf(email, WRONG, from)).toBe(401)
  }
  const counters = () => server().database.read.selectFrom('rate_limits').selectAll().execute()

  it('[REL-RL1] [REL-RL7] [REL-RL8] ten wrong passwords have no delay; each further one doubles it', async () => {
    const { email } = await server().addUser()
    const { clock } = server()
    const from = newNetwork()
    await fail(email, from, 10)
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const refused = await login(email, PASSWORD, from)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
      expect(refused.body.message).toBe('Too many attempts. Please wait before you try again.')
      clock.now += seconds * SECOND - 1
      expect(await statusOf(email, PASSWORD, from)).toBe(429)
      clock.now += 1
      await fail(email, from, 1)
    }
    clock.now += 900 * SECOND
    expect(await statusOf(email, PASSWORD, from)).toBe(200)
    await fail(email, from, 10)
  })

  it('[REL-RL10] an unknown address is limited in the same way', async () => {
    const { email } = await server().addUser()
    const unknown = 'nobody-to-guess@example.com'
    const from = newNetwork()
    for (let index = 0; index < 11; index++) {
      const [known, none] = [await login(email, WRONG, from), await login(unknown.toUpperCase(), WRONG, from)]
      expect(known.status).toBe(index < 10 ? 401 : 429)
      expect(known.text).toBe(none.text)
      expect([...known.headers]).toEqual([...none.headers])
    }
  })

  it('[REL-RL9] 2,000 guesses from 50 clients at once are at most 100 checks, until the owner resets', async () => {
    const { id, email, token } = await server().addUser()
    const { clock } = server()
    const hasher = countingHasher()
    server().restart({ hasher })
    const start = clock.now
    const clients = Array.from({ length: 50 }, newNetwork)
    for (let round = 0; round < 40; round++) {
      const answers = await Promise.all(clients.map((from) => statusOf(email, `Guess${round}Wrong`, from)))
      for (const status of answers) expect([401, 429, 503]).toContain(status)
      clock.now += 30 * MINUTE
    }
    for (let index = 0; index < 100; index++) {
      clock.now += 15 * MINUTE
      await statusOf(email, WRONG, newNetwork())
    }
    expect(hasher.checks()).toBe(100)
    const stopped = await login(email, PASSWORD, newNetwork())
    expect([stopped.status, stopped.body.message]).toEqual([
      429,
      'Too many attempts. Please reset your password to log in.',
    ])
    clock.now += 60 * DAY
    expect(await statusOf(email, PASSWORD, newNetwork())).toBe(429)
    expect(hasher.checks()).toBe(100)
    clock.now = start

    expect((await server().request('/api/profile', { token })).status).toBe(200)
    const body = { token: await mailToken(server(), id, 'reset'), newPassword: PASSWORD }
    expect((await server().request('/api/auth/reset-password', { body, from: newNetwork() })).status).toBe(200)
    expect(await statusOf(email, PASSWORD, newNetwork())).toBe(200)
    server().restart()
  })

  it('[REL-RL1] concurrent correct passwords all succeed', async () => {
    const { email } = await server().addUser()
    server().restart({ hasher: countingHasher() })
    const from = newNetwork()
    await fail(email, from, 5)
    const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(email, PASSWORD, from)))
    expect(statuses).toEqual(statuses.map(() => 200))
    server().restart()
  })

  it('[REL-RL1] a password that could not be checked does not count', async () => {
    const { email } = await server().addUser()
    const busy = { ...testHasher, verify: () => Promise.reject(new Error('out of order')) }
    const from = newNetwork()
    await fail(email, from, 9)
    server().restart({ hasher: busy })
    for (let index = 0; index < 5; index++) expect(await statusOf(email, WRONG, from)).toBe(500)
    server().restart()
    await fail(email, from, 1)
    expect(await statusOf(email, PASSWORD, from)).toBe(429)
  })

  it('[REL-RL8] wrong current passwords are limited too, apart from logins', async () => {
    const { email, token } = await server().addUser()
    const confirm = (currentPassword: string, path = '/api/profile/change-password') =>
      server().request(path, {
        method: path.endsWith('profile') ? 'DELETE' : 'PUT',
        token,
        body: { currentPassword, newPassword: PASSWORD },
      })
    for (let index = 0; index < 5; index++) {
      expect((await confirm(WRONG)).status).toBe(400)
      expect((await confirm(WRONG, '/api/profile')).status).toBe(400)
    }
    expect((await confirm(PASSWORD)).status).toBe(429)
    expect((await confirm(PASSWORD, '/api/profile')).status).toBe(429)
    expect(await statusOf(email, PASSWORD, newNetwork())).toBe(200)
    server().clock.now += SECOND
    expect((await confirm(PASSWORD)).status).toBe(200)
    expect((await confirm(WRONG)).status).toBe(400)
  })

  it('[REL-RL2] nobody locks a user out of a network the user has logged in from', async () => {
    const { email, token } = await server().addUser()
    const { clock } = server()
    const [attacker, home, other] = [newNetwork(), newNetwork(), newNetwork()]
    expect(await statusOf(email, PASSWORD, home)).toBe(200)
    await fail(email, attacker, 10)
    expect(await statusOf(email, PASSWORD, attacker)).toBe(429)
    expect(await statusOf(email, PASSWORD, other)).toBe(429)
    expect(await statusOf(email, PASSWORD, home)).toBe(200)
    expect((await server().request('/api/profile', { token })).status).toBe(200)

    await fail(email, home, 10)
    expect(await statusOf(email, PASSWORD, home)).toBe(429)
    clock.now += SECOND
    expect(await statusOf(email, PASSWORD, home)).toBe(200)
    expect((await login(email, WRONG, attacker)).status).toBe(401)
    expect(await statusOf(email, WRONG, attacker)).toBe(429)
    clock.now += 30 * DAY
    await fail(email, attacker, 10)
    expect(await statusOf(email, PASSWORD, home)).toBe(429)
  })

  it('[REL-RL3] [REL-RL11] a network address can fail 100 times in 15 minutes; successful logins do not count', async () => {
    server().restart({ hasher: countingHasher() })
    const { clock } = server()
    const { email } = await server().addUser()
    const from = newNetwork()
    for (let index = 0; index < 200; index++) expect(await statusOf(email, PASSWORD, from)).toBe(200)
    for (let index = 0; index < 100; index++)
      expect(await statusOf(`sprayed-${index}@example.com`, WRONG, from)).toBe(401)
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    const refused = await login('sprayed-101@example.com', WRONG, from, forged)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect(await statusOf(email, PASSWORD, from)).toBe(429)
    expect(await statusOf(email, PASSWORD, newNetwork())).toBe(200)
    clock.now += 15 * MINUTE
    expect(await statusOf(email, PASSWORD, from)).toBe(200)
    server().restart()
  })

  it('[REL-RL5] behind a proxy, the address that the proxy saw counts', async () => {
    server().restart({ trustedProxies: 1 })
    const { email } = await server().addUser()
    const proxy = newNetwork()
    const via = (client: string) => ({ 'x-forwarded-for': `198.51.100.1, ${client}` })
    expect(await statusOf(email, PASSWORD, proxy, via('203.0.113.5'))).toBe(200)
    for (let index = 0; index < 10; index++) expect(await statusOf(email, WRONG, proxy, via('203.0.113.6'))).toBe(401)
    expect(await statusOf(email, PASSWORD, proxy, via('203.0.113.6'))).toBe(429)
    expect(await statusOf(email, PASSWORD, proxy, via('203.0.113.5'))).toBe(200)
    server().restart()
  })

  it('[REL-RL12] [API-640] [API-641] three mails are sent at once, then one per five minutes, ten a day; who is refused learns how long to wait', async () => {
    const { email } = await server().addUser({ isVerified: false })
    const { clock } = server()
    const start = clock.now
    const ask = async (path = 'forgot-password') => {
      const answer = await server().request(`/api/auth/${path}`, { body: { email }, from: newNetwork() })
      return answer.status === 429 ? answer.body.message : answer.status
    }
    const refused = (wait: string) => `Too many mails were asked for. Please wait ${wait} before you ask for another.`
    for (let index = 0; index < 3; index++) expect(await ask()).toBe(200)
    for (let index = 0; index < 20; index++) expect(await ask()).toBe(refused('5 minutes'))
    clock.now += 2 * MINUTE
    expect(await ask()).toBe(refused('3 minutes'))
    expect(await queuedMails(server(), email)).toEqual(Array(3).fill('reset'))
    // Links to verify the address have a limit of their own.
    expect(await ask('resend-verification')).toBe(200)
    for (let count = 4; count <= 10; count++) {
      clock.now += 5 * MINUTE
      expect(await ask()).toBe(200)
    }
    clock.now += 5 * MINUTE
    expect(await ask()).toMatch(/^Too many mails were asked for\. Please wait 2\d hours/)
    const resets = async () => (await queuedMails(server(), email)).filter((kind) => kind === 'reset')
    expect(await resets()).toHaveLength(10)
    clock.now = start + DAY
    expect(await ask()).toBe(200)
    expect(await resets()).toHaveLength(11)
  })

  it('[REL-RL4] a request for a mail gets the same response with an account and without one, refused or not', async () => {
    const { email } = await server().addUser()
    const answers = async (address: string) => {
      const all: string[] = []
      for (let index = 0; index < 5; index++) {
        const options = { body: { email: address }, from: newNetwork() }
        const { status, text } = await server().request('/api/auth/forgot-password', options)
        all.push(`${status} ${text}`)
      }
      return all
    }
    expect(await answers(email)).toEqual(await answers('no-account-at-all@example.com'))
  })

  it('[REL-RL13] a network address gets 50 mails at once, then one per minute; refused requests write nothing', async () => {
    const from = newNetwork()
    const ask = (email: string) => server().request('/api/auth/forgot-password', { body: { email }, from })
    for (let index = 0; index < 55; index++)
      expect((await ask(`victim-${index}@example.com`)).status).toBe(index < 50 ? 200 : 429)
    const sent = async (...indexes: number[]) =>
      (await Promise.all(indexes.map((index) => queuedMails(server(), `victim-${index}@example.com`)))).map(
        ({ length }) => length,
      )
    expect(await sent(0, 49, 50, 54)).toEqual([1, 1, 0, 0])
    const before = (await counters()).length
    await ask('victim-55@example.com')
    expect(await counters()).toHaveLength(before)
    server().clock.now += MINUTE
    await ask('victim-56@example.com')
    await ask('victim-57@example.com')
    expect(await sent(55, 56, 57)).toEqual([0, 1, 0])
    const { email } = await server().addUser({ isVerified: false })
    await server().request('/api/auth/forgot-password', { body: { email }, from: newNetwork() })
    expect(await queuedMails(server(), email)).toEqual(['reset'])
  })

  it('[API-802] registrations count as mails of their network address; a refused one makes no account', async () => {
    const from = newNetwork()
    const register = (email: string) =>
      server().request('/api/auth/register', {
        body: { firstName: 'Ada', lastName: 'King', email, password: PASSWORD },
        from,
      })
    const before = await server().database.read.selectFrom('mails').select('id').execute()
    const answers: TestResponse[] = []
    for (let index = 0; index < 150; index++) answers.push(await register(`stranger-${index}@example.com`))
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index < 50 ? 201 : 429)))
    expect(answers.at(-1)?.body.message).toContain('Please wait 1 minute')
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('60')
    const after = await server().database.read.selectFrom('mails').select('id').execute()
    expect(after.length - before.length).toBe(50)
    const users = server().database.read.selectFrom('users').where('email', 'like', 'stranger-%')
    expect(await users.select('id').execute()).toHaveLength(50)
    expect(
      (await server().request('/api/auth/forgot-password', { body: { email: 'a@example.com' }, from })).status,
    ).toBe(429)
  })

  it('[API-803] 200 people behind one network address register within a day', async () => {
    const from = newNetwork()
    for (let index = 0; index < 200; index++) {
      server().clock.now += (8 * HOUR) / 200
      const body = { firstName: 'Ada', lastName: 'King', email: `office-${index}@example.com`, password: PASSWORD }
      expect((await server().request('/api/auth/register', { body, from })).status).toBe(201)
    }
  })

  it('[REL-EN3] a network address gets 20 responses per hour that reveal an account', async () => {
    const { email } = await server().addUser()
    const { clock } = server()
    const from = newNetwork()
    const form = { firstName: 'Ada', lastName: 'King', email, password: PASSWORD }
    const register = (body = form) => server().request('/api/auth/register', { body, from })
    const resend = (address = email) =>
      server().request('/api/auth/resend-verification', { body: { email: address }, from })
    for (let index = 0; index < 10; index++) {
      expect((await register()).status).toBe(400)
      expect((await resend()).status).toBe(200)
    }
    const refused = [await register(), await register({ ...form, email: 'is-free@example.com' }), await resend()]
    refused.push(await resend('nobody-at-all@example.com'))
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429])
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1)
    expect(
      server()
        .events('register-exists')
        .filter(({ address }) => address === from),
    ).toHaveLength(10)
    expect(
      server()
        .events('exists-limited')
        .filter(({ address }) => address === from),
    ).toHaveLength(4)
    clock.now += HOUR
    expect((await register()).status).toBe(400)
  })

  it('[REL-RL6] a network address can try 100 wrong mail tokens in 15 minutes', async () => {
    const { id } = await server().addUser({ isVerified: false })
    const from = newNetwork()
    const token = (index: number) => `guess-${index}`.padEnd(43, 'x')
    const verify = (text: string) => server().request(`/api/auth/verify-email?token=${text}`, { from })
    const reset = (text: string) =>
      server().request('/api/auth/reset-password', { body: { token: text, newPassword: PASSWORD }, from })
    for (let index = 0; index < 50; index++) {
      expect((await verify(token(index))).status).toBe(400)
      expect((await reset(token(index))).status).toBe(400)
    }
    expect([(await verify(token(50))).status, (await reset(token(50))).status]).toEqual([429, 429])
    expect((await verify(await mailToken(server(), id, 'verify'))).status).toBe(429)
    server().clock.now += 15 * MINUTE
    expect((await verify(await mailToken(server(), id, 'verify'))).status).toBe(200)
  })

  it('[REL-RL6] counters survive a restart, and downtime does not count as waiting', async () => {
    const { email } = await server().addUser()
    const { clock } = server()
    const from = newNetwork()
    await fail(email, from, 10)
    clock.now += MINUTE
    server().restart()
    expect(await statusOf(email, PASSWORD, from)).toBe(429)
    clock.now += SECOND
    expect(await statusOf(email, PASSWORD, from)).toBe(200)
  })

  it('[REL-RL6] expired counters are removed, and stored ones contain no names', async () => {
    const { email } = await server().addUser()
    const from = newNetwork()
    await fail(email, from, 1)
    await fail('somebody-else@example.com', from, 1)
    const { clock } = server()
    const text = JSON.stringify(await counters())
    for (const name of [email, from, 'somebody', 'example']) expect(text).not.toContain(name)
    clock.now += 31 * DAY
    await statusOf(email, WRONG, newNetwork())
    // The cleanup runs beside the request; a later write completes after it.
    await server().database.write(async () => {})
    await expect.poll(async () => (await counters()).every(({ expires_at }) => expires_at > clock.now)).toBe(true)
  })

  it('[REL-RL6] RATE_LIMITS=off switches all of it off', async () => {
    server().restart({ hasRateLimits: false, hasher: countingHasher() })
    const { email } = await server().addUser()
    const from = newNetwork()
    const before = await counters()
    await fail(email, from, 120)
    for (let index = 0; index < 60; index++)
      await server().request('/api/auth/forgot-password', { body: { email }, from })
    expect(await queuedMails(server(), email)).toHaveLength(60)
    const form = { firstName: 'Ada', lastName: 'King', email, password: PASSWORD }
    for (let index = 0; index < 25; index++) {
      const answer = await server().request('/api/auth/register', { body: form, from })
      expect(answer.status).toBe(400)
    }
    expect(await statusOf(email, PASSWORD, from)).toBe(200)
    expect(await counters()).toEqual(before)
    server().restart()
  })
})
