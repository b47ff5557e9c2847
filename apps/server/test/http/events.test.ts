import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENTS } from '../../src/events.ts'
import { makeAdministratorLink } from '../../src/modules/administration/first-administrator.service.ts'
import { createPasswordHasher } from '../../src/modules/auth/password-hasher.ts'
import { DEMO_ACCOUNT } from '../../src/modules/demo/demo-limits.ts'
import { makeAuthenticator } from '../support/authenticator.ts'
import { withFactors } from '../support/factors.ts'
import { flowBody } from '../support/flows.ts'
import { mailToken, renderNextMail } from '../support/mail-tokens.ts'
import { type OidcProvider, type Person, startOidcProvider } from '../support/oidc-provider.ts'
import { comeBack, goToProvider, ORIGIN, settingsFor } from '../support/sign-in-by-provider.ts'
import { OPEN, PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/test-server.ts'

const WRONG = 'Wrong4Horse-canary'
const NEW_PASSWORD = 'Different5Horse'
const secrets: string[] = [PASSWORD, WRONG, NEW_PASSWORD, 'argon2', 'token=', 'example.com', 'Canaryname']
let server: TestServer
let moved = 0
let provider: OidcProvider

const post = (path: string, body: unknown, options: { from?: string; token?: string } = {}) =>
  server.request(`/api/auth/${path}`, { body, ...options })
const login = ({ email }: { email: string }, password = PASSWORD, from = '192.0.2.1') =>
  post('login', { email, password }, { from })
const own = (method: string, path: string, token: string, body?: unknown) =>
  server.request(`/api/profile${path}`, { method, token, body })

async function addUser(options: Parameters<TestServer['addUser']>[0] = {}): Promise<TestUser> {
  const user = await server.addUser(options)
  secrets.push(user.token, user.email)
  return user
}

async function token(user: TestUser, purpose: 'verify' | 'reset'): Promise<string> {
  const made = await mailToken(server, user.id, purpose)
  secrets.push(made)
  return made
}

async function bySingleSignOn(person: Person | null) {
  const { jar, answer } = await goToProvider(server, provider, person)
  secrets.push(answer)
  await comeBack(server, answer, jar)
}

async function repeat(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index++) await act()
}

const form = (email: string) => ({ firstName: 'Canaryname', lastName: 'Canaryname', email, password: PASSWORD })

async function shared() {
  const [owner, reader] = [await addUser(), await addUser()]
  const { id } = (await server.request('/api/flows', { token: owner.token, body: flowBody() })).body.data
  const body = { email: reader.email, role: 'editor' }
  await server.request(`/api/flows/${id}/people`, { method: 'PUT', token: owner.token, body })
  return { owner, reader, id, email: reader.email }
}

async function linked() {
  const { owner, id } = await shared()
  const answer = await server.request(`/api/flows/${id}/links`, {
    token: owner.token,
    body: { password: NEW_PASSWORD },
  })
  secrets.push(answer.body.data.token)
  return { owner, id, link: answer.body.data }
}

async function teamed() {
  const { owner, reader, id, email } = await shared()
  const { token } = owner
  const team = (await server.request('/api/teams', { token, body: { name: 'Canaryname' } })).body.data.id
  await server.request(`/api/teams/${team}/members`, { method: 'PUT', token, body: { email, role: 'member' } })
  return { owner, reader, id, email, team }
}

const factors = withFactors(() => server)

/** A user with an authenticator app, whose secrets the log must not have. */
async function withApp() {
  const user = await addUser()
  const { secret, recoveryCodes } = await factors.addApp(user)
  secrets.push(secret, ...recoveryCodes)
  return { user, secret, recoveryCodes }
}

function askForAddress({ token }: TestUser, currentPassword = PASSWORD) {
  const body = { newEmail: `canary-moved-${moved++}@example.com`, currentPassword }
  return server.request('/api/profile/email-change', { token, body })
}

/** The tokens of all mails that wait. */
async function changeTokens() {
  const tokens: string[] = []
  for (let mail = await renderNextMail(server); mail !== 'none'; mail = await renderNextMail(server)) {
    const found = mail && /confirm-email\?token=([\w-]+)/.exec(mail.text)?.[1]
    if (found) tokens.push(found)
  }
  secrets.push(...tokens)
  return tokens
}

/** The actions that cause each event. */
const CAUSES: Record<keyof typeof EVENTS, () => Promise<unknown>> = {
  registered: () => post('register', form('canary-new@example.com')),
  'register-exists': async () => post('register', form((await addUser()).email)),
  'exists-limited': async () => {
    const { email } = await addUser()
    await repeat(21, () => post('resend-verification', { email }, { from: '192.0.2.2' }))
  },
  'register-refused': async () => {
    server.restart({ registration: { mode: 'off', domains: [] } })
    await post('register', form('canary-refused@example.com'), { from: '192.0.2.9' })
    server.restart({ registration: OPEN })
  },
  'resend-verified': async () => post('resend-verification', { email: (await addUser()).email }),
  'verification-mail-asked': () => post('resend-verification', { email: 'canary@example.com' }),
  'email-verified': async () =>
    server.request(`/api/auth/verify-email?token=${await token(await addUser({ isVerified: false }), 'verify')}`),
  'email-change-asked': async () => askForAddress(await addUser()),
  'email-change-refused': async () => askForAddress(await addUser(), WRONG),
  'email-changed': async () => {
    await askForAddress(await addUser())
    for (const token of await changeTokens()) await post('confirm-email-change', { token })
  },
  'verification-failed': () => server.request('/api/auth/verify-email?token=canary-token'),
  'reset-asked': () => post('forgot-password', { email: 'canary@example.com' }),
  'password-reset': async () =>
    post('reset-password', { token: await token(await addUser(), 'reset'), newPassword: NEW_PASSWORD }),
  'reset-failed': () => post('reset-password', { token: 'canary-token', newPassword: NEW_PASSWORD }),
  'mail-limited': () => repeat(4, () => post('forgot-password', { email: 'canary-often@example.com' })),
  login: async () => login(await addUser()),
  'login-failed': async () => login(await addUser(), WRONG),
  'login-unverified': async () => login(await addUser({ isVerified: false })),
  'login-disabled': async () => {
    const user = await addUser()
    await server.request(`/api/admin/users/${user.id}`, {
      ...{ method: 'PATCH', token: (await addUser({ isAdministrator: true })).token, body: { isDisabled: true } },
    })
    await login(user)
  },
  'administrator-claimed': async () => {
    const link = await makeAdministratorLink({ ...server, publicUrl: ORIGIN, now: server.clock.now })
    const secret = link.split('#')[1] ?? ''
    secrets.push(secret)
    await post('claim-administration', { token: secret }, { token: (await addUser()).token })
  },
  'administrator-link-refused': () => post('first-administrator', { ...form('canary-x@example.com'), token: 'canary' }),
  'user-invited': async () => {
    const { token } = await addUser({ isAdministrator: true })
    await server.request('/api/admin/invitations', { token, body: { email: 'canary-guest@example.com' } })
  },
  'invitation-refused': () => post('invitation', { token: 'canary-token' }),
  'login-limited': async () => {
    const user = await addUser()
    await repeat(11, () => login(user, WRONG, '192.0.2.3'))
  },
  'ip-limited': () =>
    repeat(101, () => server.request('/api/auth/verify-email?token=canary-token', { from: '192.0.2.4' })),
  'passkey-login': async () => {
    const { authenticator } = await factors.addPasskey(await addUser())
    await factors.signIn(authenticator)
  },
  'passkey-failed': () => factors.signIn(makeAuthenticator()),
  'code-asked': async () => factors.logIn((await withApp()).user),
  'code-failed': async () => factors.logIn((await withApp()).user, { code: '000000' }),
  'code-limited': async () => {
    const { user } = await withApp()
    await repeat(11, () => factors.logIn(user, { code: '000000' }))
  },
  'recovery-code-used': async () => {
    const { user, recoveryCodes } = await withApp()
    await factors.logIn(user, { code: recoveryCodes[0] })
  },
  'factor-added': withApp,
  'factor-removed': async () => {
    const { user, secret } = await withApp()
    const body = { password: PASSWORD, code: factors.codeOf(secret, 1) }
    await factors.post('/profile/authenticator', user, body, 'DELETE')
  },
  'recovery-codes-made': async () => factors.post('/profile/recovery-codes', (await withApp()).user),
  confirmed: async () => factors.confirm(await addUser()),
  'confirmation-failed': async () => factors.post('/profile/confirmation', await addUser(), { password: WRONG }),
  'new-device': async () => {
    const user = await addUser()
    for (const device of ['canary-device-of-them-1', 'canary-device-of-them-2']) await factors.logIn(user, { device })
  },
  'single-sign-on': () => bySingleSignOn({ sub: 'canary', email: 'canary-there@example.com', email_verified: true }),
  'single-sign-on-failed': () => bySingleSignOn(null),
  logout: async () => server.request('/api/auth/logout', { method: 'POST', token: (await addUser()).token }),
  'session-limit': async () => {
    const user = await addUser()
    await repeat(20, () => server.openSession(user.id))
    await login(user)
  },
  'session-ended': async () => {
    const user = await addUser()
    const { data } = (await own('GET', '/sessions', user.token)).body
    await own('DELETE', `/sessions/${data[0].id}`, user.token)
  },
  'sessions-ended': async () => own('DELETE', '/sessions', (await addUser()).token),
  'token-made': async () => own('POST', '/tokens', (await addUser()).token, { name: 'CI', scope: 'read', days: 1 }),
  'token-revoked': async () => {
    const user = await addUser()
    const { data } = (await own('POST', '/tokens', user.token, { name: 'CI', scope: 'read', days: 1 })).body
    secrets.push(data.token)
    await own('DELETE', `/tokens/${data.id}`, user.token)
  },
  'access-denied': () => server.request('/api/flows', { token: 'x'.repeat(43) }),
  'profile-changed': async () => own('PUT', '', (await addUser()).token, form('')),
  'password-changed': async () =>
    own('PUT', '/change-password', (await addUser()).token, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'password-change-refused': async () =>
    own('PUT', '/change-password', (await addUser()).token, { currentPassword: WRONG, newPassword: NEW_PASSWORD }),
  'password-limited': async () => {
    const user = await addUser()
    await repeat(11, () => own('DELETE', '', user.token, { currentPassword: WRONG }))
  },
  'password-rehashed': async () => {
    const user = await addUser()
    server.restart({
      hasher: await createPasswordHasher({ cost: { memoryCost: 19_456, timeCost: 3, parallelism: 1 } }),
    })
    await login(user)
    server.restart()
  },
  'account-deleted': async () => own('DELETE', '', (await addUser()).token, { currentPassword: PASSWORD }),
  'account-deletion-refused': async () => own('DELETE', '', (await addUser()).token, { currentPassword: WRONG }),
  'data-exported': async () => own('GET', '/export', (await addUser()).token),
  'flow-shared': () => shared(),
  'flow-unshared': async () => {
    const { owner, id, email } = await shared()
    await server.request(`/api/flows/${id}/people`, { method: 'DELETE', token: owner.token, body: { email } })
  },
  'flow-left': async () => {
    const { reader, id } = await shared()
    await server.request(`/api/flows/${id}/leave`, { method: 'POST', token: reader.token })
  },
  'flow-handed-on': async () => {
    const { owner, reader, id, email } = await shared()
    await server.request(`/api/flows/${id}/opened`, { method: 'PUT', token: reader.token })
    await server.request(`/api/flows/${id}/owner`, { method: 'PUT', token: owner.token, body: { email } })
  },
  'flow-moved': async () => {
    const { owner, id, team } = await teamed()
    await server.request(`/api/flows/${id}/team`, { method: 'PUT', token: owner.token, body: { team } })
  },
  'team-made': () => teamed(),
  'team-deleted': async () => {
    const { owner, team } = await teamed()
    await server.request(`/api/teams/${team}`, { method: 'DELETE', token: owner.token })
  },
  'team-member-put': () => teamed(),
  'team-member-removed': async () => {
    const { owner, team, email } = await teamed()
    await server.request(`/api/teams/${team}/members`, { method: 'DELETE', token: owner.token, body: { email } })
  },
  'team-left': async () => {
    const { reader, team } = await teamed()
    await server.request(`/api/teams/${team}/leave`, { method: 'POST', token: reader.token })
  },
  'link-made': () => linked(),
  'link-revoked': async () => {
    const { owner, id, link } = await linked()
    await server.request(`/api/flows/${id}/links/${link.id}`, { method: 'DELETE', token: owner.token })
  },
  'link-refused': async () => {
    const { link } = await linked()
    await server.request(`/api/shared/${link.token}`, { body: { password: WRONG } })
  },
  'link-limited': async () => {
    const { link } = await linked()
    const guess = () => server.request(`/api/shared/${link.token}`, { body: { password: WRONG }, from: '192.0.2.5' })
    await repeat(101, guess)
  },
  'link-role-taken': async () => {
    const { owner, id } = await shared()
    const { body } = await server.request(`/api/flows/${id}/links`, { token: owner.token, body: { role: 'editor' } })
    secrets.push(body.data.token)
    const { token } = await addUser()
    await server.request(`/api/shared/${body.data.token}/role`, { method: 'PUT', token, body: {} })
  },
  'comment-limited': async () => {
    const { owner, id } = await shared()
    await repeat(61, () => server.request(`/api/flows/${id}/comments`, { token: owner.token, body: { text: 'Hm' } }))
  },
  'demo-refused': async () => own('DELETE', '', (await addUser({ isDemo: true })).token, { currentPassword: WRONG }),
  'login-held': async () => {
    const user = await addUser({ isVerified: false })
    await server.request(`/api/auth/verify-email?browser=&token=${await token(user, 'verify')}`)
    await login(user)
  },
  'password-confirmed': async () => {
    const user = await addUser({ isVerified: false })
    const link = await token(user, 'verify')
    await server.request(`/api/auth/verify-email?browser=&token=${link}`)
    await post('confirm-password', { token: link, password: PASSWORD })
  },
  'demo-limited': async () => {
    const visitor = { body: DEMO_ACCOUNT, from: '192.0.2.99' }
    await repeat(6, () => server.request('/api/auth/login', visitor))
  },
}

describe('audit events', () => {
  beforeAll(async () => {
    provider = await startOidcProvider()
    provider.serve(ORIGIN)
    server = await startTestServer('SQLite', { oidc: settingsFor(provider), demoMode: true })
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  it.each(Object.keys(CAUSES) as (keyof typeof EVENTS)[])('[REL-OP2] [REL-OP12] %s is an event', async (event) => {
    const before = server.events(event).length
    await CAUSES[event]()
    const noted = server.events(event)
    expect(noted.length).toBeGreaterThan(before)
    for (const { userId, address } of noted) expect(userId ?? address).toEqual(expect.any(String))
    for (const secret of secrets) expect(JSON.stringify(noted)).not.toContain(secret)
  })

  it('[REL-OP12] there are at least 25 events, and none contains a secret, an email address or a name', () => {
    expect(Object.keys(EVENTS).length).toBeGreaterThanOrEqual(25)
    const text = JSON.stringify(server.log)
    expect(text).toContain('account-deleted')
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toContain('canary')
  })
})
