import { gzipSync } from 'node:zlib'
import { LIMITS } from '@plimsoll/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { findUserByEmail } from '../../src/modules/auth/users.repository.ts'
import { lockUser } from '../../src/modules/flows/flows.repository.ts'
import { keepFigures } from '../../src/modules/versions/figures-of-experiments.ts'
import { flowBody } from '../support/flows.ts'
import { mailToken, queuedMails } from '../support/mail-tokens.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { PASSWORD, type TestUser } from '../support/test-server.ts'

onEachDatabase('teams', (server) => {
  const ask = ({ token }: TestUser, method: string, path: string, body?: object) =>
    server().request(`/api${path}`, { method, token, ...(body && { body }) })
  const add = () => server().addUser()
  const save = async (user: TestUser, changes: Record<string, unknown> = {}) =>
    (await ask(user, 'POST', '/flows', flowBody(changes))).body.data
  const load = (user: TestUser, id: string) => ask(user, 'GET', `/flows/${id}`)
  const make = async (user: TestUser, name = 'Harbour') => (await ask(user, 'POST', '/teams', { name })).body.data.id
  const put = (user: TestUser, team: string, email: string, role = 'member') =>
    ask(user, 'PUT', `/teams/${team}/members`, { email, role })
  const removeMember = (user: TestUser, team: string, email: string) =>
    ask(user, 'DELETE', `/teams/${team}/members`, { email })
  const open = (user: TestUser, team: string) => ask(user, 'PUT', `/teams/${team}/opened`)
  const leave = (user: TestUser, team: string) => ask(user, 'POST', `/teams/${team}/leave`)
  const show = async (user: TestUser, team: string) => (await ask(user, 'GET', `/teams/${team}`)).body.data
  const teams = async (user: TestUser) => (await ask(user, 'GET', '/teams')).body.data
  const move = (user: TestUser, id: string, team: string | null) => ask(user, 'PUT', `/flows/${id}/team`, { team })
  const share = (user: TestUser, id: string, team: string, role: string) =>
    ask(user, 'PUT', `/flows/${id}/teams`, { team, role })
  const list = async (user: TestUser, query: string) => (await ask(user, 'GET', `/flows?${query}`)).body
  const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
  /** A team with its owner and a member who has opened it. */
  async function crew() {
    const [owner, member] = [await add(), await add()]
    const team = await make(owner)
    await put(owner, team, member.email)
    await open(member, team)
    return { owner, member, team }
  }

  it('[API-460] a team is made, renamed, listed with its members, and deleted', async () => {
    const owner = await add()
    const made = await ask(owner, 'POST', '/teams', { name: '  Harbour ' })
    expect([made.status, made.body.data]).toEqual([
      201,
      { id: expect.any(String), name: 'Harbour', role: 'owner', members: 1, flows: 0 },
    ])
    const team = made.body.data.id
    expect((await ask(owner, 'PUT', `/teams/${team}`, { name: 'Pier' })).status).toBe(200)
    expect(await teams(owner)).toEqual([{ id: team, name: 'Pier', role: 'owner', members: 1, flows: 0 }])
    expect(await show(owner, team)).toEqual({
      id: team,
      name: 'Pier',
      role: 'owner',
      flows: 0,
      members: [{ email: owner.email, role: 'owner', name: 'Grace Hopper' }],
    })
    for (const name of ['', ' a ', 'x'.repeat(51), 'a\nb', 7])
      expect((await ask(owner, 'POST', '/teams', { name })).body.errors).toHaveProperty('name')
    expect((await ask(owner, 'DELETE', `/teams/${team}`)).status).toBe(200)
    expect(await teams(owner)).toEqual([])
    expect((await ask(owner, 'GET', `/teams/${team}`)).status).toBe(404)
  })

  it('[API-461] an address is a member from when it is registered, and no answer tells whether it is', async () => {
    const [owner, known] = [await add(), await add()]
    const team = await make(owner)
    const email = `invited-${team}@example.com`
    const [one, other] = [await put(owner, team, known.email.toUpperCase()), await put(owner, team, email)]
    expect([one.status, one.text]).toEqual([200, other.text])
    expect(one.body.data).toEqual({ isMailed: true })
    expect(await queuedMails(server(), email)).toEqual(['team-invited'])
    const nameOf = async (address: string) =>
      (await show(owner, team)).members.find((member: { email: string }) => member.email === address)?.name
    expect([await nameOf(known.email), await nameOf(email)]).toEqual([null, null])
    expect((await put(owner, team, known.email, 'owner')).text).toBe((await put(owner, team, email, 'owner')).text)
    await open(known, team)
    expect([await nameOf(known.email), await nameOf(email)]).toEqual(['Grace Hopper', null])

    const form = { firstName: 'Ada', lastName: 'King', email, password: PASSWORD }
    await server().request('/api/auth/register', { body: form })
    const { id } = await server()
      .database.read.selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await server().request(`/api/auth/verify-email?token=${await mailToken(server(), id, 'verify')}`)
    const invited = { id, email, token: await server().openSession(id) }
    expect((await teams(invited)).map((found: { id: string }) => found.id)).toEqual([team])
  })

  it('[API-462] a team owns a flow that is moved to it: members edit it, owners decide about it', async () => {
    const { owner, member, team } = await crew()
    const flow = await save(member)
    await ask(member, 'POST', '/tags', { flows: [flow.id], add: ['mine'] })
    expect((await move(member, flow.id, team)).status).toBe(200)
    expect(names(await list(member, 'whose=own'))).toEqual([])
    expect((await load(member, flow.id)).body.data).toEqual({ role: 'editor', ...flow })
    expect((await load(owner, flow.id)).body.data).toEqual({ isShared: true, ...flow })
    const saved = await ask(member, 'PUT', `/flows/${flow.id}`, flowBody({ version: 1, name: 'By a member' }))
    expect(saved.status).toBe(200)
    expect((await ask(member, 'GET', `/flows/${flow.id}/versions`)).body.data).toHaveLength(2)
    expect((await ask(member, 'DELETE', `/flows/${flow.id}`)).status).toBe(403)
    expect((await move(member, flow.id, null)).status).toBe(403)
    expect((await ask(owner, 'GET', `/flows/${flow.id}/sharing`)).body.data.team).toEqual({ id: team, name: 'Harbour' })
    expect((await ask(owner, 'DELETE', `/teams/${team}`)).body.errors).toHaveProperty('team')

    expect((await move(owner, flow.id, null)).status).toBe(200)
    expect(names(await list(owner, 'whose=own'))).toEqual(['By a member'])
    // As a person who hands a flow on.
    expect((await load(member, flow.id)).body.data.role).toBe('editor')
    expect((await move(owner, flow.id, await make(await add()))).body.errors).toHaveProperty('team')
  })

  it('[API-465] who leaves or is removed leaves the flows to the team', async () => {
    const { owner, member, team } = await crew()
    const [first, second] = [await save(member, { name: 'First' }), await save(member, { name: 'Second' })]
    for (const { id } of [first, second]) await move(member, id, team)
    expect((await leave(member, team)).status).toBe(200)
    for (const { id } of [first, second]) {
      expect((await load(member, id)).status).toBe(404)
      expect((await load(owner, id)).status).toBe(200)
    }
    await put(owner, team, member.email)
    expect((await load(member, first.id)).status).toBe(200)
    expect((await removeMember(owner, team, member.email)).status).toBe(200)
    expect((await load(member, first.id)).status).toBe(404)
    expect((await removeMember(owner, team, member.email)).status).toBe(404)
    expect(names(await list(owner, 'whose=team&sort=name'))).toEqual(['First', 'Second'])
  })

  it('[API-466] a team has an owner: the last one stays until another member who has opened it is one', async () => {
    const [owner, member] = [await add(), await add()]
    const team = await make(owner)
    await put(owner, team, member.email)
    expect((await put(owner, team, member.email, 'owner')).body.errors).toHaveProperty('email')
    await open(member, team)
    for (const answer of [
      await leave(owner, team),
      await removeMember(owner, team, owner.email),
      await put(owner, team, owner.email),
    ])
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['role']])
    expect((await put(owner, team, member.email, 'owner')).status).toBe(200)
    expect((await put(owner, team, owner.email)).status).toBe(200)
    const roles = (await show(member, team)).members.map(({ email, role }: Record<string, string>) => [email, role])
    expect(Object.fromEntries(roles)).toEqual({ [owner.email]: 'member', [member.email]: 'owner' })
    expect((await put(owner, team, 'one@example.com')).status).toBe(403)
    expect((await leave(owner, team)).status).toBe(200)
  })

  it('[API-466] of two owners who leave or delete their accounts at once one stays', async () => {
    const body = { currentPassword: PASSWORD }
    for (const go of [leave, (user: TestUser) => ask(user, 'DELETE', '/profile', body)])
      for (let round = 0; round < 4; round++) {
        const { owner, member, team } = await crew()
        await put(owner, team, member.email, 'owner')
        const answers = await Promise.all([go(owner, team), go(member, team)])
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      }
  })

  it('[API-467] a flow is shared with a team of its owner, whose members have the role', async () => {
    const { owner, member, team } = await crew()
    const other = await make(owner, 'Other')
    await put(owner, other, member.email)
    const flow = await save(owner)
    expect((await share(owner, flow.id, team, 'viewer')).status).toBe(200)
    expect((await load(member, flow.id)).body.data.role).toBe('viewer')
    // The strongest of several roles.
    await share(owner, flow.id, other, 'editor')
    expect((await load(member, flow.id)).body.data.role).toBe('editor')
    await ask(owner, 'PUT', `/flows/${flow.id}/people`, { email: member.email, role: 'viewer' })
    expect((await load(member, flow.id)).body.data.role).toBe('editor')
    expect((await ask(owner, 'GET', `/flows/${flow.id}/sharing`)).body.data.teams).toEqual([
      { id: team, name: 'Harbour', role: 'viewer' },
      { id: other, name: 'Other', role: 'editor' },
    ])
    const unshare = (id: string) => ask(owner, 'DELETE', `/flows/${flow.id}/teams`, { team: id })
    expect((await unshare(other)).status).toBe(200)
    expect((await unshare(other)).status).toBe(404)
    await ask(member, 'POST', `/flows/${flow.id}/leave`)
    expect((await load(member, flow.id)).body.data.role).toBe('viewer')
    expect((await ask(member, 'POST', `/flows/${flow.id}/leave`)).status).toBe(403)
    await unshare(team)
    expect((await load(member, flow.id)).status).toBe(404)
    const foreign = await make(await add())
    expect((await share(owner, flow.id, foreign, 'viewer')).body.errors).toHaveProperty('team')
    expect((await share(owner, flow.id, member.id, 'viewer')).body.errors).toHaveProperty('team')
    expect((await share(owner, flow.id, team, 'owner')).status).toBe(400)
  })

  it('[API-468] the list of the teams has each flow with its teams and the role, searched, sorted and paged', async () => {
    const { owner, member, team } = await crew()
    const other = await make(member, 'Pier')
    const [alpha, beta, gamma] = [
      await save(owner, { name: 'Alpha' }),
      await save(member, { name: 'Beta' }),
      await save(owner, { name: 'Gamma' }),
    ]
    await move(owner, alpha.id, team)
    await share(member, beta.id, team, 'viewer')
    await share(member, beta.id, other, 'editor')
    await save(owner, { name: 'In no team' })
    const page = await list(member, 'whose=team&sort=name')
    expect(page.page).toEqual({ next: null, found: 2, all: 2 })
    expect(page.data.map(({ name, team: of }: { name: string; team: object }) => [name, of])).toEqual([
      ['Alpha', { role: 'editor', names: ['Harbour'], isOwner: true }],
      ['Beta', { role: 'owner', names: ['Harbour', 'Pier'], isOwner: false }],
    ])
    expect((await list(owner, 'whose=team&q=beta')).data[0].team).toEqual({
      role: 'viewer',
      names: ['Harbour'],
      isOwner: false,
    })
    await share(owner, gamma.id, team, 'commenter')
    await ask(member, 'PUT', `/flows/${gamma.id}/opened`)
    server().clock.now += 1_000
    await ask(member, 'PUT', `/flows/${alpha.id}/opened`)
    const opened = await list(member, 'whose=team&sort=opened&limit=2')
    expect(names(opened)).toEqual(['Alpha', 'Gamma'])
    expect(names(await list(member, `whose=team&sort=opened&limit=2&cursor=${opened.page.next}`))).toEqual(['Beta'])
    expect(names(await list(owner, 'whose=own&sort=name'))).toEqual(['Gamma', 'In no team'])
    expect(names(await list(await add(), 'whose=team'))).toEqual([])
  })

  it('[API-469] an account that is the last owner of teams is deleted once each has been decided about', async () => {
    const { owner, member, team } = await crew()
    const lost = await make(owner, 'Lost')
    const [kept, gone, own] = [await save(owner), await save(owner), await save(owner, { name: 'Shared' })]
    await move(owner, kept.id, team)
    await move(owner, gone.id, lost)
    await share(owner, own.id, team, 'viewer')
    expect((await ask(owner, 'GET', '/profile/owned-teams')).body.data).toEqual([
      { id: team, name: 'Harbour', flows: 1, heirs: [{ email: member.email, name: 'Grace Hopper' }] },
      { id: lost, name: 'Lost', flows: 1, heirs: [] },
    ])
    expect((await ask(owner, 'GET', '/profile/shared-flows')).body.data).toEqual([
      { id: own.id, name: 'Shared', people: 0, heirs: [], teams: [{ id: team, name: 'Harbour' }] },
    ])
    const remove = (decisions: object) =>
      ask(owner, 'DELETE', '/profile', { currentPassword: PASSWORD, flows: [{ id: own.id, to: team }], ...decisions })
    const open1 = await remove({})
    expect([open1.status, Object.keys(open1.body.errors).toSorted()]).toEqual([422, [team, lost].toSorted()])
    expect(
      (
        await remove({
          teams: [
            { id: lost, to: member.email },
            { id: team, to: null },
          ],
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await remove({
          teams: [
            { id: lost, to: null },
            { id: team, to: member.email },
          ],
        })
      ).status,
    ).toBe(200)
    expect((await teams(member)).map(({ id, role, members }: Record<string, unknown>) => [id, role, members])).toEqual([
      [team, 'owner', 1],
    ])
    expect(names(await list(member, 'whose=team'))).toHaveLength(2)
    expect((await load(member, own.id)).body.data.role).toBeUndefined()
    expect((await ask(member, 'GET', `/flows/${kept.id}/versions`)).body.data[0].savedBy).toBeNull()
    expect((await load(member, gone.id)).status).toBe(404)
  })

  it('[API-590] a person is in at most 20 teams, a team has at most 100 members, a flow at most 20 teams', async () => {
    const [owner, other] = [await add(), await add()]
    const all: string[] = []
    for (let index = 0; index < LIMITS.teamsPerUser; index++) all.push(await make(owner))
    expect((await ask(owner, 'POST', '/teams', { name: 'More' })).body.errors).toHaveProperty('name')
    expect((await put(other, await make(other), owner.email)).body.errors).toHaveProperty('email')
    const [team = ''] = all
    await server().database.write(async (queries) => {
      for (let index = 1; index < LIMITS.membersPerTeam; index++) {
        const row = { team_id: team, email: `${index}@example.com`, role: 'member' as const, created_at: 1 }
        await queries.insertInto('team_members').values(row).execute()
      }
    })
    expect((await put(owner, team, other.email)).body.errors).toHaveProperty('email')
    expect((await put(owner, team, '1@example.com')).status).toBe(200)
    const flow = await save(owner)
    for (const id of all) expect((await share(owner, flow.id, id, 'viewer')).status).toBe(200)
    await leave(owner, team)
    expect((await share(owner, flow.id, team, 'editor')).status).toBe(200)
  })

  it('[API-1014] owners of several teams who add an address at once do not get it into more than 20', async () => {
    const person = await add()
    const owners = await Promise.all(Array.from({ length: 6 }, () => add()))
    for (let index = 1; index < LIMITS.teamsPerUser; index++) await make(person)
    const offers = await Promise.all(owners.map(async (owner) => ({ owner, team: await make(owner) })))
    const { database, storage } = server()
    // They all get as far as they can, and go on together.
    const answers = await database.write(async (queries) => {
      for (const { team } of offers) await lockUser(queries, team)
      const added = offers.map(({ owner, team }) => put(owner, team, person.email))
      if (storage.databaseUrl) await expect.poll(() => countWaiting(database), { timeout: 10_000 }).toBe(offers.length)
      return { all: Promise.all([...added, ask(person, 'POST', '/teams', { name: 'Own' })]) }
    })
    expect((await answers.all).filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await teams(person)).toHaveLength(LIMITS.teamsPerUser)
  })

  it('[API-591] the library of a team has the limit of a person’s', async () => {
    const { owner, member, team } = await crew()
    const flows = [await save(owner), await save(owner), await save(member)]
    server().restart({ flowsPerUser: 1 })
    expect((await move(owner, flows[0].id, team)).status).toBe(200)
    const full = await move(member, flows[2].id, team)
    expect([full.status, full.body.message]).toEqual([422, 'The library of the team is full.'])
    const back = await move(owner, flows[0].id, null)
    expect([back.status, back.body.message]).toEqual([422, 'Your library is full. Remove a flow to make room.'])
    server().restart()
  })

  it('[API-592] what the owner of a team removes is in the bin of its owners, and goes back to the team', async () => {
    const { owner, member, team } = await crew()
    const flow = await save(owner)
    await move(owner, flow.id, team)
    expect((await ask(owner, 'DELETE', `/flows/${flow.id}`)).status).toBe(200)
    expect((await load(member, flow.id)).status).toBe(404)
    expect((await ask(member, 'GET', '/bin')).body.data).toEqual([])
    expect((await ask(member, 'POST', `/bin/${flow.id}/restore`)).status).toBe(404)
    expect((await ask(owner, 'GET', '/bin')).body.data).toMatchObject([{ id: flow.id, team: 'Harbour' }])
    expect((await ask(owner, 'POST', `/bin/${flow.id}/restore`)).status).toBe(200)
    expect((await load(member, flow.id)).body.data.role).toBe('editor')
  })

  it('[API-593] the demo makes no team and is in none', async () => {
    const { owner, team } = await crew()
    const demo = await server().addUser({ isDemo: true, email: 'demo@plimsoll.example' })
    expect((await ask(demo, 'POST', '/teams', { name: 'Demo' })).status).toBe(403)
    expect((await put(owner, team, demo.email)).body.errors).toHaveProperty('email')
  })

  it('[API-594] nobody logs in to a team, and its id is no address', async () => {
    const { owner, team } = await crew()
    const answer = await server().request('/api/auth/login', { body: { email: team, password: PASSWORD } })
    expect(answer.status).toBe(400)
    // Nor do commands of the operator find it.
    expect(await findUserByEmail(server().database.read, team)).toBeUndefined()
    expect((await ask(owner, 'PUT', `/teams/${owner.id}`, { name: 'Person' })).status).toBe(404)
  })

  it('[API-595] the export has the teams of the user, and with which the own flows are shared', async () => {
    const { owner, member, team } = await crew()
    const flow = await save(member)
    await share(member, flow.id, team, 'viewer')
    await move(owner, (await save(owner)).id, team)
    const { data } = (await ask(member, 'GET', '/profile/export')).body
    expect(data.teams).toEqual([{ id: team, name: 'Harbour', role: 'member' }])
    expect(data.teamShares).toEqual([{ flow: flow.id, team, role: 'viewer' }])
    expect(data.flows.map(({ id }: { id: string }) => id)).toEqual([flow.id])
  })

  it('[API-596] with an account go its memberships', async () => {
    const { owner, member, team } = await crew()
    await ask(member, 'DELETE', '/profile', { currentPassword: PASSWORD })
    expect((await show(owner, team)).members.map(({ email }: { email: string }) => email)).toEqual([owner.email])
  })

  it('[API-414] [API-463] what a member’s experiment found is kept with the version of the team, and none of a viewer’s', async () => {
    const { owner, member, team } = await crew()
    const [ofTeam, seen] = [await save(owner), await save(owner)]
    await move(owner, ofTeam.id, team)
    await share(owner, seen.id, team, 'viewer')
    const { description: _description, ...design } = flowBody()
    for (const { id } of [ofTeam, seen])
      await keepFigures(
        server().database,
        {
          ...{ user_id: member.id, kind: 'capacity', flow_id: id, flow_version: 1 },
          request: gzipSync(JSON.stringify({ kind: 'capacity', design })),
        },
        {
          result: gzipSync(JSON.stringify({ data: { report: { capacityRps: { mean: 480.5 } }, growth: null } })),
          now: server().clock.now,
        },
      )
    const capacity = async (id: string) => (await ask(owner, 'GET', `/flows/${id}/versions`)).body.data[0].capacityRps
    expect([await capacity(ofTeam.id), await capacity(seen.id)]).toEqual([480.5, null])
  })

  it('[API-597] the versions of a flow count for the team that owns it', async () => {
    const { owner, team } = await crew()
    const flow = await save(owner)
    await move(owner, flow.id, team)
    await ask(owner, 'PUT', `/flows/${flow.id}`, flowBody({ version: 1 }))
    const rows = await server()
      .database.read.selectFrom('users')
      .select(['id', 'version_bytes'])
      .where('id', 'in', [owner.id, team])
      .execute()
    const bytes = Object.fromEntries(rows.map(({ id, version_bytes }) => [id, version_bytes]))
    expect(bytes[owner.id]).toBe(0)
    expect(bytes[team]).toBeGreaterThan(0)
  })
})

/** Connections to PostgreSQL that wait for a row. */
async function countWaiting({ read }: Database) {
  const waiting = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `
  return (await waiting.execute(read)).rows[0]?.count
}
