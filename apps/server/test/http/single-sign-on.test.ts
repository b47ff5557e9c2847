import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/database/ids.ts'
import { hashToken } from '../../src/modules/auth/session-token.ts'
import { addTeam, countMembers, putMember } from '../../src/modules/teams/teams.repository.ts'
import { DATABASES } from '../support/databases.ts'
import { queuedMails } from '../support/mail-tokens.ts'
import { type OidcProvider, type Person, startOidcProvider } from '../support/oidc-provider.ts'
import { comeBack, goToProvider, type Jar, makeJar, ORIGIN, settingsFor } from '../support/sign-in-by-provider.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts'

const START = '/api/auth/oidc/start'

describe.each(DATABASES)('single sign-on on %s', (name) => {
  let provider: OidcProvider
  let server: TestServer
  beforeAll(async () => {
    provider = await startOidcProvider()
    provider.serve(ORIGIN)
    server = await startTestServer(name, { oidc: settingsFor(provider) })
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  const go = (person: Person | null) => goToProvider(server, provider, person)

  const fetchToken = async (jar: Jar) => {
    const fetched = await server.request('/api/auth/oidc/session', { method: 'POST', headers: jar.header() })
    jar.take(fetched)
    return fetched
  }

  async function signIn(person: Person) {
    const { jar, answer } = await go(person)
    expect(await comeBack(server, answer, jar)).toBe('/login/sso')
    const { body } = await fetchToken(jar)
    return { token: body.data.token as string }
  }

  const profileOf = async (token: string) => (await server.request('/api/profile', { token })).body.data
  const userOf = async (token: string) => {
    const sessions = server.database.read.selectFrom('sessions').select('user_id')
    return (await sessions.where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow()).user_id
  }
  const teamsOf = async (token: string) =>
    (await server.request('/api/teams', { token })).body.data.map((team: { name: string; role: string }) => [
      team.name,
      team.role,
    ])

  it('[API-740] [API-741] a first sign-in makes an account with the names and the verified address of the provider', async () => {
    const person = {
      sub: 'grace',
      email: 'Grace@Example.com',
      email_verified: true,
      given_name: 'Grace',
      family_name: 'Hopper',
    }
    const { token } = await signIn(person)
    const profile = await profileOf(token)
    expect(profile).toMatchObject({ email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' })
    const again = await signIn({ ...person, email: 'other@example.com' })
    expect(await userOf(again.token)).toBe(await userOf(token))
  })

  it('[API-742] the token is fetched once, by the browser that signed in', async () => {
    const { jar, answer } = await go({ sub: 'once', email: 'once@example.com', email_verified: true })
    await comeBack(server, answer, jar)
    expect((await fetchToken(makeJar())).status).toBe(401)
    expect((await fetchToken(jar)).status).toBe(200)
    expect((await fetchToken(jar)).status).toBe(401)
  })

  it('[API-743] an answer to the request of another browser, or to none, signs nobody in', async () => {
    const mallory = await go({ sub: 'mallory', email: 'mallory@example.com', email_verified: true })
    expect(await comeBack(server, mallory.answer, makeJar())).toBe('/login/sso?failed=expired')
    const victim = makeJar()
    victim.take(await server.request(START))
    expect(await comeBack(server, mallory.answer, victim)).toBe('/login/sso?failed=failed')
    expect((await fetchToken(victim)).status).toBe(401)
    expect(await comeBack(server, mallory.answer, mallory.jar)).toBe('/login/sso')
    expect(server.events('single-sign-on-failed').map(({ reason }) => reason)).toEqual(['expired', 'failed'])
  })

  it('[API-744] an address that the provider has not verified signs nobody in', async () => {
    const user = await server.addUser()
    for (const claims of [{ email: user.email }, { email: user.email, email_verified: false }, {}]) {
      const { jar, answer } = await go({ sub: `claims ${user.email}`, ...claims })
      expect(await comeBack(server, answer, jar)).toBe('/login/sso?failed=unverified')
    }
  })

  it('[API-745] who has an account with the verified address gets into it', async () => {
    const user = await server.addUser()
    const { token } = await signIn({ sub: `of ${user.email}`, email: user.email, email_verified: true })
    expect(await userOf(token)).toBe(user.id)
    const byPassword = await server.request('/api/auth/login', { body: { email: user.email, password: PASSWORD } })
    expect(byPassword.status).toBe(200)
  })

  it('[API-746] the password of an account that nobody had verified is void', async () => {
    const user = await server.addUser({ isVerified: false })
    const { token } = await signIn({ sub: `of ${user.email}`, email: user.email, email_verified: true })
    expect(await userOf(token)).toBe(user.id)
    const byPassword = await server.request('/api/auth/login', { body: { email: user.email, password: PASSWORD } })
    expect(byPassword.status).toBe(401)
  })

  it('[OPS-352] an ID token that the provider has not signed signs nobody in', async () => {
    const forger = await startOidcProvider()
    forger.serve(ORIGIN)
    forger.tellForeignKeys()
    const trusting = await startTestServer(name, { oidc: settingsFor(forger) })
    const { jar, answer } = await goToProvider(trusting, forger, {
      sub: 'forged',
      email: 'forged@example.com',
      email_verified: true,
    })
    expect(await comeBack(trusting, answer, jar)).toBe('/login/sso?failed=failed')
    await trusting.stop()
    await forger.stop()
  })

  it('[OPS-354] with https the cookies go over TLS only, and scripts cannot read them', async () => {
    const origin = 'https://plimsoll.example.com'
    const safe = await startOidcProvider()
    safe.serve(origin)
    const secure = await startTestServer(name, { oidc: settingsFor(safe), publicUrl: origin })
    const person = { sub: 'safe', email: 'safe@example.com', email_verified: true }
    const { jar, answer } = await goToProvider(secure, safe, person, { origin })
    const back = await secure.request(answer, { headers: jar.header() })
    const cookies = [await secure.request(START), back].flatMap(({ headers }) => headers.getSetCookie())
    expect(cookies).toHaveLength(3)
    for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-plimsoll_sign.*; Path=\/api\/auth\/oidc; .*Secure/)
    for (const cookie of cookies.filter((one) => !one.includes('Max-Age=0')))
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
    jar.take(back)
    const fetched = await secure.request('/api/auth/oidc/session', { method: 'POST', headers: jar.header() })
    expect(fetched.status).toBe(200)
    await secure.stop()
    await safe.stop()
  })

  it('[API-747] who refuses at the provider is told so', async () => {
    const { jar, answer } = await go(null)
    expect(await comeBack(server, answer, jar)).toBe('/login/sso?failed=denied')
  })

  it('[API-748] [API-749] the groups that are teams are followed at each sign-in, and the first member owns the team', async () => {
    const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['Pilots', 'Divers'] }
    const bob = { sub: 'bob', email: 'bob@example.com', email_verified: true, groups: ['Pilots', 'Tugs'] }
    expect(await teamsOf((await signIn(ada)).token)).toEqual([['Pilots', 'owner']])
    expect(await teamsOf((await signIn(bob)).token)).toEqual([
      ['Pilots', 'member'],
      ['Tugs', 'owner'],
    ])
    // The last owner stays, so that the team does not get out of reach.
    expect(await teamsOf((await signIn({ ...bob, groups: [] })).token)).toEqual([['Tugs', 'owner']])
  })

  it('[API-997] a group puts nobody in a team that is full, or in more teams than one may be in', async () => {
    const person = (sub: string, group: string): Person => ({
      ...{ sub, email: `${sub}@example.com`, email_verified: true, groups: [group] },
    })
    const now = server.clock.now
    const teams = server.database.read.selectFrom('oidc_teams').select('team_id')
    await signIn(person('first', 'Pilots'))
    const { team_id } = await teams.where('group_name', '=', 'Pilots').executeTakeFirstOrThrow()
    await server.database.write(async (queries) => {
      const before = await countMembers(queries, team_id)
      for (let count = before; count < 100; count++)
        await putMember(queries, { teamId: team_id, email: `m${count}@full.example`, role: 'member', now })
      for (let count = 0; count < 20; count++) {
        const id = newId()
        await addTeam(queries, { id, name: `Team ${count}`, now })
        await putMember(queries, { teamId: id, email: 'emil@example.com', role: 'member', now })
      }
    })
    expect(await teamsOf((await signIn(person('dora', 'Pilots'))).token)).toEqual([])
    expect(await teamsOf((await signIn(person('emil', 'Tugs'))).token)).toHaveLength(20)
    const warned = (server.log as [{ count?: number }, string?][]).filter(([, text]) => text?.startsWith('teams of'))
    expect(warned.map(([{ count }]) => count)).toEqual([1, 1])
    await server.database.write((queries) =>
      queries.deleteFrom('team_members').where('email', 'like', '%@full.example').execute(),
    )
  })

  it('[API-994] the audit log has the account that a first sign-in makes, and what groups change', async () => {
    const cleo = { sub: 'cleo', email: 'cleo@example.com', email_verified: true }
    await signIn({ ...cleo, groups: ['Pilots'] })
    const { token } = await signIn({ ...cleo, groups: [] })
    const entries = server.database.read.selectFrom('audit_log').select(['event', 'detail'])
    const events = await entries.where('actor_id', '=', await userOf(token)).execute()
    // Those of one transaction are of one moment.
    expect(events.map(({ event, detail }) => `${event} ${detail}`.trim()).toSorted()).toEqual([
      ...['registered single sign-on', 'single-sign-on', 'single-sign-on'],
      ...['team-member-put member by group', 'team-member-removed by group'],
    ])
  })

  it('[API-893] a group makes administrators at each sign-in, and takes back only the role that it gave', async () => {
    const isAdministrator = async (token: string) =>
      (await server.request('/api/profile', { token })).body.data.isAdministrator
    const eve = { sub: 'eve', email: 'eve@example.com', email_verified: true }
    const signInTo = async (groups: string[]) => isAdministrator((await signIn({ ...eve, groups })).token)
    expect([await signInTo([]), await signInTo(['Harbour masters'])]).toEqual([false, true])
    const user = await server.addUser({ isAdministrator: true })
    expect(await signInTo([])).toBe(false)
    const { token } = await signIn({ sub: 'by hand', email: user.email, email_verified: true, groups: [] })
    expect(await isAdministrator(token)).toBe(true)
  })

  it('[API-990] a group does not take the role back from the last administrator', async () => {
    await server.database.write((queries) => queries.updateTable('users').set({ role: 'user' }).execute())
    const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true }
    await signIn({ ...ada, groups: ['Harbour masters'] })
    const { token } = await signIn({ ...ada, groups: [] })
    expect((await profileOf(token)).isAdministrator).toBe(true)
  })

  it('[API-873] who is disabled is told so, and not signed in', async () => {
    const user = await server.addUser()
    await server.database.write((queries) =>
      queries.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute(),
    )
    const { jar, answer } = await go({ sub: `of ${user.email}`, email: user.email, email_verified: true })
    expect(await comeBack(server, answer, jar)).toBe('/login/sso?failed=disabled')
  })

  it('[API-925] a sign-in in a browser that the account has not used is told by mail, with and without an id of it', async () => {
    const person = { sub: 'fay', email: 'fay@example.com', email_verified: true }
    const mails = async () => (await queuedMails(server, person.email)).length
    const arrive = async (wish: object) => {
      const { jar, answer } = await goToProvider(server, provider, person, wish)
      return comeBack(server, answer, jar)
    }
    const [one, other] = ['a', 'b'].map((letter) => letter.repeat(36))
    const told: number[] = []
    // The token need not be fetched. A bad id is as none.
    for (const device of [one, one, other, other, 'short', '']) {
      expect(await arrive({ ...(device && { device }) })).toBe('/login/sso')
      told.push(await mails())
    }
    expect(told).toEqual([0, 0, 1, 1, 2, 2])
  })

  it('[API-924] a session of single sign-on lasts when its start asks for it', async () => {
    const person = { sub: 'gus', email: 'gus@example.com', email_verified: true }
    const isRemembered = async (wish: object) => {
      const { jar, answer } = await goToProvider(server, provider, person, wish)
      await comeBack(server, answer, jar)
      const { token } = (await fetchToken(jar)).body.data
      const sessions = (await server.request('/api/profile/sessions', { token })).body.data
      return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).isRemembered
    }
    expect([await isRemembered({}), await isRemembered({ remember: '1' })]).toEqual([false, true])
    const confirm = '1'
    expect([await isRemembered({ confirm }), await isRemembered({ confirm, remember: '1' })]).toEqual([false, true])
  })

  it('[REL-SE7] the session before ends when the token of the new one is fetched with it', async () => {
    const person = { sub: 'hal', email: 'hal@example.com', email_verified: true }
    const { token: before } = await signIn(person)
    const { jar, answer } = await go(person)
    await comeBack(server, answer, jar)
    const headers = { ...jar.header(), authorization: `Bearer ${before}` }
    const fetched = await server.request('/api/auth/oidc/session', { method: 'POST', headers })
    const status = async (token: string) => (await server.request('/api/profile', { token })).status
    expect([await status(before), await status(fetched.body.data.token)]).toEqual([401, 200])
  })

  it('[API-750] a logout names the page that ends the session at the provider, too', async () => {
    const { token } = await signIn({ sub: 'leaving', email: 'leaving@example.com', email_verified: true })
    const { body } = await server.request('/api/auth/logout', { method: 'POST', token })
    const url = new URL(body.endSessionUrl)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost/login')
    expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const user = await server.addUser()
    expect((await server.request('/api/auth/logout', { method: 'POST', token: user.token })).body).toEqual({
      message: 'Logged out successfully',
    })
  })

  it('[API-751] a provider that does not answer is told apart', async () => {
    server.restart({ oidc: { ...settingsFor(provider), issuer: 'http://127.0.0.1:9' } })
    const { headers } = await server.request(START)
    expect(headers.get('location')).toBe('/login/sso?failed=unavailable')
    server.restart({ oidc: settingsFor(provider) })
  })

  it('[API-752] where it is the only way in, no password is taken', async () => {
    const user = await server.addUser()
    server.restart({ oidc: { ...settingsFor(provider), isOnly: true } })
    const email = user.email
    for (const [path, body] of [
      ['login', { email, password: PASSWORD }],
      ['register', { firstName: 'Ada', lastName: 'Hopper', email: 'new@example.com', password: PASSWORD }],
      ['forgot-password', { email }],
      ['resend-verification', { email }],
      ['reset-password', { token: 'x', password: PASSWORD, newPassword: PASSWORD }],
    ] as const)
      expect([path, (await server.request(`/api/auth/${path}`, { body })).status]).toEqual([path, 403])
    const { token } = user
    const only = 'Passwords are off here. Use single sign-on.'
    for (const [method, path, body] of [
      ['PUT', '/profile/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}9` }],
      ['POST', '/profile/confirmation', { password: PASSWORD }],
    ] as const) {
      const answer = await server.request(`/api${path}`, { method, token, body })
      expect([path, answer.status, answer.body.message]).toEqual([path, 403, only])
    }
    expect((await signIn({ sub: 'sso', email: 'sso@example.com', email_verified: true })).token).toBeTruthy()
    server.restart({ oidc: settingsFor(provider) })
  })

  it('[API-929] a fresh sign-in at the provider confirms an account without a password, which then can be deleted', async () => {
    const person = { sub: 'leaver', email: 'leaver@example.com', email_verified: true }
    const { token } = await signIn(person)
    const remove = (given: string) => server.request('/api/profile', { method: 'DELETE', token: given, body: {} })
    const asked = await remove(token)
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([403, ['confirmation']])
    const { jar, answer, asks } = await goToProvider(server, provider, person, { confirm: '1' })
    expect(asks.get('prompt')).toBe('login')
    expect(await comeBack(server, answer, jar)).toBe('/login/sso')
    const fresh = (await fetchToken(jar)).body.data.token
    // The confirmation is that session's alone.
    expect((await remove(token)).status).toBe(403)
    expect((await remove(fresh)).status).toBe(200)
    expect((await server.request('/api/profile', { token: fresh })).status).toBe(401)
  })

  it('[API-993] where it is the only way in, a password confirms nobody, and a fresh sign-in does', async () => {
    const user = await server.addUser()
    server.restart({ oidc: { ...settingsFor(provider), isOnly: true } })
    const remove = (token: string) =>
      server.request('/api/profile', { method: 'DELETE', token, body: { currentPassword: PASSWORD } })
    expect((await server.request('/api/profile/factors', { token: user.token })).body.data.hasPassword).toBe(false)
    const asked = await remove(user.token)
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([403, ['confirmation']])
    const person = { sub: `of ${user.email}`, email: user.email, email_verified: true }
    const { jar, answer } = await goToProvider(server, provider, person, { confirm: '1' })
    await comeBack(server, answer, jar)
    expect((await remove((await fetchToken(jar)).body.data.token)).status).toBe(200)
    server.restart({ oidc: settingsFor(provider) })
  })

  it('[API-753] without a provider there is no such address', async () => {
    const without = await startTestServer(name)
    expect((await without.request(START)).status).toBe(404)
    expect((await without.request('/api/auth/oidc/session', { method: 'POST' })).status).toBe(404)
    await without.stop()
  })
})
