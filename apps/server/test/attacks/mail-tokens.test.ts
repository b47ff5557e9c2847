import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { inParallel, measured } from '../support/attack.ts'
import { linkIn } from '../support/smtp-sink.ts'
import { storedBytes } from '../support/stored-bytes.ts'
import { onEachTarget } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'

const NEW_PASSWORD = 'Different5Horse'
const REFUSED = 'This is an invalid or expired reset link.'
const AT_ONCE = 50

onEachTarget(
  'mailed tokens',
  (target) => {
    const forgot = (email: string) => target().call('/api/auth/forgot-password', { body: { email } })
    const reset = (token: string, newPassword = NEW_PASSWORD) =>
      target().call('/api/auth/reset-password', { body: { token, newPassword } })
    const verify = (token: string) => target().call(`/api/auth/verify-email?token=${encodeURIComponent(token)}`)
    const login = (email: string, password: string) => target().call('/api/auth/login', { body: { email, password } })
    const register = (email: string) =>
      target().call('/api/auth/register', { body: { firstName: 'Ada', lastName: 'King', email, password: PASSWORD } })
    const sent = () => target().mails.mails.length
    const nextToken = async (email: string, from: number) =>
      linkIn(await target().mails.mailTo(email, { from })).searchParams.get('token') ?? ''

    /** Asks for a link to reset a password and takes the token out of the mail. */
    async function resetToken(email: string): Promise<string> {
      const from = sent()
      expect((await forgot(email)).status).toBe(200)
      return nextToken(email, from)
    }

    it('[REL-AU6] are distinct, long, and only in the mail', async ({ task }) => {
      const count = sized({ small: 20, full: 1_000 })
      const emails: string[] = []
      for (let index = 0; index < count; index++) emails.push((await target().addUser()).email)
      const from = sent()
      await inParallel(emails, 8, async (email) => void (await forgot(email)))
      await target().mails.received(from + count)
      const tokens = target()
        .mails.mails.slice(from)
        .map((mail) => linkIn(mail).searchParams.get('token') ?? '')
      expect(new Set(tokens).size).toBe(count)
      for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      const kept = (await storedBytes(target())) + target().server.lines.join('\n')
      expect(tokens.filter((token) => kept.includes(token))).toEqual([])
      measured(task, `${count} tokens of 256 bits, all different, none in the database or the log`)
    })

    it('[REL-AU6] work once, for their purpose, and only the newest', async () => {
      const { email } = await target().addUser()
      const older = await resetToken(email)
      const newer = await resetToken(email)
      expect((await verify(newer)).status).toBe(400)
      const stale = await reset(older)
      expect([stale.status, stale.body.message]).toEqual([400, REFUSED])
      expect((await reset(newer)).status).toBe(200)
      const again = await reset(newer, 'Another6Horse')
      expect([again.status, again.body.message]).toEqual([400, REFUSED])

      const newcomer = `newcomer-${email}`
      const from = sent()
      expect((await register(newcomer)).status).toBe(201)
      const token = await nextToken(newcomer, from)
      expect((await reset(token)).body).toEqual({ message: REFUSED })
      expect((await verify(token)).status).toBe(200)
      expect((await login(newcomer, PASSWORD)).status).toBe(200)
    })

    it('[REL-AU6] can be used once by concurrent requests', async ({ task }) => {
      const rounds = sized({ small: 1, full: 10 })
      for (let round = 0; round < rounds; round++) {
        const { email } = await target().addUser()
        const token = await resetToken(email)
        const passwords = Array.from({ length: AT_ONCE }, (_, index) => `Different${index}Horse`)
        const answers = await Promise.all(passwords.map((password) => reset(token, password)))
        const won = passwords.filter((_, index) => answers[index]?.status === 200)
        expect(won).toHaveLength(1)
        const lost = answers.filter(({ status }) => status !== 200)
        expect(new Set(lost.map(({ status, text }) => `${status} ${text}`))).toEqual(
          new Set([`400 {"message":"${REFUSED}"}`]),
        )
        expect((await login(email, won[0] ?? '')).status).toBe(200)
      }
      measured(task, `${rounds} × ${AT_ONCE} resets with one token at once: one 200 each, the others 400`)
    })

    it('[REL-AU7] expire, and outlive a crash', async () => {
      const { email } = await target().addUser()
      const lasting = await resetToken(email)
      await target().restart({ signal: 'SIGKILL' })
      expect((await reset(lasting)).status).toBe(200)
      expect((await reset(lasting)).status).toBe(400)

      await target().restart({ env: { RESET_TTL: '1s', VERIFY_TTL: '1s' } })
      const newcomer = `short-${email}`
      const from = sent()
      expect((await register(newcomer)).status).toBe(201)
      const verification = await nextToken(newcomer, from)
      const short = await resetToken(email)
      await delay(1_100)
      expect((await reset(short)).body).toEqual({ message: REFUSED })
      expect((await verify(verification)).status).toBe(400)
      expect((await login(newcomer, PASSWORD)).status).toBe(403)
      await target().restart()
    })

    it('[REL-AU8] [REL-AU13] [REL-AU14] open no session, and end those there are', async () => {
      const { email, id, token } = await target().addUser()
      const other = await target().openSession(id)
      const answer = await reset(await resetToken(email))
      expect(Object.keys(answer.body)).toEqual(['message'])
      for (const session of [token, other]) {
        expect((await target().call('/api/profile', { token: session })).status).toBe(401)
      }
      const newcomer = `unverified-${email}`
      const from = sent()
      await register(newcomer)
      const refused = await login(newcomer, PASSWORD)
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('verified')])
      const verified = await verify(await nextToken(newcomer, from))
      expect(Object.keys(verified.body)).toEqual(['message'])
    })

    it('[REL-AU9] are not in the mail about a changed password', async ({ task }) => {
      const { email, token } = await target().addUser()
      const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
      const from = sent()
      const start = performance.now()
      const changed = await target().call('/api/profile/change-password', { method: 'PUT', token, body: change })
      expect(changed.status).toBe(200)
      const afterChange = await target().mails.mailTo(email, { from })
      const ms = performance.now() - start
      expect(ms).toBeLessThan(10_000)
      const key = await resetToken(email)
      const beforeReset = sent()
      expect((await reset(key, 'Another6Horse')).status).toBe(200)
      const afterReset = await target().mails.mailTo(email, { from: beforeReset })
      for (const { raw, email: mail } of [afterChange, afterReset]) {
        expect(mail.subject).toMatch(/password was changed/i)
        const text = raw + mail.text + mail.html
        for (const secret of [PASSWORD, NEW_PASSWORD, 'Another6Horse', 'token=', key])
          expect(text).not.toContain(secret)
      }
      measured(task, `the mail came after ${Math.round(ms)} ms, without password or link`)
    })

    it('[REL-IJ3] are in links to the public URL, for any Host header', async ({ task }) => {
      const { email } = await target().addUser()
      const hosts = ['evil.test', 'evil.test:80', '127.0.0.1.evil.test', 'localhost@evil.test']
      for (const host of hosts) {
        const from = sent()
        const headers = {
          host,
          'x-forwarded-host': 'evil.test',
          'x-forwarded-proto': 'https',
          'x-forwarded-port': '444',
          'x-original-host': 'evil.test',
          forwarded: 'host=evil.test;proto=https',
          origin: 'https://evil.test',
          referer: 'https://evil.test/',
        }
        const answer = await target().call('/api/auth/forgot-password', { body: { email }, headers })
        // What is no host at all is refused.
        if (answer.status === 400) continue
        const mail = await target().mails.mailTo(email, { from })
        expect(mail.raw + mail.email.text + mail.email.html).not.toContain('evil.test')
        expect(linkIn(mail).origin).toBe(new URL(target().server.url).origin)
      }
      measured(task, `${hosts.length} foreign hosts in 7 headers: none in a mail`)
    })
  },
  { hasCheapHashes: true },
)
