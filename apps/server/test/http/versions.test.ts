import { gzipSync } from 'node:zlib'
import { LIMITS } from '@plimsoll/contract'
import { createNode } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { newId } from '../../src/database/ids.ts'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { type RunInProcess, startExperimentRunner } from '../../src/modules/experiments/experiment-runner.ts'
import { addExperiment } from '../../src/modules/experiments/experiments.repository.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, PASSWORD, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR
const NOBODYS = '00000000-0000-4000-8000-000000000000'

onEachDatabase('versions', (server) => {
  const call = ({ token }: TestUser, path: string, options = {}) =>
    server().request(`/api/flows${path}`, { token, ...options })
  const create = async (user: TestUser, changes = {}) => (await call(user, '', { body: flowBody(changes) })).body.data
  /** Saves over the newest version, so much later. */
  const save = async (given: TestUser, of: { id: string; version: number }, changes = {}, laterMs = 1_000) => {
    server().clock.now += laterMs
    const user = await again(given)
    const body = flowBody({ version: of.version, ...changes })
    const { status, body: answer } = await call(user, `/${of.id}`, { method: 'PUT', body })
    expect(status).toBe(200)
    return answer.data
  }
  const list = async (user: TestUser, id: string, query = '') => (await call(user, `/${id}/versions${query}`)).body
  const numbers = async (user: TestUser, id: string) =>
    (await list(user, id, '?limit=200')).data.map(({ version }: { version: number }) => version)
  const change = (user: TestUser, id: string, version: unknown, body: unknown) =>
    call(user, `/${id}/versions/${version}`, { method: 'PATCH', body })
  const restore = (user: TestUser, id: string, version: unknown, from: number) =>
    call(user, `/${id}/versions/${version}/restore`, { body: { version: from } })
  const cleanUp = (versionRetentionMs = 365 * DAY) =>
    removeExpired({
      database: server().database,
      config: {
        sessionIdleMs: 1_000 * DAY,
        sessionMaxMs: 1_000 * DAY,
        sessionRememberMs: 1_000 * DAY,
        versionRetentionMs,
        auditRetentionMs: 365 * DAY,
      },
      now: () => server().clock.now,
    })
  const nodes = (label: string) => [
    createNode('Server', { id: 'node-a', position: { x: 0, y: 0 }, settings: { label } }),
  ]
  /** Another session, for after a long time. */
  const again = async (user: TestUser): Promise<TestUser> => ({ ...user, token: await server().openSession(user.id) })

  it('[API-400] every save is a version, listed with who, when and note, the newest first', async () => {
    const user = await server().addUser()
    const first = await create(user, { note: 'Begun' })
    const second = await save(user, first, { nodes: nodes('One'), edges: [], note: 'Only one is left' })
    const none = { name: '', restoredFrom: null, p99Ms: null, capacityRps: null, costPerHour: null }
    const by = { savedBy: 'Grace Hopper', ...none }
    expect(await list(user, first.id)).toEqual({
      role: 'owner',
      data: [
        { version: 2, savedAt: second.updatedAt, note: 'Only one is left', nodes: 1, edges: 0, ...by },
        { version: 1, savedAt: first.updatedAt, note: 'Begun', nodes: 2, edges: 1, ...by },
      ],
      page: { next: null },
    })
    expect(second).not.toHaveProperty('note')
  })

  it('[API-400] a note that is too long is refused', async () => {
    const user = await server().addUser()
    const answer = await call(user, '', { body: flowBody({ note: 'x'.repeat(501) }) })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['note']])
  })

  it('[API-401] [API-420] pages hold every version once', async () => {
    const user = await server().addUser()
    let flow = await create(user)
    for (let count = 1; count < 5; count++) flow = await save(user, flow)
    const pages: number[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, page } = await list(user, flow.id, `?limit=2${cursor && `&cursor=${cursor}`}`)
      pages.push(data.map(({ version }: { version: number }) => version))
      cursor = page.next
    }
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
  })

  it('[API-402] a version is the flow as it was, byte for byte, also the newest', async () => {
    const user = await server().addUser()
    const { id } = await create(user)
    const texts = [(await call(user, `/${id}`)).text]
    await save(user, { id, version: 1 }, { name: 'Another name', nodes: nodes('Ünïcode'), edges: [] })
    texts.push((await call(user, `/${id}`)).text)
    expect([(await call(user, `/${id}/versions/1`)).text, (await call(user, `/${id}/versions/2`)).text]).toEqual(texts)
  })

  it('[API-403] name and note of a version can be changed', async () => {
    const user = await server().addUser()
    const flow = await create(user)
    const named = await change(user, flow.id, 1, { name: 'As launched' })
    expect([named.status, named.body.data]).toEqual([200, expect.objectContaining({ version: 1, name: 'As launched' })])
    const noted = await change(user, flow.id, 1, { note: 'With two servers' })
    expect(noted.body.data).toMatchObject({ name: 'As launched', note: 'With two servers' })
    expect((await list(user, flow.id)).data).toEqual([noted.body.data])
    expect((await change(user, flow.id, 1, {})).body.data).toEqual(noted.body.data)
    const long = await change(user, flow.id, 1, { name: 'x'.repeat(101), note: 'x'.repeat(501) })
    expect([long.status, Object.keys(long.body.errors)]).toEqual([400, ['name', 'note']])
    expect((await change(user, flow.id, 1, { name: 'two\nlines' })).status).toBe(400)
  })

  it('[API-404] [API-421] [FLW-44] restoring saves the content as a new version, under the name that the flow has now', async () => {
    const user = await server().addUser()
    const area = { x: 0, y: 0, width: 800, height: 450 }
    const slides = [{ id: 'all', title: 'All', text: '', area }]
    const old = await create(user, { groups: [], slides, simulation: { seed: 1.1 } })
    await save(user, old, { name: 'Renamed since', nodes: nodes('One'), edges: [] })
    server().clock.now += 1_000
    const answer = await restore(user, old.id, 1, 2)
    expect(answer.status).toBe(200)
    const updatedAt = new Date(server().clock.now).toISOString()
    expect(answer.body.data).toEqual({ ...old, name: 'Renamed since', version: 3, updatedAt })
    expect((await call(user, `/${old.id}`)).text).toBe(answer.text)
    expect((await list(user, old.id)).data[0]).toMatchObject({ version: 3, restoredFrom: 1, nodes: 2, edges: 1 })
    expect((await call(user, '?q=client')).body.data).toMatchObject([{ id: old.id }])
    expect((await restore(user, old.id, 2, 3)).body.data).toMatchObject({ version: 4, edges: [] })
  })

  it('[API-405] restoring from a stale version is a 409 and changes nothing', async () => {
    const user = await server().addUser()
    const flow = await save(user, await create(user), { nodes: nodes('One'), edges: [] })
    const before = [(await call(user, `/${flow.id}`)).text, await list(user, flow.id)]
    expect((await restore(user, flow.id, 1, 1)).status).toBe(409)
    expect((await call(user, `/${flow.id}`, { method: 'PUT', body: flowBody({ version: 1 }) })).status).toBe(409)
    expect([(await call(user, `/${flow.id}`)).text, await list(user, flow.id)]).toEqual(before)
    const wrong = await call(user, `/${flow.id}/versions/1/restore`, { body: {} })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['version']])
  })

  it('[API-405] of saves and restores from one version at once one is done, and the content of each version stays', async () => {
    const user = await server().addUser()
    const flow = await save(user, await create(user), { nodes: nodes('One'), edges: [] })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2
          ? restore(user, flow.id, 1, 2)
          : call(user, `/${flow.id}`, {
              method: 'PUT',
              body: flowBody({ version: 2, nodes: nodes('New'), edges: [] }),
            }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await numbers(user, flow.id)).toEqual([3, 2, 1])
    expect((await call(user, `/${flow.id}/versions/2`)).body.data).toEqual(flow)
  })

  it('[API-406] another user’s versions respond like unknown ones', async () => {
    const [owner, stranger] = [await server().addUser(), await server().addUser()]
    const flow = await save(owner, await create(owner))
    const ways = (id: string, version: string) => [
      call(stranger, `/${id}/versions`),
      call(stranger, `/${id}/versions/${version}`),
      change(stranger, id, version, { name: 'Mine' }),
      restore(stranger, id, version, 2),
    ]
    const unknown = await Promise.all(ways(NOBODYS, '1'))
    expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const theirs = await Promise.all(ways(flow.id, '1'))
    expect(theirs.map(({ text, status }) => [text, status])).toEqual(unknown.map(({ text, status }) => [text, status]))
    for (const version of ['0', '3', '01', '1.0', '-1', 'x', '9999999999', '99999999999']) {
      for (const answer of await Promise.all([
        call(owner, `/${flow.id}/versions/${version}`),
        change(owner, flow.id, version, { name: 'Mine' }),
        restore(owner, flow.id, version, 2),
      ]))
        expect([version, answer.status]).toEqual([version, 404])
    }
    expect((await list(owner, flow.id)).data.map(({ name }: { name: string }) => name)).toEqual(['', ''])
  })

  it('[API-417] a parameter of the list that is not valid is a 400 that names it', async () => {
    const user = await server().addUser()
    const { id } = await create(user)
    for (const [name, value] of [
      ['limit', '0'],
      ['limit', '201'],
      ['cursor', 'x'],
      ['cursor', '9999999999'],
    ]) {
      const { status, body } = await call(user, `/${id}/versions?${name}=${value}`)
      expect([name, value, status, Object.keys(body.errors)]).toEqual([name, value, 400, [name]])
    }
  })

  it('[API-407] [API-408] of a day all are kept, then the last of each hour, after a week the last of each day; those with names always', async () => {
    const { clock } = server()
    clock.now = Math.ceil(clock.now / DAY) * DAY
    let user = await server().addUser()
    let flow = await create(user)
    const steps = [10, 20, 60, 10, 24 * 60, 1]
    for (const minutes of steps) flow = await save(user, flow, {}, minutes * 60_000)
    user = await again(user)
    await change(user, flow.id, 1, { name: 'The first' })
    await cleanUp()
    // 1 to 3 within an hour, 4 and 5 in the next, 6 a day later, 7 after it.
    expect(await numbers(user, flow.id)).toEqual([7, 6, 5, 3, 1])
    clock.now += 7 * DAY
    user = await again(user)
    await cleanUp()
    expect(await numbers(user, flow.id)).toEqual([7, 5, 1])
    await change(user, flow.id, 1, { name: '' })
    await cleanUp()
    expect(await numbers(user, flow.id)).toEqual([7, 5])
    expect((await call(user, `/${flow.id}/versions/5`)).body.data.version).toBe(5)
  })

  it('[API-407] nothing of the last day is thinned', async () => {
    const user = await server().addUser()
    let flow = await create(user)
    for (let count = 0; count < 4; count++) flow = await save(user, flow)
    server().clock.now += DAY - 5_000
    await cleanUp()
    expect(await numbers(await again(user), flow.id)).toEqual([5, 4, 3, 2, 1])
  })

  it('[API-409] versions without a name go after the retention, the newest does not', async () => {
    const owner = await server().addUser()
    let flow = await create(owner)
    for (let count = 0; count < 2; count++) flow = await save(owner, flow, {}, DAY)
    await change(await again(owner), flow.id, 2, { name: 'Kept' })
    server().clock.now += 30 * DAY
    const user = await again(owner)
    await cleanUp(31 * DAY + 1)
    expect(await numbers(user, flow.id)).toEqual([3, 2])
    await cleanUp(DAY)
    expect(await numbers(user, flow.id)).toEqual([3, 2])
  })

  it('[API-410] above the bytes of a user the oldest without a name go first, then those with names', async () => {
    const user = await server().addUser()
    const { database } = server()
    let flow = await create(user)
    for (let count = 0; count < 3; count++) flow = await save(user, flow)
    await change(user, flow.id, 1, { name: 'Kept for longest' })
    const { bytes } = await database.read
      .selectFrom('flow_versions')
      .select('bytes')
      .where('flow_id', '=', flow.id)
      .where('version', '=', 2)
      .executeTakeFirstOrThrow()
    server().restart({ versionBytesPerUser: 3 * bytes + 20 })
    flow = await save(user, flow)
    expect(await numbers(user, flow.id)).toEqual([5, 4, 1])
    server().restart({ versionBytesPerUser: 10 })
    flow = await save(user, flow)
    expect(await numbers(user, flow.id)).toEqual([6])
    const { version_bytes } = await database.read
      .selectFrom('users')
      .select('version_bytes')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(version_bytes).toBe(0)
    server().restart()
  })

  it('[API-1066] a version counts what it takes beside its content, with the longest name and note', async () => {
    const user = await server().addUser()
    const used = async () => (await server().request('/api/profile/storage', { token: user.token })).body.data.usedBytes
    const texts = { note: '😀'.repeat(LIMITS.versionNote), name: '😀'.repeat(LIMITS.versionName) }
    const flow = await create(user)
    const before = await used()
    await save(user, flow)
    await change(user, flow.id, 1, texts)
    expect((await used()) - before).toBeGreaterThan(Buffer.byteLength(texts.note + texts.name))
  })

  it('[API-411] versions stay with a flow in the bin, and go with it', async () => {
    let user = await server().addUser()
    const flow = await save(user, await create(user))
    const before = await list(user, flow.id)
    await call(user, `/${flow.id}`, { method: 'DELETE' })
    expect((await call(user, `/${flow.id}/versions`)).status).toBe(404)
    expect((await call(user, `/${flow.id}/versions/1`)).status).toBe(404)
    await server().request(`/api/bin/${flow.id}/restore`, { method: 'POST', token: user.token })
    expect(await list(user, flow.id)).toEqual(before)
    await save(user, flow)
    expect(await numbers(user, flow.id)).toEqual([3, 2, 1])
    await call(user, `/${flow.id}`, { method: 'DELETE' })
    server().clock.now += 31 * DAY
    user = await again(user)
    await cleanUp()
    const rows = await server()
      .database.read.selectFrom('flow_versions')
      .select('version')
      .where('flow_id', '=', flow.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('[API-412] the export holds all versions, also of flows in the bin', async () => {
    const user = await server().addUser()
    const first = await create(user)
    await save(user, first, { nodes: nodes('One'), edges: [], note: 'Smaller' })
    await change(user, first.id, 1, { name: 'The first' })
    await call(user, `/${first.id}`, { method: 'DELETE' })
    const { data } = (await server().request('/api/profile/export', { token: user.token })).body
    expect(data.versions).toMatchObject([
      { flow: first.id, version: 1, savedAt: first.updatedAt, name: 'The first', note: '', content: first },
      { flow: first.id, version: 2, name: '', note: 'Smaller', restoredFrom: null, content: null },
    ])
  })

  it('[API-413] a version of somebody whose account is deleted has no name of its author', async () => {
    const [owner, guest] = [await server().addUser(), await server().addUser()]
    const { id } = await create(owner)
    await server().database.write((queries) =>
      queries.updateTable('flow_versions').set({ author_id: guest.id }).where('flow_id', '=', id).execute(),
    )
    expect((await list(owner, id)).data[0].savedBy).toBe('Grace Hopper')
    const body = { currentPassword: PASSWORD }
    await server().request('/api/profile', { method: 'DELETE', token: guest.token, body })
    expect((await list(owner, id)).data).toMatchObject([{ version: 1, savedBy: null }])
  })

  it('[API-524] what an experiment in the page found is kept with its version, as far as it is told', async () => {
    const user = await server().addUser()
    const { id } = await create(user)
    expect((await change(user, id, 1, { p99Ms: 12.5, costPerHour: null })).body.data).toMatchObject({ p99Ms: 12.5 })
    await change(user, id, 1, { capacityRps: 480 })
    expect((await list(user, id)).data).toMatchObject([{ p99Ms: 12.5, capacityRps: 480, costPerHour: null }])
    for (const [name, value] of Object.entries({ p99Ms: -1, capacityRps: 'many', costPerHour: '1' })) {
      const { status, body } = await change(user, id, 1, { [name]: value })
      expect([status, Object.keys(body.errors)]).toEqual([400, [name]])
    }
  })

  it('[API-414] [API-523] what an experiment found is kept with the version whose design it had', async () => {
    const { database, logger, clock } = server()
    const [user, editor, stranger] = [
      await server().addUser(),
      await server().addUser({ email: 'editor@example.com' }),
      await server().addUser(),
    ]
    const flow = await create(user)
    await call(user, `/${flow.id}/people`, { method: 'PUT', body: { email: 'editor@example.com', role: 'editor' } })
    await save(user, flow, { nodes: nodes('One'), edges: [] })
    const queue = async (of: TestUser, kind: 'simulate' | 'capacity' | 'drill', report: object, changes = {}) => {
      const { description: _description, ...design } = flowBody(changes)
      const id = newId()
      const request = gzipSync(JSON.stringify({ kind, design }))
      await database.write((queries) =>
        addExperiment(queries, {
          ...{ id, user_id: of.id, kind, name: 'A shop', flow_id: flow.id, flow_version: 1, state: 'queued' },
          request,
          created_at: clock.now++,
        }),
      )
      return [request.toString('base64'), JSON.stringify({ data: { report, growth: null } })] as const
    }
    const p99 = (mean: number | null) => ({
      figures: { response: { p99: { mean } }, costPerHour: { mean: 1.25 } },
    })
    const [first] = flowBody().nodes as { position: object }[]
    const moved = { nodes: [{ ...first, position: { x: 40, y: 80 } }, flowBody().nodes[1]] }
    const results = new Map([
      await queue(user, 'simulate', p99(120), moved),
      await queue(editor, 'capacity', { capacityRps: { mean: 480.5 } }),
      await queue(user, 'simulate', p99(5), { nodes: nodes('Changed since'), edges: [] }),
      await queue(stranger, 'simulate', p99(6)),
      await queue(user, 'drill', p99(7)),
    ])
    const run: RunInProcess = async (request) => ({
      result: gzipSync(results.get(Buffer.from(request).toString('base64')) ?? ''),
    })
    const runner = startExperimentRunner({ database, logger, run, now: () => ++clock.now })
    const open = () =>
      database.read.selectFrom('experiments').select('id').where('state', 'in', ['queued', 'running']).execute()
    await expect.poll(open, { timeout: 5_000 }).toEqual([])
    await runner.stop()
    expect((await list(user, flow.id)).data).toMatchObject([
      { version: 2, p99Ms: null, capacityRps: null, costPerHour: null },
      { version: 1, p99Ms: 120, capacityRps: 480.5, costPerHour: 1.25 },
    ])
  })
})
