import { expect, it } from 'vitest'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, type TestUser } from '../support/test-server.ts'

const DAY = 24 * HOUR

onEachDatabase('bin', (server) => {
  const save = async ({ token }: TestUser, name = 'A flow', headers = {}) =>
    (await server().request('/api/flows', { token, body: flowBody({ name }), headers })).body.data
  const load = ({ token }: TestUser, id: string) => server().request(`/api/flows/${id}`, { token })
  const remove = ({ token }: TestUser, id: string) => server().request(`/api/flows/${id}`, { method: 'DELETE', token })
  const bin = async ({ token }: TestUser) => (await server().request('/api/bin', { token })).body.data
  const restore = ({ token }: TestUser, id: string) =>
    server().request(`/api/bin/${id}/restore`, { method: 'POST', token })
  const namesOf = async (user: TestUser): Promise<string[]> =>
    (await bin(user)).map(({ name }: { name: string }) => name)
  const deleteForGood = ({ token }: TestUser, path = '') =>
    server().request(`/api/bin${path}`, { method: 'DELETE', token })
  const storage = async ({ token }: TestUser) =>
    (await server().request('/api/profile/storage', { token })).body.data.usedBytes
  const expire = () =>
    removeExpired({
      database: server().database,
      config: {
        sessionIdleMs: 100 * DAY,
        sessionMaxMs: 100 * DAY,
        sessionRememberMs: 100 * DAY,
        versionRetentionMs: 365 * DAY,
        auditRetentionMs: 365 * 86_400_000,
      },
      now: () => server().clock.now,
    })

  it('[API-150] [API-151] a removed flow is in the bin, and restored as it was', async () => {
    const user = await server().addUser()
    const saved = await save(user)
    server().clock.now += 1_000
    await remove(user, saved.id)
    expect((await load(user, saved.id)).status).toBe(404)
    const { id, name, description, nodes, edges, updatedAt } = saved
    const removedAt = new Date(server().clock.now).toISOString()
    expect(await bin(user)).toEqual([
      { id, name, description, nodes: nodes.length, edges: edges.length, updatedAt, removedAt },
    ])
    const answer = await restore(user, id)
    expect([answer.status, answer.body]).toEqual([200, { message: 'Flow restored successfully' }])
    expect((await load(user, id)).body.data).toEqual(saved)
    expect(await bin(user)).toEqual([])
    expect((await restore(user, id)).status).toBe(404)
    await remove(user, id)
    expect(await bin(user)).toHaveLength(1)
  })

  it('[API-150] the list begins with what was removed last', async () => {
    const user = await server().addUser()
    for (const name of ['First', 'Second']) {
      const { id } = await save(user, name)
      server().clock.now += 1_000
      await remove(user, id)
    }
    expect((await bin(user)).map(({ name }: { name: string }) => name)).toEqual(['Second', 'First'])
  })

  it('[API-156] of those who remove or restore a flow at once one does, and the others do not find it', async () => {
    const user = await server().addUser()
    const { id } = await save(user)
    const statuses = async (act: typeof remove) =>
      (await Promise.all(Array.from({ length: 8 }, () => act(user, id)))).map(({ status }) => status).toSorted()
    const one = [200, ...Array.from({ length: 7 }, () => 404)]
    expect(await statuses(remove)).toEqual(one)
    expect(await bin(user)).toHaveLength(1)
    expect(await statuses(restore)).toEqual(one)
    expect((await load(user, id)).status).toBe(200)
  })

  it('[API-152] what was removed is gone after 30 days', async () => {
    const added = await server().addUser()
    const { id } = await save(added)
    await remove(added, id)
    server().clock.now += 30 * DAY
    const user = { ...added, token: await server().openSession(added.id) }
    await expire()
    expect(await bin(user)).toHaveLength(1)
    server().clock.now += 1
    await expire()
    expect(await bin(user)).toEqual([])
    expect((await restore(user, id)).status).toBe(404)
  })

  it('[API-153] a flow in somebody else’s bin responds like an unknown one, and stays there', async () => {
    const [owner, stranger] = [await server().addUser(), await server().addUser()]
    const { id } = await save(owner)
    await remove(owner, id)
    const [theirs, unknown] = [
      await restore(stranger, id),
      await restore(stranger, '00000000-0000-4000-8000-000000000000'),
    ]
    expect(theirs.status).toBe(404)
    expect(theirs.text).toBe(unknown.text)
    expect(await bin(stranger)).toEqual([])
    expect((await load(stranger, id)).status).toBe(404)
    expect((await restore(owner, id)).status).toBe(200)
  })

  it('[API-154] nothing is restored into a full library; the bin keeps as many flows as a library has, the newest', async () => {
    const user = await server().addUser()
    const removed = await save(user, 'Oldest')
    const { id: last } = await save(user, 'Newest')
    const { database, clock } = server()
    await remove(user, removed.id)
    await database.write(async (queries) => {
      const flow = await queries.selectFrom('flows').selectAll().where('id', '=', last).executeTakeFirstOrThrow()
      const row = await queries
        .selectFrom('removed_flows')
        .selectAll()
        .where('id', '=', removed.id)
        .executeTakeFirstOrThrow()
      for (let index = 1; index < 500; index++) {
        await queries
          .insertInto('flows')
          .values({ ...flow, id: `copy-${index}-${user.id}` })
          .execute()
        const later = { id: `removed-${index}-${user.id}`, removed_at: row.removed_at + index }
        await queries
          .insertInto('removed_flows')
          .values({ ...row, ...later })
          .execute()
      }
    })
    const refused = await restore(user, removed.id)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('library is full')
    clock.now += 10_000
    await remove(user, last)
    const names = (await bin(user)).map(({ name }: { name: string }) => name)
    expect([names.length, names[0]]).toEqual([500, 'Newest'])
    expect((await restore(user, removed.id)).status).toBe(404)
  })

  it('[API-155] the same save can be made again after its flow was removed', async () => {
    const user = await server().addUser()
    const key = { 'idempotency-key': 'once' }
    const first = await save(user, 'Twice', key)
    await remove(user, first.id)
    const second = await save(user, 'Twice', key)
    expect(second.id).not.toBe(first.id)
    expect((await restore(user, first.id)).status).toBe(200)
  })

  it('[API-1040] a removed flow is deleted for good, with its versions and its bytes', async () => {
    const [user, stranger] = [await server().addUser(), await server().addUser()]
    const [saved, kept] = [await save(user), await save(user, 'Kept')]
    await server().request(`/api/flows/${saved.id}`, {
      method: 'PUT',
      token: user.token,
      body: flowBody({ name: 'Renamed', version: 1 }),
    })
    // What is in the library is not deleted.
    expect((await deleteForGood(user, `/${saved.id}`)).status).toBe(404)
    await remove(user, saved.id)
    await remove(user, kept.id)
    const refused = await deleteForGood(stranger, `/${saved.id}`)
    expect(refused.status).toBe(404)
    expect(refused.text).toBe((await deleteForGood(stranger, '/00000000-0000-4000-8000-000000000000')).text)

    const answer = await deleteForGood(user, `/${saved.id}`)
    expect([answer.status, answer.body]).toEqual([200, { message: 'Flow deleted for good' }])
    expect(await namesOf(user)).toEqual(['Kept'])
    expect((await restore(user, saved.id)).status).toBe(404)
    expect((await deleteForGood(user, `/${saved.id}`)).status).toBe(404)
    const { read } = server().database
    const left = await read.selectFrom('flow_versions').select('version').where('flow_id', '=', saved.id).execute()
    expect(left).toEqual([])
    await deleteForGood(user, `/${kept.id}`)
    expect(await storage(user)).toBe(0)
  })

  it('[API-1041] the bin is emptied, of the own flows and of those of the own teams', async () => {
    const [user, other] = [await server().addUser(), await server().addUser()]
    const ask = (who: TestUser, method: string, path: string, body?: unknown) =>
      server().request(`/api${path}`, { method, token: who.token, ...(body !== undefined && { body }) })
    const team = (await ask(user, 'POST', '/teams', { name: 'Harbour' })).body.data.id
    await ask(user, 'PUT', `/teams/${team}/members`, { email: other.email, role: 'member' })
    const [own, ofTeam, theirs] = [await save(user, 'Own'), await save(user, 'Team’s'), await save(other, 'Theirs')]
    await ask(user, 'PUT', `/flows/${ofTeam.id}/team`, { team })
    for (const { id } of [own, ofTeam]) await remove(user, id)
    await remove(other, theirs.id)

    expect((await deleteForGood(other)).status).toBe(200)
    expect(await namesOf(other)).toEqual([])
    expect((await namesOf(user)).toSorted()).toEqual(['Own', 'Team’s'])
    const answer = await deleteForGood(user)
    expect([answer.status, answer.body]).toEqual([200, { message: 'The bin is empty' }])
    expect(await namesOf(user)).toEqual([])
    expect(await storage(user)).toBe(0)
    expect((await deleteForGood(user)).status).toBe(200)
  })

  it('[API-1042] the audit log has what was deleted for good', async () => {
    const [by, user] = [await server().addUser({ isAdministrator: true }), await server().addUser()]
    const ids = [(await save(user)).id, (await save(user)).id]
    for (const id of ids) await remove(user, id)
    await deleteForGood(user, `/${ids[0]}`)
    await deleteForGood(user)
    const query = `group=sharing&email=${encodeURIComponent(user.email)}`
    const { entries } = (await server().request(`/api/admin/audit?${query}`, { token: by.token })).body.data
    const deleted = entries.filter(({ event }: { event: string }) => event === 'flow-deleted')
    expect(deleted.map(({ subject }: { subject: { id: string } }) => subject.id)).toEqual(ids.toReversed())
    expect(deleted[0]).toMatchObject({ actor: { name: user.email } })
  })

  it('[REL-DP1] the export holds what is in the bin', async () => {
    const user = await server().addUser()
    const saved = await save(user)
    await remove(user, saved.id)
    const { data } = (await server().request('/api/profile/export', { token: user.token })).body
    expect([data.flows, data.removedFlows]).toEqual([[], [saved]])
  })
})
