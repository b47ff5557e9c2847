import { expect, it } from 'vitest'
import { newId } from '../../src/database/ids.ts'
import { flowBody } from '../support/flows.ts'
import { mailToken, queuedMails, renderNextMail } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD, type TestUser } from '../support/test-server.ts'

const MIB = 2 ** 20
const NOBODYS = '00000000-0000-4000-8000-000000000000'

onEachDatabase('administration of accounts', (server) => {
  const administrator = () => server().addUser({ isAdministrator: true })
  const call = ({ token }: TestUser, path: string, options = {}) =>
    server().request(`/api/admin/users${path}`, { token, ...options })
  const change = (by: TestUser, { id }: { id: string }, body: unknown) => call(by, `/${id}`, { method: 'PATCH', body })
  const login = ({ email }: TestUser, password = PASSWORD) =>
    server().request('/api/auth/login', { body: { email, password } })
  const statusOf = async ({ token }: { token: string }) => (await server().request('/api/profile', { token })).status
  const save = async ({ token }: TestUser, name = 'Shop') =>
    server().request('/api/flows', { token, body: flowBody({ name }) })

  it('[API-871] lists accounts with what they have, and finds them by a part of address or name', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    await save(user)
    const { accounts } = (await call(by, `?search=${user.email.slice(0, 20).toUpperCase()}`)).body.data
    expect(accounts).toEqual([
      {
        ...{ id: user.id, email: user.email, name: 'Grace Hopper', role: 'user', isVerified: true, isDisabled: false },
        ...{ isSelf: false, sessions: 1, flows: 1, mostFlows: null, mostMb: null, bytes: expect.any(Number) },
        createdAt: new Date(server().clock.now).toISOString(),
        lastSeenAt: new Date(server().clock.now).toISOString(),
      },
    ])
    expect(accounts[0].bytes).toBeGreaterThan(50)
    const own = (await call(by, `?search=${by.id}`)).body.data.accounts
    expect(own).toMatchObject([{ isSelf: true, role: 'administrator' }])
    expect((await call(by, '?search=%25_nobody')).body.data.accounts).toEqual([])
  })

  it('[API-871] gives them in pages, and by state', async () => {
    const by = await administrator()
    const mark = by.id.slice(0, 12)
    const made = new Set<string>()
    for (let index = 0; index < 51; index++)
      made.add((await server().addUser({ email: `${mark}-${index}@page.example`, isVerified: index > 0 })).id)
    const first = (await call(by, `?search=${mark}-`)).body.data
    const second = (await call(by, `?search=${mark}-&cursor=${first.next}`)).body.data
    const ids = [...first.accounts, ...second.accounts].map(({ id }: { id: string }) => id)
    expect([first.accounts.length, second.next, new Set(ids)]).toEqual([50, null, made])
    const waiting = (await call(by, `?search=${mark}-&state=waiting`)).body.data.accounts
    expect(waiting).toMatchObject([{ email: `${mark}-0@page.example`, isVerified: false }])
    expect((await call(by, '?cursor=none')).status).toBe(400)
    expect((await call(by, '?state=none')).status).toBe(400)
  })

  it('[API-872] who is disabled has no session and no API token at once, and is let in again later', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    const made = await server().request('/api/profile/tokens', {
      ...{ token: user.token, body: { name: 'CI', scope: 'read', days: 1 } },
    })
    const apiToken = made.body.data.token
    const flows = async (token: string) => (await server().request('/api/flows', { token })).status
    expect(await flows(apiToken)).toBe(200)
    expect((await change(by, user, { isDisabled: true })).body.data).toMatchObject({ isDisabled: true, sessions: 0 })
    expect([await statusOf(user), await flows(apiToken)]).toEqual([401, 401])
    expect((await change(by, user, { isDisabled: false })).status).toBe(200)
    expect([await statusOf(user), await flows(apiToken)]).toEqual([401, 200])
    expect((await login(user)).status).toBe(200)
  })

  it('[API-873] only the right password tells that an account is disabled', async () => {
    const [by, user, other] = [await administrator(), await server().addUser(), await server().addUser()]
    await change(by, user, { isDisabled: true })
    const [right, wrong, wrongOfOther] = [
      await login(user),
      await login(user, 'Wrong4Horse'),
      await login(other, 'Wrong4Horse'),
    ]
    expect([right.status, right.body.message]).toEqual([403, 'This account is disabled. Ask your administrator.'])
    expect([wrong.status, wrong.text]).toEqual([401, wrongOfOther.text])
    // A link that was mailed before opens nothing either.
    const body = { token: await mailToken(server(), user.id, 'reset'), newPassword: `${PASSWORD}9` }
    await server().request('/api/auth/reset-password', { body })
    expect((await login(user, `${PASSWORD}9`)).status).toBe(403)
  })

  it('[API-874] approves an account whose address nobody has verified', async () => {
    const [by, user] = [await administrator(), await server().addUser({ isVerified: false })]
    expect((await login(user)).status).toBe(403)
    expect((await change(by, user, { isApproved: true })).body.data.isVerified).toBe(true)
    expect((await login(user)).status).toBe(200)
  })

  it('[API-875] gives the role of an administrator and takes it back, at once', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    expect((await call(user, '')).status).toBe(404)
    await change(by, user, { role: 'administrator' })
    expect((await call(user, '')).status).toBe(200)
    await change(by, user, { role: 'user' })
    expect((await call(user, '')).status).toBe(404)
  })

  it('[API-876] nobody disables, demotes or deletes the own account, and of two who do it to each other one stays', async () => {
    const [one, two] = [await administrator(), await administrator()]
    for (const body of [{ isDisabled: true }, { role: 'user' }])
      expect([(await change(one, one, body)).status, await statusOf(one)]).toEqual([400, 200])
    expect((await call(one, `/${one.id}`, { method: 'DELETE' })).status).toBe(400)
    await Promise.all([change(one, two, { role: 'user' }), change(two, one, { role: 'user' })])
    const left = await server()
      .database.read.selectFrom('users')
      .select('id')
      .where('id', 'in', [one.id, two.id])
      .where('role', '=', 'administrator')
      .execute()
    expect(left).toHaveLength(1)
  })

  it('[API-876] of two who disable each other at once one stays', async () => {
    const [one, two] = [await administrator(), await administrator()]
    const answers = await Promise.all([change(one, two, { isDisabled: true }), change(two, one, { isDisabled: true })])
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    expect([await statusOf(one), await statusOf(two)].toSorted()).toEqual([200, 401])
  })

  it('[API-990] the last administrator does not delete the own account, and one of several does', async () => {
    await server().database.write((queries) => queries.updateTable('users').set({ role: 'user' }).execute())
    const [one, two, disabled] = [await administrator(), await administrator(), await administrator()]
    await change(one, disabled, { isDisabled: true })
    const leave = ({ token }: TestUser) =>
      server().request('/api/profile', { method: 'DELETE', token, body: { currentPassword: PASSWORD } })
    const answers = await Promise.all([leave(one), leave(two)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.body.message).toBe(
      'You are the last administrator of this server. Make somebody else an administrator first.',
    )
    expect([await statusOf(one), await statusOf(two)].toSorted()).toEqual([200, 401])
  })

  it('[API-877] sets how many flows somebody may have, in the place of the configuration', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    await change(by, user, { mostFlows: 1 })
    expect([(await save(user)).status, (await save(user)).status]).toEqual([201, 422])
    await change(by, user, { mostFlows: null })
    expect((await save(user)).status).toBe(201)
  })

  it('[API-1010] sets how many megabytes somebody may store, in the place of the configuration, and the profile tells it', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    const allowed = async () =>
      (await server().request('/api/profile/storage', { token: user.token })).body.data.allowedBytes
    const configured = await allowed()
    expect((await change(by, user, { mostMb: 3 })).body.data).toMatchObject({ mostMb: 3, mostFlows: null })
    expect(await allowed()).toBe(3 * MIB)
    await change(by, user, { mostFlows: 5 })
    expect(await allowed()).toBe(3 * MIB)
    expect((await change(by, user, { mostMb: null })).body.data).toMatchObject({ mostMb: null, mostFlows: 5 })
    expect(await allowed()).toBe(configured)
  })

  it.each([
    [{ mostFlows: 0 }, 'mostFlows'],
    [{ mostFlows: 1.5 }, 'mostFlows'],
    [{ mostMb: 0 }, 'mostMb'],
    [{ mostMb: 2.5 }, 'mostMb'],
    [{ mostMb: 10_000_000 }, 'mostMb'],
    [{ role: 'owner' }, 'role'],
    [{ isDisabled: 'yes' }, 'isDisabled'],
    [{ isApproved: false }, 'isApproved'],
  ])('[API-878] %j is refused by name', async (body, field) => {
    const [by, user] = [await administrator(), await server().addUser()]
    const answer = await change(by, user, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]])
  })

  it('[API-879] ends the sessions of somebody, and makes a link that resets the password', async () => {
    const [by, user] = [await administrator(), await server().addUser()]
    await server().openSession(user.id)
    const ended = await call(by, `/${user.id}/sessions`, { method: 'DELETE' })
    expect([ended.body.message, await statusOf(user)]).toEqual(['2 sessions ended', 401])
    const { link } = (await call(by, `/${user.id}/reset-link`, { method: 'POST' })).body.data
    const token = new URL(link).searchParams.get('token')
    expect(new URL(link).pathname).toBe('/reset-password')
    const body = { token, newPassword: `${PASSWORD}9` }
    expect((await server().request('/api/auth/reset-password', { body })).status).toBe(200)
    expect((await login(user, `${PASSWORD}9`)).status).toBe(200)
  })

  it('[API-880] deletes an account with all it has; what others edit goes to the first of them', async () => {
    const [by, user, editor, viewer] = [
      await administrator(),
      await server().addUser(),
      await server().addUser(),
      await server().addUser(),
    ]
    const share = async (id: string, { email, token }: TestUser, role: string) => {
      const body = { email, role }
      await server().request(`/api/flows/${id}/people`, { method: 'PUT', token: user.token, body })
      await server().request(`/api/flows/${id}/opened`, { method: 'PUT', token })
    }
    const [edited, shown] = [(await save(user)).body.data.id, (await save(user, 'Plan')).body.data.id]
    await share(edited, editor, 'editor')
    await share(shown, viewer, 'viewer')
    const team = (await server().request('/api/teams', { token: user.token, body: { name: 'Pilots' } })).body.data.id
    const body = { email: editor.email, role: 'member' }
    await server().request(`/api/teams/${team}/members`, { method: 'PUT', token: user.token, body })
    await server().request(`/api/teams/${team}/opened`, { method: 'PUT', token: editor.token })

    expect((await call(by, `/${user.id}`, { method: 'DELETE' })).body.message).toBe('Account deleted')
    expect([await statusOf(user), (await login(user)).status]).toEqual([401, 401])
    const get = (path: string, { token }: TestUser) => server().request(path, { token })
    // Only owners remove flows.
    expect((await server().request(`/api/flows/${edited}`, { method: 'DELETE', token: editor.token })).status).toBe(200)
    expect((await get(`/api/flows/${shown}`, viewer)).status).toBe(404)
    expect((await get(`/api/teams/${team}`, editor)).body.data.role).toBe('owner')
  })

  it('[API-1064] tells the new owner of a flow by mail', async () => {
    const [by, user, editor] = [await administrator(), await server().addUser(), await server().addUser()]
    const { id } = (await save(user)).body.data
    const put = (path: string, body: unknown) =>
      server().request(`/api${path}`, { method: 'PUT', token: user.token, body })
    await put(`/flows/${id}/people`, { email: editor.email, role: 'editor' })
    await server().request(`/api/flows/${id}/opened`, { method: 'PUT', token: editor.token })
    while ((await renderNextMail(server())) !== 'none');
    await call(by, `/${user.id}`, { method: 'DELETE' })
    expect(await queuedMails(server(), editor.email)).toEqual(['flow-given'])
    const mail = await renderNextMail(server())
    expect(mail).toMatchObject({ to: editor.email, subject: 'You own a flow now' })
    expect(JSON.stringify(mail)).toContain(`/flow/${id}`)
    expect(JSON.stringify(mail)).not.toContain(user.email)
  })

  it('[API-991] [API-1011] goes past editors without room, then to a team that edits, and else deletes the flow', async () => {
    const [by, user, crowded, bulky] = [
      await administrator(),
      await server().addUser(),
      await server().addUser(),
      await server().addUser(),
    ]
    const roomy = await server().addUser()
    const put = (path: string, body: unknown) =>
      server().request(`/api${path}`, { method: 'PUT', token: user.token, body })
    const edit = async (id: string, { email, token }: TestUser) => {
      await put(`/flows/${id}/people`, { email, role: 'editor' })
      await server().request(`/api/flows/${id}/opened`, { method: 'PUT', token })
    }
    const [toNext, toTeam, toNobody] = [
      (await save(user, 'To the next')).body.data.id,
      (await save(user, 'To the team')).body.data.id,
      (await save(user, 'To nobody')).body.data.id,
    ]
    for (const id of [toNext, toTeam, toNobody]) for (const heir of [crowded, bulky]) await edit(id, heir)
    await edit(toNext, roomy)
    const team = (await server().request('/api/teams', { token: user.token, body: { name: 'Pilots' } })).body.data.id
    await put(`/teams/${team}/members`, { email: roomy.email, role: 'member' })
    await server().request(`/api/teams/${team}/opened`, { method: 'PUT', token: roomy.token })
    await put(`/flows/${toTeam}/teams`, { team, role: 'editor' })
    await save(crowded)
    await change(by, crowded, { mostFlows: 1 })
    await fillStorage(bulky)
    await change(by, bulky, { mostMb: 1 })

    expect((await call(by, `/${user.id}`, { method: 'DELETE' })).body.message).toBe('Account deleted')
    const roleIn = async (id: string, { token }: TestUser) =>
      (await server().request(`/api/flows/${id}`, { token })).body.data?.role
    const owners = server().database.read.selectFrom('flows').select(['id', 'user_id'])
    const owned = await owners.where('id', 'in', [toNext, toTeam]).execute()
    expect(new Map(owned.map((flow) => [flow.id, flow.user_id]))).toEqual(
      new Map([
        [toNext, roomy.id],
        [toTeam, team],
      ]),
    )
    expect([await roleIn(toNext, bulky), await roleIn(toTeam, crowded)]).toEqual(['editor', 'editor'])
    expect((await server().request(`/api/flows/${toNobody}`, { token: bulky.token })).status).toBe(404)
  })

  /** By an experiment. */
  async function fillStorage({ id }: TestUser) {
    const now = server().clock.now
    const row = { id: newId(), user_id: id, kind: 'capacity', name: 'Large', state: 'done', share: 1 } as const
    const request = Buffer.alloc(MIB)
    await server().database.write((queries) =>
      queries
        .insertInto('experiments')
        .values({ ...row, request, created_at: now, started_at: now, finished_at: now })
        .execute(),
    )
  }

  it('[API-881] accounts of the demo and of teams, and ids of nobody, are not found', async () => {
    const [by, demo] = [await administrator(), await server().addUser({ isDemo: true })]
    const team = (await server().request('/api/teams', { token: by.token, body: { name: 'Pilots' } })).body.data.id
    for (const id of [demo.id, team, NOBODYS, 'x']) {
      expect((await change(by, { id }, { isDisabled: true })).status).toBe(404)
      for (const [path, method] of [
        ['', 'DELETE'],
        ['/sessions', 'DELETE'],
        ['/reset-link', 'POST'],
      ] as const)
        expect((await call(by, `/${id}${path}`, { method })).status).toBe(404)
    }
  })
})
