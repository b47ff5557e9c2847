import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandOutcome, runAdminHere } from '../support/admin-command.ts'
import { DATABASES } from '../support/databases.ts'
import { linkIn } from '../support/smtp-sink.ts'
import { startTarget, type Target } from '../support/target.ts'
import { PASSWORD } from '../support/test-server.ts'
import { totpCode } from '../support/totp-code.ts'

const PUBLIC_URL = 'https://plimsoll.example'
const NAMES = ['--first-name', 'Grace', '--last-name', 'Hopper']

describe.each(DATABASES)('the operator beside a running server on %s', { timeout: 90_000 }, (name) => {
  let target: Target
  beforeAll(async () => {
    target = await startTarget(name, { hasCheapHashes: true })
  })
  afterAll(() => target.stop())

  const admin = (words: string[], input = '') =>
    runAdminHere(words, { storage: target.storage, env: { PUBLIC_URL }, input })
  const logIn = async (email: string, password = PASSWORD) =>
    (await target.call('/api/auth/login', { body: { email, password } })).status
  const reset = async (token: string | null, newPassword: string) =>
    (await target.call('/api/auth/reset-password', { body: { token, newPassword } })).status

  it('[API-81] creates an account whose password is chosen by a link', async () => {
    const made = await admin(['user', 'create', '--email', 'Link@Example.com', ...NAMES])
    expect(made).toMatchObject({ code: 0, errors: '' })
    const link = new URL(made.output.split('\n').at(-1) ?? '')
    expect([link.origin, link.pathname]).toEqual([PUBLIC_URL, '/reset-password'])
    expect(await logIn('link@example.com')).toBe(401)
    expect(await reset(link.searchParams.get('token'), 'Another4Horse')).toBe(200)
    expect(await logIn('link@example.com', 'Another4Horse')).toBe(200)
  })

  it('[CLI-372] prints a link that makes an account an administrator', async () => {
    const made = await admin(['administrator-link'])
    expect(made).toMatchObject({ code: 0, errors: '' })
    const link = new URL(made.output)
    expect([link.origin, link.pathname]).toEqual([PUBLIC_URL, '/administrator'])
    const { token } = await target.addUser()
    const body = { token: link.hash.slice(1) }
    expect((await target.call('/api/auth/claim-administration', { token, body })).status).toBe(200)
    expect((await target.call('/api/admin/settings', { token })).status).toBe(200)
  })

  it('[API-81] creates an account with a password from standard input, and queues a verification mail', async () => {
    const words = ['user', 'create', '--email', 'stdin@example.com', ...NAMES, '--password-stdin']
    expect(await admin(words, `${PASSWORD}\n`)).toEqual({ code: 0, output: 'The account is made.', errors: '' })
    expect(await logIn('stdin@example.com')).toBe(403)
    const token = linkIn(await target.mails.mailTo('stdin@example.com')).searchParams.get('token')
    expect((await target.call(`/api/auth/verify-email?token=${token}`)).status).toBe(200)
    expect(await logIn('stdin@example.com')).toBe(200)
    const verified = ['user', 'create', '--email', 'verified@example.com', ...NAMES, '--password-stdin', '--verified']
    expect((await admin(verified, PASSWORD)).code).toBe(0)
    expect(await logIn('verified@example.com')).toBe(200)
  })

  it('[API-81] refuses what the registration form refuses, and an address with an account', async () => {
    const { email } = await target.addUser()
    const taken = await admin(['user', 'create', '--email', email.toUpperCase(), ...NAMES])
    expect(taken).toEqual({ code: 1, output: '', errors: `A user with the address ${email} exists already.` })
    const words = ['user', 'create', '--email', 'nobody', '--first-name', 'x'.repeat(51), '--last-name', ' ']
    const wrong = await admin([...words, '--password-stdin'], 'short')
    expect(wrong.code).toBe(1)
    expect(wrong.errors.split('\n')).toEqual([
      '--first-name: First name cannot exceed 50 characters',
      '--last-name: Last name is required',
      '--email: Please enter a valid email address',
      'the password: Password must be at least 8 characters',
      expect.stringContaining('the password: Password must contain'),
    ])
  })

  it('[API-82] prints a link that resets a password, or makes the server send it', async () => {
    const { email } = await target.addUser()
    const printed = await admin(['reset-link', '--user', email])
    const token = new URL(printed.output).searchParams.get('token')
    expect((await admin(['reset-link', '--user', email, '--send'])).code).toBe(0)
    const sent = linkIn(await target.mails.mailTo(email)).searchParams.get('token')
    // The newer link has replaced the older one.
    expect(await reset(token, 'Another4Horse')).toBe(400)
    expect(await reset(sent, 'Another4Horse')).toBe(200)
    expect(await logIn(email, 'Another4Horse')).toBe(200)
    const nobody = 'There is no user with the address nobody@example.com.'
    for (const words of [['reset-link'], ['reset-link', '--send'], ['sessions', 'revoke']]) {
      const outcome = await admin([...words, '--user', 'nobody@example.com'])
      expect(outcome).toEqual({ code: 1, output: '', errors: nobody })
    }
  })

  it('[API-83] [REL-SE6] ends every session of a user at once, and nobody else’s', async () => {
    const [user, other] = [await target.addUser(), await target.addUser()]
    const tokens = [user.token, await target.openSession(user.id), await target.openSession(user.id)]
    const statuses = () =>
      Promise.all([...tokens, other.token].map(async (token) => (await target.call('/api/profile', { token })).status))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const revoked: CommandOutcome = await admin(['sessions', 'revoke', '--user', user.email])
    expect(revoked).toEqual({ code: 0, output: '3 sessions ended.', errors: '' })
    expect(await statuses()).toEqual([401, 401, 401, 200])
    expect(await logIn(user.email)).toBe(200)
  })

  it('[API-1060] ends every session of everybody at once, as after a restore', async () => {
    const [user, other] = [await target.addUser(), await target.addUser()]
    const statuses = () =>
      Promise.all([user, other].map(async ({ token }) => (await target.call('/api/profile', { token })).status))
    expect(await statuses()).toEqual([200, 200])
    const revoked = await admin(['sessions', 'revoke', '--all'])
    expect([revoked.code, revoked.output]).toEqual([0, expect.stringMatching(/^\d+ sessions ended\.$/)])
    expect(await statuses()).toEqual([401, 401])
    expect(await logIn(user.email)).toBe(200)
    expect((await admin(['sessions', 'revoke', '--all'])).output).toBe('1 session ended.')
  })

  it('[API-1006] is in the audit log with all that it does to accounts', async () => {
    const subject = await target.addUser()
    const { token } = await target.addUser()
    const body = { token: new URL((await admin(['administrator-link'])).output).hash.slice(1) }
    expect((await target.call('/api/auth/claim-administration', { token, body })).status).toBe(200)
    await admin(['user', 'create', '--email', 'audited@example.com', ...NAMES])
    for (const words of [['reset-link'], ['reset-link', '--send'], ['sessions', 'revoke'], ['factors', 'remove']])
      expect((await admin([...words, '--user', subject.email])).code).toBe(0)
    await admin(['administrator-link'])
    const log = await target.call('/api/admin/audit', { token })
    type Entry = { event: string; actor: unknown; subject: { id: string } | null; detail: string }
    const entries = (log.body.data.entries as Entry[]).filter(({ detail }) => detail === 'terminal')
    expect(entries.map(({ event }) => event).slice(0, 7)).toEqual([
      ...['administrator-link-made', 'factor-removed', 'sessions-revoked', 'reset-link-made', 'reset-link-made'],
      // A link by which the new account's password is chosen.
      ...['reset-link-made', 'user-made'],
    ])
    expect(entries.every(({ actor }) => actor === null)).toBe(true)
    expect(entries.slice(1, 5).map((entry) => entry.subject?.id)).toEqual(Array(4).fill(subject.id))
  })

  it('[API-928] removes the second factors of a user, who then logs in by the password', async () => {
    const user = await target.addUser()
    const call = async (method: string, path: string, body: unknown) =>
      (await target.call(`/api/profile/${path}`, { method, token: user.token, body })).body
    await call('POST', 'confirmation', { password: PASSWORD })
    const { secret } = (await call('POST', 'authenticator', {})).data
    await call('PUT', 'authenticator', { code: totpCode(secret, Date.now()) })
    expect(await logIn(user.email)).toBe(403)
    const removed: CommandOutcome = await admin(['factors', 'remove', '--user', user.email])
    expect(removed).toEqual({ code: 0, output: 'The second factors are removed.', errors: '' })
    expect((await target.call('/api/profile', { token: user.token })).status).toBe(401)
    expect(await logIn(user.email)).toBe(200)
  })
})
