import { AUDIT_GROUPS, type AuditEntry } from '@plimsoll/contract'
import { expect, it } from 'vitest'
import { isId } from '../../src/database/ids.ts'
import { MOST_FAILURES, recordAudit, trimAudit } from '../../src/modules/audit/audit.ts'
import { counterKey } from '../../src/modules/limits/counters.repository.ts'
import { ACTION_POLICY } from '../../src/modules/limits/limits.policy.ts'
import { withFactors } from '../support/factors.ts'
import { flowBody } from '../support/flows.ts'
import { renderNextMail } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR

const as = (...events: string[]) => ({ events })
const none = (why: string) => ({ none: why })
const CONTENT = none('It is the content of flows, of which there are versions.')
const OWN = none('It is the own library and profile, and gives nobody a right.')
const STEP = none('It is the first of two steps, and the second one has the entry.')
const SESSION = none('The list of ended sessions tells it.')

/** What the log has of each route that changes something. */
const ENTRIES: Record<string, ReturnType<typeof as> | ReturnType<typeof none>> = {
  'PATCH /admin/users/{id}': as('user-approved', 'user-disabled', 'user-enabled', 'role-changed', 'quota-changed'),
  'DELETE /admin/users/{id}': as('user-deleted'),
  'DELETE /admin/users/{id}/sessions': as('sessions-revoked'),
  'POST /admin/users/{id}/reset-link': as('reset-link-made'),
  'POST /admin/invitations': as('user-invited'),
  'POST /admin/invitations/{id}/link': as('invitation-renewed'),
  'DELETE /admin/invitations/{id}': as('invitation-revoked'),
  'POST /admin/mails/test': as('mail-tested'),
  'POST /admin/mails/{id}/retry': as('mail-retried'),
  'DELETE /admin/mails/{id}': as('mail-removed'),
  'DELETE /admin/experiments/{id}': as('experiment-cancelled'),
  'POST /auth/invitation': none('It reads what an invitation is for.'),
  'POST /auth/accept-invitation': as('invitation-accepted'),
  'POST /auth/claim-administration': as('administrator-claimed'),
  'POST /auth/first-administrator': as('administrator-claimed'),
  'POST /auth/register': as('registered'),
  'POST /auth/confirm-password': none('It ends the registration, which has the entry.'),
  'POST /auth/resend-verification': STEP,
  'POST /auth/forgot-password': STEP,
  'POST /auth/reset-password': as('password-reset'),
  'POST /auth/login': as('login', 'login-failed', 'login-disabled'),
  'POST /auth/passkey/options': STEP,
  'POST /auth/passkey': as('login', 'login-failed', 'login-disabled'),
  'POST /auth/oidc/session': none('The sign-in at the provider, before it, has the entry.'),
  'POST /auth/logout': SESSION,
  'POST /auth/confirm-email-change': as('email-changed'),
  'POST /profile/email-change': STEP,
  'DELETE /profile/email-change': STEP,
  'POST /profile/passkeys/options': STEP,
  'POST /profile/passkeys': as('factor-added'),
  'DELETE /profile/passkeys/{id}': as('factor-removed'),
  'POST /profile/authenticator': STEP,
  'PUT /profile/authenticator': as('factor-added'),
  'DELETE /profile/authenticator': as('factor-removed'),
  'POST /profile/recovery-codes': as('recovery-codes-made'),
  'POST /profile/confirmation': STEP,
  'POST /profile/confirmation/passkey-options': STEP,
  'POST /profile/confirmation/passkey': STEP,
  'PUT /profile': OWN,
  'PUT /profile/change-password': as('password-changed'),
  'DELETE /profile': as('account-deleted'),
  'DELETE /profile/sessions': SESSION,
  'DELETE /profile/sessions/{id}': SESSION,
  'POST /profile/tokens': as('token-made'),
  'DELETE /profile/tokens/{id}': as('token-revoked'),
  'POST /tags': OWN,
  'POST /experiments': OWN,
  'DELETE /experiments/{id}': OWN,
  'POST /flows': CONTENT,
  'PUT /flows/{id}': CONTENT,
  'DELETE /flows/{id}': as('flow-removed'),
  'DELETE /bin': as('flow-deleted'),
  'DELETE /bin/{id}': as('flow-deleted'),
  'POST /bin/{id}/restore': none('The owner takes back what the log has as removed.'),
  'PUT /flows/{id}/opened': OWN,
  'PATCH /flows/{id}/versions/{version}': CONTENT,
  'POST /flows/{id}/versions/{version}/restore': CONTENT,
  'POST /flows/{id}/comments': CONTENT,
  'POST /flows/{id}/comments/{comment}/answers': CONTENT,
  'PATCH /flows/{id}/comments/{comment}': CONTENT,
  'DELETE /flows/{id}/comments/{comment}': CONTENT,
  'PUT /flows/{id}/comments/{comment}/resolved': CONTENT,
  'PUT /flows/{id}/people': as('flow-shared'),
  'DELETE /flows/{id}/people': as('flow-unshared'),
  'POST /flows/{id}/leave': as('flow-left'),
  'PUT /flows/{id}/owner': as('flow-handed-on'),
  'PUT /flows/{id}/teams': as('flow-shared'),
  'DELETE /flows/{id}/teams': as('flow-unshared'),
  'PUT /flows/{id}/team': as('flow-moved'),
  'POST /flows/{id}/links': as('link-made'),
  'DELETE /flows/{id}/links/{link}': as('link-revoked'),
  'POST /shared/{token}': none('It reads the flow of a link.'),
  'PUT /shared/{token}/role': as('link-role-taken'),
  'POST /teams': as('team-made'),
  'PUT /teams/{id}': as('team-renamed'),
  'DELETE /teams/{id}': as('team-deleted'),
  'PUT /teams/{id}/opened': OWN,
  'PUT /teams/{id}/members': as('team-member-put'),
  'DELETE /teams/{id}/members': as('team-member-removed'),
  'POST /teams/{id}/leave': as('team-left'),
}

onEachDatabase('the audit log', (server) => {
  const administrator = () => server().addUser({ isAdministrator: true })
  const list = async ({ token }: TestUser, query = '') =>
    (await server().request(`/api/admin/audit?${query}`, { token })).body.data
  /** Of somebody, oldest first. */
  const eventsOf = async (by: TestUser, { email }: { email: string }, query = '') =>
    (await list(by, `email=${encodeURIComponent(email)}&${query}`)).entries.toReversed()
  const login = ({ email }: TestUser, password = PASSWORD, code?: string) =>
    server().request('/api/auth/login', { body: { email, password, ...(code && { code }) }, from: '192.0.2.7' })

  it('[API-890] has who signed in and whose sign-in failed, from where', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    await login(user, 'Wrong4Horse')
    await login(user)
    const party = { id: user.id, name: user.email }
    expect(await eventsOf(by, user)).toMatchObject([
      { event: 'login-failed', actor: null, subject: party, address: '192.0.2.7' },
      { event: 'login', actor: party, subject: null, address: '192.0.2.7' },
    ])
  })

  it('[API-932] has what was done by a passkey and a code, and who added and removed a factor', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    const { post, addApp, codeOf, addPasskey, signIn } = withFactors(server)
    const { authenticator } = await addPasskey(user)
    await signIn(authenticator)
    const { id } = (await server().request('/api/profile/factors', user)).body.data.passkeys[0]
    await post(`/profile/passkeys/${id}`, user, {}, 'DELETE')
    const { secret } = await addApp(user)
    expect((await login(user, PASSWORD, '000000')).status).toBe(403)
    // A confirmation is no sign-in.
    await post('/profile/confirmation', user, { password: PASSWORD, code: '000000' })
    const confirmation = { password: PASSWORD, code: codeOf(secret, 1) }
    expect((await post('/profile/authenticator', user, confirmation, 'DELETE')).status).toBe(200)
    const events = (await eventsOf(by, user)).map(({ event, detail }: AuditEntry) => [event, detail])
    expect(events).toEqual([
      ['factor-added', 'passkey'],
      ['login', 'passkey'],
      ['factor-removed', 'passkey'],
      ['factor-added', 'authenticator app'],
      ['login-failed', 'code'],
      ['factor-removed', 'authenticator app'],
    ])
    await signIn(authenticator)
    expect((await list(by, 'group=signIn')).entries[0]).toMatchObject({ event: 'login-failed', detail: 'passkey' })
  })

  it('[API-891] has who shared what, and as what', async () => {
    const [by, user, other] = [await administrator(), await server().addUser(), await server().addUser()]
    const { token } = user
    const { id } = (await server().request('/api/flows', { token, body: flowBody() })).body.data
    const people = `/api/flows/${id}/people`
    const ask = (path: string, method: string, body?: unknown) => server().request(path, { method, token, body })
    await ask(people, 'PUT', { email: other.email, role: 'editor' })
    await ask(people, 'DELETE', { email: other.email })
    const link = (await ask(`/api/flows/${id}/links`, 'POST', { role: 'viewer' })).body.data
    await ask(`/api/flows/${id}/links/${link.id}`, 'DELETE')
    const team = (await ask('/api/teams', 'POST', { name: 'Pilots' })).body.data.id
    await ask(`/api/teams/${team}/members`, 'PUT', { email: other.email, role: 'member' })
    await ask(`/api/flows/${id}/teams`, 'PUT', { team, role: 'viewer' })
    await ask(`/api/flows/${id}/teams`, 'DELETE', { team })
    await ask(`/api/flows/${id}/team`, 'PUT', { team })
    await ask(`/api/teams/${team}/members`, 'DELETE', { email: other.email })
    await ask(`/api/flows/${id}`, 'DELETE')
    await ask(`/api/teams/${team}`, 'DELETE')
    const entries = await eventsOf(by, user)
    expect(entries.map(({ event, detail }: Record<string, string>) => `${event} ${detail}`.trim())).toEqual([
      ...['flow-shared editor', 'flow-unshared', 'link-made viewer', 'link-revoked'],
      ...['team-made', 'team-member-put member', 'flow-shared team viewer', 'flow-unshared team', 'flow-moved'],
      ...['team-member-removed', 'flow-removed', 'team-deleted'],
    ])
    expect(entries[0]).toMatchObject({ actor: { name: user.email }, subject: { id, name: null } })
  })

  it('[API-994] has who left, renamed and took over what, and whose address and recovery codes are others', async () => {
    const [by, owner, user] = [await administrator(), await server().addUser(), await server().addUser()]
    const ask = (who: TestUser, path: string, method: string, body?: unknown) =>
      server().request(`/api${path}`, { token: who.token, method, ...(body !== undefined && { body }) })
    const { id } = (await ask(owner, '/flows', 'POST', flowBody())).body.data
    const link = (await ask(owner, `/flows/${id}/links`, 'POST', { role: 'commenter' })).body.data
    // Twice, of which the second changes nothing.
    for (let taken = 0; taken < 2; taken++) await ask(user, `/shared/${link.token}/role`, 'PUT', {})
    await ask(user, `/flows/${id}/leave`, 'POST')
    const team = (await ask(owner, '/teams', 'POST', { name: 'Pilots' })).body.data.id
    await ask(owner, `/teams/${team}`, 'PUT', { name: 'Divers' })
    await ask(owner, `/teams/${team}/members`, 'PUT', { email: user.email, role: 'member' })
    await ask(user, `/teams/${team}/leave`, 'POST')
    const { addPasskey } = withFactors(server)
    await addPasskey(user)
    expect((await ask(user, '/profile/recovery-codes', 'POST')).status).toBe(200)
    await withdraw(user)

    const newEmail = `of-${user.id}@moved.example`
    await ask(user, '/profile/email-change', 'POST', { newEmail, currentPassword: PASSWORD })
    for (let mail = await renderNextMail(server()); mail !== 'none'; mail = await renderNextMail(server())) {
      const token = mail && /confirm-email\?token=([\w-]+)/.exec(mail.text)?.[1]
      if (token) await server().request('/api/auth/confirm-email-change', { body: { token } })
    }
    const lines = async (of: { email: string }) =>
      (await eventsOf(by, of)).map(({ event, detail }: AuditEntry) => `${event} ${detail}`.trim())
    expect(await lines({ email: newEmail })).toEqual([
      ...['link-role-taken commenter', 'flow-left', 'team-left'],
      ...['factor-added passkey', 'recovery-codes-made', 'factor-removed passkey', 'email-changed'],
    ])
    expect(await lines(owner)).toContain('team-renamed')

    const body = { email: `renewed-${user.id}@guest.example`, isMailed: false }
    const invitation = (await ask(by, '/admin/invitations', 'POST', body)).body.data
    await ask(by, `/admin/invitations/${invitation.id}/link`, 'POST')
    expect(await lines(body)).toEqual(['user-invited', 'invitation-renewed'])
  })

  async function withdraw(user: TestUser) {
    const { passkeys } = (await server().request('/api/profile/factors', user)).body.data
    for (const { id } of passkeys)
      await server().request(`/api/profile/passkeys/${id}`, { token: user.token, method: 'DELETE' })
  }

  it('[API-995] of each route that changes something it is known which entry it makes, or why none', async () => {
    const { paths } = (await server().request('/api/openapi.json')).body
    const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
    )
    expect(routes.toSorted()).toEqual(Object.keys(ENTRIES).toSorted())
    const groups: Record<string, object> = AUDIT_GROUPS
    const known = new Set(Object.values(groups).flatMap((events) => Object.keys(events)))
    const named = Object.values(ENTRIES).flatMap((entry) => ('none' in entry ? [] : entry.events))
    expect(named.filter((event) => !known.has(event))).toEqual([])
    // The others are of the operator's commands, and of what is read.
    expect([...known].filter((event) => !named.includes(event)).toSorted()).toEqual([
      ...['administrator-link-made', 'audit-exported', 'single-sign-on', 'single-sign-on-failed', 'user-made'],
    ])
  })

  it('[API-892] has what administrators do, and to whom', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    const ask = (path: string, method = 'POST', body?: unknown) =>
      server().request(`/api/admin/${path}`, { method, token: by.token, ...(body !== undefined && { body }) })
    for (const body of [
      { isDisabled: true },
      { isDisabled: false },
      { role: 'administrator' },
      { mostFlows: 7, mostMb: 9 },
    ])
      await ask(`users/${user.id}`, 'PATCH', body)
    // Nothing changes.
    await ask(`users/${user.id}`, 'PATCH', { mostFlows: 7, mostMb: 9 })
    await ask(`users/${user.id}/reset-link`)
    await ask(`users/${user.id}/sessions`, 'DELETE')
    const entries: AuditEntry[] = await eventsOf(by, user)
    expect(new Set(entries.map(({ actor }) => actor?.name))).toEqual(new Set([by.email]))
    expect(entries.map(({ event, detail }) => `${event} ${detail}`.trim())).toEqual([
      ...['user-disabled', 'user-enabled', 'role-changed administrator', 'quota-changed 7 flows', 'quota-changed 9 MB'],
      ...['reset-link-made', 'sessions-revoked'],
    ])
    await ask(`users/${user.id}`, 'DELETE')
    const last = (await eventsOf(by, by)).at(-1)
    expect(last).toMatchObject({ event: 'user-deleted', subject: { id: user.id, name: null } })
    expect(JSON.stringify(await server().database.read.selectFrom('audit_log').selectAll().execute())).not.toContain(
      '@',
    )
  })

  it('[API-892] an invitation is about the account that it became', async () => {
    const [by, email] = [await administrator(), `${(await administrator()).id}@guest.example`]
    const { link } = (
      await server().request('/api/admin/invitations', { token: by.token, body: { email, isMailed: false } })
    ).body.data
    expect((await eventsOf(by, { email }))[0]).toMatchObject({ event: 'user-invited', subject: { name: email } })
    const names = { firstName: 'Ada', lastName: 'King', password: PASSWORD }
    const token = new URL(link).hash.slice(1)
    await server().request('/api/auth/accept-invitation', { body: { token, ...names } })
    expect(await eventsOf(by, { email })).toMatchObject([
      { event: 'user-invited', actor: { name: by.email }, subject: { name: email } },
      { event: 'invitation-accepted', actor: { name: email } },
    ])
  })

  it('[API-894] is looked through by group, person and day, in pages', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    const now = server().clock.now
    await server().database.write(async (queries) => {
      for (let index = 0; index < 101; index++)
        await recordAudit(queries, 'flow-shared', { actorId: user.id, detail: `${index}`, now: now - 3 * DAY })
      await recordAudit(queries, 'login', { actorId: user.id, now })
    })
    const of = `email=${user.email}`
    const first = await list(by, `${of}&group=sharing`)
    const second = await list(by, `${of}&group=sharing&cursor=${first.next}`)
    const details = [...first.entries, ...second.entries].map(({ detail }: { detail: string }) => Number(detail))
    expect([first.entries.length, second.next, details.toSorted((a, b) => a - b)]).toEqual([
      ...[100, null, Array.from({ length: 101 }, (_, index) => index)],
    ])
    const today = new Date(now).toISOString().slice(0, 10)
    expect((await list(by, `${of}&since=${today}`)).entries).toMatchObject([{ event: 'login' }])
    for (const query of ['group=none', 'since=yesterday', 'cursor=x']) {
      const answer = await server().request(`/api/admin/audit?${query}`, { token: by.token })
      expect([query, answer.status]).toEqual([query, 400])
    }
  })

  it('[API-895] goes out as CSV, all of it, and nothing in it is a formula', async () => {
    const [by, user] = [await administrator(), await server().addUser({ email: '=cmd@formula.example' })]
    await server().database.write(async (queries) => {
      for (let index = 0; index < 1_001; index++)
        await recordAudit(queries, 'flow-shared', { actorId: user.id, now: server().clock.now })
    })
    const path = `/api/admin/audit.csv?email=${encodeURIComponent(user.email)}`
    const { headers, text } = await server().request(path, { token: by.token })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1_002)
    expect(lines[0]).toBe('"time","event","actor","actor id","subject","subject id","detail","network address"')
    expect(lines[1]).toContain(`"flow-shared","'=cmd@formula.example","${user.id}"`)
    expect((await eventsOf(by, by)).at(-1)).toMatchObject({ event: 'audit-exported' })
  })

  it('[API-1013] has entries of one millisecond in the order in which they were made', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    const details = Array.from({ length: 30 }, (_, index) => `${index}`)
    await server().database.write(async (queries) => {
      for (const detail of details)
        await recordAudit(queries, 'role-changed', { subjectId: user.id, detail, now: server().clock.now })
    })
    const entries: AuditEntry[] = await eventsOf(by, user)
    expect(entries.map(({ detail }) => detail)).toEqual(details)
    expect(new Set(entries.map(({ id }) => isId(id)))).toEqual(new Set([true]))
  })

  it('[API-1065] [API-1067] a user does what is noted, and can be done without end, so many times a day, and takes it back however often', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const { id } = (await server().request('/api/flows', { token: user.token, body: flowBody() })).body.data
    const share = (role: string) =>
      server().request(`/api/flows/${id}/people`, {
        ...{ method: 'PUT', token: user.token, body: { email: other.email, role } },
      })
    expect((await share('viewer')).status).toBe(200)
    // As if all but one of the others were done as well.
    await server().database.write((queries) =>
      queries
        .updateTable('rate_limits')
        .set({ count: ACTION_POLICY.max - 1 })
        .where('key', '=', counterKey('actions', user.id))
        .execute(),
    )
    expect((await share('editor')).status).toBe(200)
    const refused = await share('commenter')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, `${24 * 60 * 60}`])
    const { people } = (await server().request(`/api/flows/${id}/sharing`, { token: user.token })).body.data
    expect(people).toMatchObject([{ role: 'editor' }])
    // What takes it back is done, and so is what others do.
    const unshared = await server().request(`/api/flows/${id}/people`, {
      ...{ method: 'DELETE', token: user.token, body: { email: other.email } },
    })
    expect(unshared.status).toBe(200)
    expect((await server().request('/api/teams', { token: other.token, body: { name: 'Pilots' } })).status).toBe(201)
    server().clock.now += DAY
    const token = await server().openSession(user.id)
    expect((await server().request('/api/teams', { token, body: { name: 'Pilots' } })).status).toBe(201)
  })

  it('[API-896] keeps entries for a time, and a number of failures', async () => {
    const by = await administrator()
    const { database, clock } = server()
    await database.write(async (queries) => {
      await recordAudit(queries, 'login', { actorId: by.id, now: clock.now - 400 * DAY })
      await recordAudit(queries, 'login', { actorId: by.id, now: clock.now - 300 * DAY })
    })
    await database.write((queries) => trimAudit(queries, { before: clock.now - 365 * DAY }))
    expect(await eventsOf(by, by)).toHaveLength(1)
    expect((await list(by)).keptDays).toBe(365)
    expect(MOST_FAILURES).toBe(100_000)
    await database.write(async (queries) => {
      for (let index = 0; index < 5; index++)
        await recordAudit(queries, 'login-failed', { subjectId: by.id, detail: `${index}`, now: clock.now + index })
    })
    await database.write((queries) => trimAudit(queries, { before: 0, mostFailures: 2 }))
    const left = (await eventsOf(by, by)).filter(({ event }: { event: string }) => event === 'login-failed')
    expect(left.map(({ detail }: { detail: string }) => detail)).toEqual(['3', '4'])
  })
})
