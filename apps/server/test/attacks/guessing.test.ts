import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured, pinnedRandom } from '../support/attack.ts'
import type { HttpResponse } from '../support/http-client.ts'
import { linkIn } from '../support/smtp-sink.ts'
import { onEachTarget, startTarget } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'

const WRONG = 'Wrong4Horse'
const FREE = 10
const MOST_CHECKS = 100
const MOST_FAILURES_OF_AN_ADDRESS = 100
const MOST_EXISTS_ANSWERS = 20
const MAIL_BURST = 3
const TELLING_EVENT = /"event":"(?:register-exists|resend-verified)"/
const CLIENTS = 50
const MOST_GROWTH_MIB = 50

const bodyAndWait = ({ status, headers, text }: HttpResponse) => JSON.stringify([status, headers['retry-after'], text])

onEachTarget(
  'guessing',
  (target) => {
    let lastClient = 0
    /** Calls as the proxy hands them on, each from a network address of its own unless it is given. */
    const post = (path: string, body: unknown, from = nextClient()) =>
      target().call(`/api/auth/${path}`, { body, headers: { 'x-forwarded-for': from } })
    const login = (email: string, password: string, from?: string) => post('login', { email, password }, from)
    function nextClient(): string {
      lastClient++
      return `10.${(lastClient >> 16) & 255}.${(lastClient >> 8) & 255}.${lastClient & 255}`
    }

    it('[REL-RL1] [REL-RL2] few of many guesses are checked, and sessions continue', async ({ task }) => {
      const guesses = sized({ small: 150, full: 100_000 })
      const { email, token } = await target().addUser()
      const clients = Array.from({ length: CLIENTS }, nextClient)
      const statuses = new Map<number, number>()
      await inParallel(Array.from({ length: guesses }).keys(), CLIENTS, async (index) => {
        const { status } = await login(email, `Guess${index}Horse`, clients[index % CLIENTS])
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      })
      const checks = statuses.get(401) ?? 0
      expect([...statuses.keys()].sort()).toEqual([401, 429])
      expect(checks).toBeGreaterThanOrEqual(FREE)
      expect(checks).toBeLessThanOrEqual(MOST_CHECKS)
      expect((await target().call('/api/profile', { token })).status).toBe(200)
      measured(task, `${guesses} guesses from ${CLIENTS} clients: ${checks} looked at, ${statuses.get(429)} × 429`)
    })

    it('[REL-RL1] [REL-RL8] [REL-RL10] after ten attempts the correct password must wait too; unknown accounts respond alike', async () => {
      // The first wait is a second: on a machine that was away for so long, another account is tried.
      for (let isLate = true; isLate; ) {
        const { email } = await target().addUser()
        const nobody = `nobody-${email}`
        for (let index = 1; index < FREE; index++) {
          const [known, unknown] = [await login(email, WRONG), await login(nobody, WRONG)]
          expect([known.status, known.text]).toEqual([401, unknown.text])
        }
        const start = performance.now()
        await Promise.all([login(email, WRONG), login(nobody, WRONG)])
        const [known, unknown] = await Promise.all([login(email, PASSWORD), login(nobody, PASSWORD)])
        isLate = performance.now() - start > 900
        if (isLate) continue
        expect([known.status, known.headers['retry-after']]).toEqual([429, '1'])
        expect(bodyAndWait(known)).toBe(bodyAndWait(unknown))
        await delay(1_050)
        expect((await login(email, PASSWORD)).status).toBe(200)
        expect((await login(nobody, PASSWORD)).status).toBe(401)
      }
    })

    it('[REL-RL2] [REL-RL9] after a hundred attempts only a mailed link helps', async () => {
      const { email } = await target().addUser()
      for (let index = 0; index < FREE; index++) await login(email, WRONG)
      // What would take a day to reach by waiting for it.
      await target().database.write((queries) =>
        queries
          .updateTable('rate_limits')
          .set({ count: MOST_CHECKS, since: 0 })
          .where('key', 'like', 'login:%')
          .where('count', '=', FREE)
          .execute(),
      )
      const refused = await login(email, PASSWORD)
      expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('reset your password')])
      const from = target().mails.mails.length
      await post('forgot-password', { email })
      const link = linkIn(await target().mails.mailTo(email, { from }))
      const body = { token: link.searchParams.get('token'), newPassword: 'Different5Horse' }
      expect((await post('reset-password', body)).status).toBe(200)
      expect((await login(email, 'Different5Horse')).status).toBe(200)
    })

    it('[REL-RL2] guesses from other addresses do not lock out an address with an earlier login', async () => {
      const { email, token } = await target().addUser()
      const home = nextClient()
      expect((await login(email, PASSWORD, home)).status).toBe(200)
      // However slow it is: the waits grow until one is met.
      while ((await login(email, WRONG)).status !== 429);
      expect((await login(email, PASSWORD, home)).status).toBe(200)
      expect((await target().call('/api/profile', { token })).status).toBe(200)
    })

    it('[REL-RL3] [REL-RL11] an address can fail a hundred times over any number of accounts, and log in without limit', async ({
      task,
    }) => {
      const office = nextClient()
      const users = sized({ small: 5, full: 200 })
      for (let index = 0; index < users; index++) {
        const { email } = await target().addUser()
        expect((await login(email, PASSWORD, office)).status).toBe(200)
      }
      const sprayer = nextClient()
      const failures = Array.from({ length: MOST_FAILURES_OF_AN_ADDRESS }, (_, index) => `spray-${index}@example.com`)
      for (const email of failures) expect((await login(email, WRONG, sprayer)).status).toBe(401)
      expect((await login('spray-next@example.com', WRONG, sprayer)).status).toBe(429)
      expect((await login('spray-next@example.com', WRONG)).status).toBe(401)
      measured(task, `${users} logins of ${users} users from one address: all 200; failure ${failures.length + 1}: 429`)
    })

    it('[REL-RL12] a hundred requests for a mail send three', async ({ task }) => {
      const { email } = await target().addUser()
      const { email: marker } = await target().addUser()
      const from = target().mails.mails.length
      const statuses: number[] = []
      await inParallel(Array.from({ length: 100 }), 10, async () => {
        statuses.push((await post('forgot-password', { email })).status)
      })
      expect(statuses.filter((status) => status === 200)).toHaveLength(MAIL_BURST)
      expect(statuses.filter((status) => status === 429)).toHaveLength(100 - MAIL_BURST)
      await post('forgot-password', { email: marker })
      await target().mails.mailTo(marker, { from })
      const received = target()
        .mails.mails.slice(from)
        .filter(({ to }) => to.includes(email))
      expect(received.length).toBeGreaterThan(0)
      expect(received.length).toBeLessThanOrEqual(MAIL_BURST)
      measured(task, `100 requests, ${received.length} mails`)
    })

    it('[REL-RL13] one address gets no more than fifty mails sent at once', async () => {
      const bomber = nextClient()
      const emails: string[] = []
      for (let index = 0; index < 60; index++) emails.push((await target().addUser()).email)
      const from = target().mails.mails.length
      for (const [index, email] of emails.entries())
        expect((await post('forgot-password', { email }, bomber)).status).toBe(index < 50 ? 200 : 429)
      const { email: marker } = await target().addUser()
      await post('forgot-password', { email: marker })
      await target().mails.mailTo(marker, { from })
      const received = target()
        .mails.mails.slice(from)
        .filter(({ to }) => to.some((address) => emails.includes(address)))
      expect(received).toHaveLength(50)
    })

    it('[REL-RL6] mailed tokens cannot be guessed', async ({ task }) => {
      const random = pinnedRandom()
      const tries = sized({ small: 250, full: 10_000 })
      const guesser = nextClient()
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const statuses = new Map<number, number>()
      for (let index = 0; index < tries; index++) {
        const token = Array.from({ length: 43 }, () => alphabet[Math.floor(random() * 64)]).join('')
        const answer = await (index % 2
          ? post('reset-password', { token, newPassword: 'Different5Horse' }, guesser)
          : target().call(`/api/auth/verify-email?token=${token}`, { headers: { 'x-forwarded-for': guesser } }))
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      }
      expect([...statuses.keys()].sort()).toEqual([400, 429])
      expect(statuses.get(400)).toBe(100)
      measured(task, `${tries} random tokens: ${statuses.get(400)} × 400, ${statuses.get(429)} × 429, none was right`)
    })

    it('[REL-RL6] a restart keeps all counters', async () => {
      const { email } = await target().addUser()
      for (let index = 0; index < FREE; index++) expect((await login(email, WRONG)).status).toBe(401)
      await target().restart({ signal: 'SIGKILL' })
      let tries = 1
      while ((await login(email, WRONG)).status !== 429) tries++
      expect(tries).toBeLessThan(FREE)
    })

    it('[REL-RL6] many addresses do not fill the memory', async ({ task }) => {
      const addresses = sized({ small: 200, full: 200_000 })
      const body = { token: 'a'.repeat(43), newPassword: 'Different5Horse' }
      const ask = async () => void (await post('reset-password', body))
      await inParallel(Array.from({ length: sized({ small: 200, full: 20_000 }) }), 50, ask)
      const before = process.platform === 'linux' ? await target().memory() : 0
      await inParallel(Array.from({ length: addresses }).keys(), 50, ask)
      let growth = 0
      // Garbage comes and goes: what fills up for good is still there after some more.
      const grown = async () => {
        await inParallel(Array.from({ length: 200 }), 50, ask)
        if (process.platform === 'linux') growth = (await target().memory()) - before
        return growth
      }
      await expect.poll(grown, { interval: 0, timeout: 20_000 }).toBeLessThan(MOST_GROWTH_MIB)
      measured(task, `${addresses} addresses: memory ${growth.toFixed(0)} MiB more`)
    })

    it('[REL-EN3] concurrent requests do not exceed the limit', async ({ task }) => {
      const asker = nextClient()
      const { email } = await target().addUser()
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => post('resend-verification', { email }, asker)),
      )
      const told = answers.filter(({ text }) => text.includes('already verified'))
      expect(told).toHaveLength(MOST_EXISTS_ANSWERS)
      measured(task, `100 at once: ${told.length} answers`)
    })

    it('[REL-EN3] enumeration ends after twenty responses per hour, and is logged', async ({ task }) => {
      const asker = nextClient()
      const { email } = await target().addUser()
      const ask = (index: number) =>
        index % 2
          ? post('resend-verification', { email }, asker)
          : post('register', { email, password: PASSWORD, firstName: 'Ada', lastName: 'King' }, asker)
      for (let index = 0; index < MOST_EXISTS_ANSWERS; index++) expect([200, 400]).toContain((await ask(index)).status)
      expect((await ask(0)).status).toBe(429)
      expect((await ask(1)).status).toBe(429)
      const logged = () =>
        target().server.lines.filter((line) => line.includes(asker) && TELLING_EVENT.test(line)).length
      // The log comes by its own way, later than the answers.
      await expect.poll(logged, { timeout: 10_000 }).toBeGreaterThanOrEqual(MOST_EXISTS_ANSWERS)
      measured(task, `${MOST_EXISTS_ANSWERS} answers, then 429; ${logged()} lines in the log`)
    })
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' }, hasCheapHashes: true },
)

it('[REL-RL5] headers about the client’s own address do not count', async ({ task }) => {
  const target = await startTarget('SQLite', { env: { RATE_LIMITS: 'on' }, hasCheapHashes: true })
  try {
    const random = pinnedRandom()
    const address = () => Array.from({ length: 4 }, () => Math.floor(random() * 256)).join('.')
    const statuses: number[] = []
    for (let index = 0; index <= MOST_FAILURES_OF_AN_ADDRESS; index++) {
      const headers = {
        'x-forwarded-for': `${address()}, ${address()}`,
        'x-real-ip': address(),
        forwarded: `for=${address()}`,
        'x-client-ip': address(),
        'cf-connecting-ip': address(),
        'true-client-ip': address(),
      }
      const body = { email: `spray-${index}@example.com`, password: WRONG }
      statuses.push((await target.call('/api/auth/login', { body, headers })).status)
    }
    expect(statuses.indexOf(429)).toBe(MOST_FAILURES_OF_AN_ADDRESS)
    measured(task, `random addresses in 6 headers: still 429 after ${MOST_FAILURES_OF_AN_ADDRESS} failures`)
  } finally {
    await target.stop()
  }
})
