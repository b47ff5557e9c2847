import { createNode } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { removeExpired } from '../../src/modules/auth/expiry-cleanup.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import { HOUR, type TestUser } from '../support/test-server.ts'

onEachDatabase('library', (server) => {
  const call = ({ token }: TestUser, path: string, options = {}) =>
    server().request(`/api${path}`, { token, ...options })
  const save = async (user: TestUser, name: string, changes = {}) => {
    server().clock.now += 1_000
    const { body } = await call(user, '/flows', { body: flowBody({ name, ...changes }) })
    return body.data
  }
  const open = (user: TestUser, id: string) => {
    server().clock.now += 1_000
    return call(user, `/flows/${id}/opened`, { method: 'PUT' })
  }
  const names = async (user: TestUser, query: Record<string, string>) => {
    const { body } = await call(user, `/flows?${new URLSearchParams(query)}`)
    return body.data.map(({ name }: { name: string }) => name)
  }
  /** The names on each page, following `page.next`. */
  const pages = async (user: TestUser, query: Record<string, string>) => {
    const found: string[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await call(user, `/flows?${new URLSearchParams({ ...query, ...(cursor && { cursor }) })}`)
      found.push(body.data.map(({ name }: { name: string }) => name))
      cursor = body.page.next
    }
    return found
  }
  const node = (label: string, type = 'Server') =>
    createNode(type as 'Server', { id: `node-${label.length}`, position: { x: 0, y: 0 }, settings: { label } })

  it('[API-157] [API-503] pages hold every flow once, with the cursor of the next beside the data', async () => {
    const user = await server().addUser()
    for (const name of ['One flow', 'Two flows', 'Three flows', 'Four flows', 'Five flows']) await save(user, name)
    await save(await server().addUser(), 'Not mine')
    expect(await pages(user, { limit: '2' })).toEqual([
      ['Five flows', 'Four flows'],
      ['Three flows', 'Two flows'],
      ['One flow'],
    ])
    const { body } = await call(user, '/flows?limit=5')
    expect(body.page).toEqual({ next: null, found: 5, all: 5 })
    expect(body.data[0]).toEqual({ ...(await call(user, '/flows')).body.data[0], tags: [], openedAt: null })
  })

  it('[API-503] pages hold flows of equal time, name and size once', async () => {
    const user = await server().addUser()
    for (let index = 0; index < 7; index++) {
      await save(user, 'The same')
      server().clock.now -= 1_000
    }
    for (const sort of ['updated', 'name', 'nodes', 'opened']) {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await call(user, `/flows?limit=3&sort=${sort}${cursor && `&cursor=${cursor}`}`)
        for (const { id } of body.data) ids.push(id)
        cursor = body.page.next
      }
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, 7, 7])
    }
  })

  it('[API-12] without parameters the list is whole, and has the counts and nothing else', async () => {
    const user = await server().addUser()
    const flow = await save(user, 'As ever')
    await open(user, flow.id)
    const { text } = await call(user, '/flows')
    const { id, name, description, updatedAt } = flow
    expect(text).toBe(JSON.stringify({ data: [{ id, name, description, nodes: 2, edges: 1, updatedAt }] }))
    expect((await call(user, '/flows?else=1')).text).toBe(text)
  })

  it('[API-158] q finds words in name, description, and names and kinds of nodes, in any case and accent', async () => {
    const user = await server().addUser()
    await save(user, 'Café orders', { description: 'What guests order' })
    await save(user, 'Harbour', { nodes: [node('Crane 100%'), node('Pier', 'Database')], edges: [] })
    expect(await names(user, { q: 'cafe' })).toEqual(['Café orders'])
    expect(await names(user, { q: 'GUESTS café' })).toEqual(['Café orders'])
    expect(await names(user, { q: 'crane' })).toEqual(['Harbour'])
    expect(await names(user, { q: '100%' })).toEqual(['Harbour'])
    expect(await names(user, { q: '1%0' })).toEqual([])
    expect(await names(user, { q: 'database har' })).toEqual(['Harbour'])
    expect(await names(user, { q: 'client' })).toEqual(['Café orders'])
    expect(await names(user, { q: "' or 1=1 --" })).toEqual([])
    expect(await names(user, { q: ' ' })).toHaveLength(2)
    expect((await call(user, '/flows?q=crane')).body.page).toEqual({ next: null, found: 1, all: 2 })
  })

  it('[API-158] a saved change is found at once, and what it replaced no more', async () => {
    const user = await server().addUser()
    const { id } = await save(user, 'Before it', { nodes: [node('Old part')], edges: [] })
    const change = flowBody({ name: 'After it', nodes: [node('New part')], edges: [], version: 1 })
    await call(user, `/flows/${id}`, { method: 'PUT', body: change })
    expect(await names(user, { q: 'new' })).toEqual(['After it'])
    expect(await names(user, { q: 'old' })).toEqual([])
    expect(await names(user, { q: 'before' })).toEqual([])
  })

  it('[API-159] sort orders by name with numbers by value, by nodes, and by last opening', async () => {
    const user = await server().addUser()
    const small = await save(user, 'plan 10', { nodes: [], edges: [] })
    await save(user, 'Plan 9', { nodes: [node('a'), node('bb'), node('ccc')], edges: [] })
    const last = await save(user, 'Épée')
    expect(await pages(user, { sort: 'name', limit: '1' })).toEqual([['Épée'], ['Plan 9'], ['plan 10']])
    expect(await pages(user, { sort: 'nodes', limit: '2' })).toEqual([['Plan 9', 'Épée'], ['plan 10']])
    await open(user, small.id)
    await open(user, last.id)
    expect((await names(user, { sort: 'opened' })).slice(0, 2)).toEqual(['Épée', 'plan 10'])
    expect(await names(user, { sort: 'updated' })).toEqual(['Épée', 'Plan 9', 'plan 10'])
  })

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'ten'],
    ['limit', ''],
    ['sort', 'colour'],
    ['q', 'x'.repeat(201)],
    ['q', 'a\u0000b'],
    ['tag', 'x'.repeat(41)],
    ['cursor', 'nonsense'],
    ['cursor', Buffer.from('["x","y"]').toString('base64url')],
    ['cursor', 'x'.repeat(3_000)],
  ])('[API-160] the parameter %s=%j is a 400 that names it', async (name, value) => {
    const user = await server().addUser()
    const answer = await call(user, `/flows?${new URLSearchParams({ [name]: value })}`)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual([name])
    expect(answer.body.errors[name]).not.toBe('')
  })

  it('[API-160] a cursor of another order is a 400', async () => {
    const user = await server().addUser()
    await save(user, 'One flow')
    await save(user, 'Two flows')
    const { next } = (await call(user, '/flows?limit=1')).body.page
    const answer = await call(user, `/flows?sort=name&cursor=${next}`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['cursor']])
  })

  it('[API-161] the time of the last opening is shown, and changes nothing else', async () => {
    const user = await server().addUser()
    const flow = await save(user, 'To open')
    expect((await open(user, flow.id)).status).toBe(200)
    const [shown] = (await call(user, '/flows?limit=1')).body.data
    expect(shown).toMatchObject({ openedAt: new Date(server().clock.now).toISOString(), updatedAt: flow.updatedAt })
    expect((await call(user, `/flows/${flow.id}`)).body.data).toEqual(flow)
  })

  it('[API-161] opening a flow that is not there, or is of another user, is the same 404', async () => {
    const user = await server().addUser()
    const { id } = await save(await server().addUser(), 'Not mine')
    const none = await open(user, '00000000-0000-4000-8000-000000000000')
    const other = await open(user, id)
    expect([none.status, other.status, other.text]).toEqual([404, 404, none.text])
  })

  it('[API-163] [API-504] a flow that comes back from the bin is found as before, and one that is gone leaves nothing', async () => {
    const user = await server().addUser()
    const kept = await save(user, 'Kept')
    const gone = await save(user, 'Gone')
    await open(user, kept.id)
    for (const { id } of [kept, gone]) await call(user, `/flows/${id}`, { method: 'DELETE' })
    expect(await names(user, { q: 'server' })).toEqual([])
    await call(user, `/bin/${kept.id}/restore`, { method: 'POST' })
    const [shown] = (await call(user, '/flows?q=kept+server')).body.data
    expect(shown).toMatchObject({ id: kept.id, openedAt: expect.any(String) })
    server().clock.now += 31 * 24 * HOUR
    const config = {
      sessionIdleMs: 100 * 24 * HOUR,
      sessionMaxMs: 100 * 24 * HOUR,
      sessionRememberMs: 100 * 24 * HOUR,
      versionRetentionMs: 365 * 24 * HOUR,
      auditRetentionMs: 365 * 86_400_000,
    }
    await removeExpired({ database: server().database, config, now: () => server().clock.now })
    const entries = await server()
      .database.read.selectFrom('library_entries')
      .select('flow_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(entries).toEqual([{ flow_id: kept.id }])
  })

  const tag = (user: TestUser, body: Record<string, unknown>) => call(user, '/tags', { body })
  const tags = async (user: TestUser) => (await call(user, '/tags')).body.data

  it('[API-165] [API-167] [API-169] tags are given to several flows, and filter the list', async () => {
    const user = await server().addUser()
    const [one, two, three] = [await save(user, 'One flow'), await save(user, 'Two flows'), await save(user, 'Three')]
    expect((await tag(user, { flows: [one.id, two.id, one.id], add: ['Shop', ' draft '] })).status).toBe(200)
    await tag(user, { flows: [two.id, three.id], add: ['Bank'], remove: ['draft'] })
    expect(await tags(user)).toEqual([
      { tag: 'Bank', flows: 2 },
      { tag: 'draft', flows: 1 },
      { tag: 'Shop', flows: 2 },
    ])
    expect(await names(user, { tag: 'Shop' })).toEqual(['Two flows', 'One flow'])
    expect(await names(user, { tag: 'Shop', q: 'two', sort: 'name' })).toEqual(['Two flows'])
    expect((await call(user, '/flows?tag=Bank&limit=1')).body).toMatchObject({
      data: [{ name: 'Three', tags: ['Bank'] }],
      page: { found: 2, all: 3 },
    })
    expect((await call(user, `/flows/${one.id}`)).body.data).toEqual(one)
    expect((await call(user, '/profile/export')).body.data.tags).toContainEqual({ tag: 'draft', flows: [one.id] })
  })

  it('[API-168] a flow comes back from the bin with its tags', async () => {
    const user = await server().addUser()
    const { id } = await save(user, 'One flow')
    await tag(user, { flows: [id], add: ['Shop'] })
    await call(user, `/flows/${id}`, { method: 'DELETE' })
    expect(await tags(user)).toEqual([])
    await call(user, `/bin/${id}/restore`, { method: 'POST' })
    expect(await tags(user)).toEqual([{ tag: 'Shop', flows: 1 }])
  })

  it('[API-166] tags are refused for flows of another user, for too many, and for what is no tag', async () => {
    const user = await server().addUser()
    const { id } = await save(user, 'One flow')
    const theirs = await save(await server().addUser(), 'Not mine')
    const none = '00000000-0000-4000-8000-000000000000'
    const answers = await Promise.all([theirs.id, none].map((other) => tag(user, { flows: [id, other], add: ['x'] })))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.text).toBe(answers[1]?.text)
    const many = (from: number) => Array.from({ length: 15 }, (_, index) => `tag ${from + index}`)
    expect((await tag(user, { flows: [id], add: many(0) })).status).toBe(200)
    expect((await tag(user, { flows: [id], add: many(15) })).body.errors).toEqual({ add: 'A flow has at most 20 tags' })
    expect(await tags(user)).toHaveLength(15)
    for (const add of [[''], ['a\u0007'], ['x'.repeat(41)], 'Shop', [7]]) {
      const answer = await tag(user, { flows: [id], add })
      expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([400, expect.stringMatching(/^add/)])
    }
    expect((await tag(user, { flows: [], add: ['x'] })).body.errors).toHaveProperty('flows')
  })

  it('[API-162] a user has as many flows as the operator sets', async () => {
    server().restart({ flowsPerUser: 2 })
    const user = await server().addUser()
    for (const name of ['One flow', 'Two flows']) await save(user, name)
    const answer = await call(user, '/flows', { body: flowBody() })
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining('library is full')])
    server().restart()
    expect((await call(user, '/flows', { body: flowBody() })).status).toBe(201)
  })
})
