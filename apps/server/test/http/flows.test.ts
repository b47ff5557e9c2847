import { gunzipSync } from 'node:zlib'
import { createNode, parseFlow } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { flowBody } from '../support/flows.ts'
import { largestFlow } from '../support/large-flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'
import type { TestUser } from '../support/test-server.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

onEachDatabase('flows', (server) => {
  const save = (token: string, body: unknown = flowBody(), headers = {}) =>
    server().request('/api/flows', { token, body, headers })
  const saveText = (token: string, text: string) => server().request('/api/flows', { token, text })
  const load = (token: string, id: string) => server().request(`/api/flows/${id}`, { token })
  const list = async ({ token }: TestUser) => (await server().request('/api/flows', { token })).body.data
  const update = (token: string, id: string, body: unknown) =>
    server().request(`/api/flows/${id}`, { method: 'PUT', token, body })
  const remove = (token: string, id: string) => server().request(`/api/flows/${id}`, { method: 'DELETE', token })

  it('[API-13] [API-1050] a save returns the flow, and a load returns it unchanged', async () => {
    const { token } = await server().addUser()
    const body = flowBody({ simulation: { seed: 7, speed: 2.5 } })
    const answer = await save(token, body)
    expect(answer.status).toBe(201)
    const saved = answer.body
    const time = new Date(server().clock.now).toISOString()
    expect(saved.data).toEqual({
      ...body,
      groups: [],
      slides: [],
      id: saved.data.id,
      version: 1,
      createdAt: time,
      updatedAt: time,
    })
    expect((await load(token, saved.data.id)).body).toEqual(saved)
  })

  it('[API-13] [FLW-44] nodes, edges, groups, slides and simulation are returned byte for byte', async () => {
    const { token } = await server().addUser()
    const nodes = String.raw`[ {"id":"node-\u0061","type":"Server", "position":{"x":-0,"y":1.50e1},
      "data":{"note":"a \"quoted\" ] } , text", "cpuCores" : 4.0}} ]`
    const groups = '[{"id":"group-1","label":"Zone \\u0041","position":{"x":1e1,"y":0},"width":120,  "height":90.0}]'
    const slides =
      '[{"id":"s","title":"All","text":"a\\n\\nb","area":{"x":-0,"y":1e1,"width":8,"height":4.50},  "elements":["node-a"]}]'
    const simulation = String.raw`{"note": "😀 \ud83d\ude00", "big": 9007199254740993}`
    const text = `{"name":"As sent","description":"byte for byte", "edges" :\n[ ] , "nodes":${nodes}, "simulation": ${simulation}, "slides": ${slides}, "groups": ${groups}}`
    const answer = await saveText(token, text)
    expect(answer.status).toBe(201)
    const loaded = (await load(token, answer.body.data.id)).text
    expect(loaded).toContain(
      `"nodes":${nodes},"edges":[ ],"groups":${groups},"slides":${slides},"simulation":${simulation}}}`,
    )
  })

  it('[API-486] a flow is sent compressed to clients that accept it', async () => {
    const { token } = await server().addUser()
    const saved = await save(token)
    const path = `/api/flows/${saved.body.data.id}`
    const plain = await server().request(path, { token })
    const compressed = await server().requestBytes(path, { token, headers: { 'accept-encoding': 'br, gzip' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    for (const { headers } of [plain, compressed]) expect(headers.get('vary')).toBe('accept-encoding')
    expect(gunzipSync(compressed.bytes).toString()).toBe(plain.text)
    expect(plain.text).toBe(saved.text)
    const refused = await server().request(path, { token, headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(refused.text).toBe(plain.text)
  })

  it('[API-13] a document has a version; without one it is version 0', async () => {
    const { token } = await server().addUser()
    const { documentVersion, ...unversioned } = flowBody()
    expect((await save(token, unversioned)).body.data.documentVersion).toBe(0)
    expect((await save(token, { ...unversioned, documentVersion })).body.data.documentVersion).toBe(1)
    const newer = await save(token, flowBody({ documentVersion: 1_000 }))
    expect(newer.status).toBe(422)
    expect(newer.body.errors).toHaveProperty('documentVersion')
  })

  it('[API-12] the list holds own flows with their counts, newest change first', async () => {
    const user = await server().addUser()
    await save((await server().addUser()).token)
    const { clock } = server()
    const ids: string[] = []
    for (const name of ['First flow', 'Second flow']) {
      clock.now += 1000
      ids.push((await save(user.token, flowBody({ name }))).body.data.id)
    }
    clock.now += 1000
    await update(user.token, String(ids[0]), flowBody({ name: 'First again', edges: [], version: 1 }))
    const [first, second] = await list(user)
    expect(first).toEqual({
      id: ids[0],
      name: 'First again',
      description: 'Enough to save',
      nodes: 2,
      edges: 0,
      updatedAt: new Date(clock.now).toISOString(),
    })
    expect(second).toMatchObject({ id: ids[1], name: 'Second flow', nodes: 2, edges: 1 })
    expect(await list(user)).toHaveLength(2)
  })

  it('[API-14] [API-487] every fault is reported with its path, and nothing is saved', async () => {
    const user = await server().addUser()
    const { nodes } = flowBody()
    const broken = flowBody({
      name: 'ab',
      nodes: [...nodes, { id: 'node-a', type: 'Toaster', position: { x: 0 } }],
    })
    const invalidForm = await save(user.token, broken)
    expect(invalidForm.status).toBe(422)
    expect(invalidForm.body.errors).toEqual({ name: 'Name must be at least 3 characters' })

    const server5 = { id: 'node-c', type: 'Server', position: { x: 0, y: 0 }, data: { cpuCores: 129 } }
    const invalidFlow = await save(
      user.token,
      flowBody({
        nodes: [...nodes, server5, { id: 'node-a', type: 'Toaster', position: { x: 0 } }],
        edges: [{ id: 'edge-1', source: 'node-a', target: 'node-z', type: 'carrier-pigeon' }],
      }),
    )
    expect(invalidFlow.status).toBe(422)
    const { errors } = invalidFlow.body
    expect(Object.keys(errors).sort()).toEqual([
      'edges.0.target',
      'edges.0.type',
      'nodes.2.data.cpuCores',
      'nodes.3.id',
      'nodes.3.position',
      'nodes.3.type',
    ])
    expect(await list(user)).toEqual([])
  })

  it('[API-14] at most 100 faults are reported', async () => {
    const { token } = await server().addUser()
    const answer = await save(token, flowBody({ nodes: Array(150).fill(null), edges: [] }))
    expect(Object.keys(answer.body.errors)).toHaveLength(100)
  })

  it.each([
    ['name', 'ab', 'Name must be at least 3 characters'],
    ['name', '  a  ', 'Name must be at least 3 characters'],
    ['name', 'a'.repeat(101), 'Name cannot exceed 100 characters'],
    ['description', '12345', 'Description must be at least 6 characters'],
    ['description', 'a'.repeat(2001), 'Description cannot exceed 2000 characters'],
    ['nodes', undefined, 'Nodes are missing'],
    ['edges', {}, 'Must be a list'],
    ['groups', {}, 'Must be a list'],
    ['slides', {}, 'Must be a list'],
    ['simulation', 'fast', 'Must be an object'],
    ['simulation', { note: 'x'.repeat(70_000) }, 'is too large'],
  ])('[API-480] a flow whose %s is %j is a 422 under that field', async (field, value, message) => {
    const { token } = await server().addUser()
    const answer = await save(token, flowBody({ [field]: value }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({ [field]: message })
  })

  it('[API-3] names and descriptions at their limits are accepted', async () => {
    const { token } = await server().addUser()
    for (const [name, description] of [
      ['abc', '123456'],
      ['😀'.repeat(100), '😀'.repeat(2000)],
    ]) {
      expect((await save(token, flowBody({ name, description }))).status).toBe(201)
    }
  })

  it('[API-15] a flow is saved again from the version it had', async () => {
    const { token } = await server().addUser()
    const { data } = (await save(token)).body
    const answer = await update(token, data.id, flowBody({ name: 'Saved again', version: 1 }))
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ id: data.id, name: 'Saved again', version: 2 })
    expect((await load(token, data.id)).body.data).toMatchObject({ name: 'Saved again', version: 2 })
  })

  it('[API-1051] what a save leaves out stays as it is stored, and what it empties goes', async () => {
    const { token } = await server().addUser()
    const groups = [{ id: 'group-1', label: 'Zone', position: { x: 0, y: 0 }, width: 120, height: 90 }]
    const slides = [
      { id: 's', title: 'All', text: '', area: { x: 0, y: 0, width: 8, height: 4 }, elements: ['node-a'] },
    ]
    const simulation = { seed: 7 }
    const { data } = (await save(token, flowBody({ groups, slides, simulation }))).body
    const kept = await update(token, data.id, flowBody({ name: 'Kept', version: 1 }))
    expect(kept.body.data).toMatchObject({ name: 'Kept', version: 2, groups, slides, simulation })
    expect((await load(token, data.id)).text).toBe(kept.text)
    const changed = await update(token, data.id, flowBody({ groups: [], simulation: { seed: 8 }, version: 2 }))
    expect(changed.body.data).toMatchObject({ groups: [], slides, simulation: { seed: 8 } })
    const large = flowBody({ nodes: largestFlow().nodes.slice(0, 600), edges: [], version: 3 })
    expect((await update(token, data.id, large)).body.data).toMatchObject({
      groups: [],
      slides,
      simulation: { seed: 8 },
    })
    const kept600 = await update(token, data.id, flowBody({ slides: [], version: 4 }))
    expect(kept600.body.data).toMatchObject({ groups: [], slides: [], simulation: { seed: 8 } })
  })

  it('[API-806] a stale save is refused before its flow is checked, and writes nothing', async () => {
    const { token } = await server().addUser()
    const { data } = (await server().request('/api/flows', { token, body: flowBody() })).body
    const { database } = server()
    let writes = 0
    const write: typeof database.write = (work) => {
      writes++
      return database.write(work)
    }
    server().restart({ database: { ...database, write } })
    const invalid = flowBody({ version: 7, nodes: [{ id: 'a' }] })
    const save = await server().request(`/api/flows/${data.id}`, { method: 'PUT', token, body: invalid })
    const path = `/api/flows/${data.id}/versions/1/restore`
    const restored = await server().request(path, { method: 'POST', token, body: { version: 7 } })
    server().restart()
    expect([save.status, restored.status, writes]).toEqual([409, 409, 0])
  })

  it('[API-15] a stale save is a conflict and changes nothing; of many at once one wins', async () => {
    const { token } = await server().addUser()
    const { data } = (await save(token)).body
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        update(token, data.id, flowBody({ name: `Editor ${index}`, version: 1 })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const winner = answers.find(({ status }) => status === 200)?.body
    expect((await load(token, data.id)).body.data).toEqual(winner.data)
  })

  it.each([2, 2 ** 31 - 2, 2 ** 31, Number.MAX_SAFE_INTEGER, 0, -1, 1.5])(
    '[API-15] the version %d, which the flow never had, saves nothing',
    async (version) => {
      const { token } = await server().addUser()
      const { data } = (await save(token)).body
      expect([409, 422]).toContain((await update(token, data.id, flowBody({ version }))).status)
      expect((await load(token, data.id)).body.data).toEqual(data)
    },
  )

  it('[API-15] a save without its version is refused', async () => {
    const { token } = await server().addUser()
    const { data } = (await save(token)).body
    const answer = await update(token, data.id, flowBody())
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('version')
  })

  it('[API-16] [API-488] concurrent requests with the same key and body create one flow', async () => {
    const user = await server().addUser()
    const headers = { 'idempotency-key': 'click-1' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(user.token, flowBody(), headers)))
    const texts = answers.map(({ text }) => text)
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(texts).size).toBe(1)
    expect(await list(user)).toHaveLength(1)

    const other = await save(user.token, flowBody({ name: 'Another' }), headers)
    expect(other.status).toBe(422)
    const stranger = await server().addUser()
    expect((await save(stranger.token, flowBody({ name: 'Another' }), headers)).status).toBe(201)
    expect(await list(user)).toHaveLength(1)
  })

  it('[API-16] a key must be a text of 1 to 200 characters', async () => {
    const { token } = await server().addUser()
    for (const key of ['', 'k'.repeat(201)]) {
      expect((await save(token, flowBody(), { 'idempotency-key': key })).status).toBe(422)
    }
  })

  it('[API-17] [API-489] the 501st flow is refused until one is removed', async () => {
    const user = await server().addUser()
    const { data } = (await save(user.token)).body
    const { database } = server()
    await database.write(async (queries) => {
      const row = await queries.selectFrom('flows').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
      for (let index = 1; index < 500; index++) {
        await queries
          .insertInto('flows')
          .values({ ...row, id: `copy-${index}-${user.id}` })
          .execute()
      }
    })
    const refused = await save(user.token)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('library is full')
    expect((await remove(user.token, data.id)).status).toBe(200)
    expect((await save(user.token)).status).toBe(201)
  })

  it('[API-12] a removed flow is gone', async () => {
    const user = await server().addUser()
    const { data } = (await save(user.token)).body
    const answer = await remove(user.token, data.id)
    expect(answer.body).toEqual({ message: 'Flow removed successfully' })
    expect((await load(user.token, data.id)).status).toBe(404)
    expect((await remove(user.token, data.id)).status).toBe(404)
    expect(await list(user)).toEqual([])
  })

  it('[REL-AC1] [REL-AC5] another user’s flow responds like an unknown one, and does not change', async () => {
    const owner = await server().addUser()
    const stranger = await server().addUser()
    const saved = (await save(owner.token)).body
    const body = flowBody({ name: 'Taken over', version: 1 })
    const attempts = [
      (id: string) => load(stranger.token, id),
      (id: string) => update(stranger.token, id, body),
      (id: string) => remove(stranger.token, id),
    ]
    for (const attempt of attempts) {
      const [theirs, nobodys] = await Promise.all([attempt(saved.data.id), attempt(UNKNOWN_ID)])
      expect(theirs.status).toBe(404)
      expect(nobodys.status).toBe(404)
      expect(theirs.text).toBe(nobodys.text)
      expect([...theirs.headers]).toEqual([...nobodys.headers])
    }
    expect((await load(owner.token, saved.data.id)).body).toEqual(saved)
    expect(await list(stranger)).toEqual([])
  })

  it.each(['0', '-1', '%00', '..%2fx', "'%20OR%201=1", '%7B%7D', 'x'.repeat(10_000), 'É'])(
    '[REL-AC1] the id %s is not found',
    async (id) => {
      const { token } = await server().addUser()
      for (const attempt of [load, remove]) expect((await attempt(token, id)).status).toBe(404)
      expect((await update(token, id, flowBody({ version: 1 }))).status).toBe(404)
    },
  )

  it('[API-13] 10,000 nodes and 20,000 edges load unchanged; one more is refused', async () => {
    const { token } = await server().addUser()
    const template = flowBody()
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({
      ...createNode('Server', { id: `node-${index}`, position: { x: index, y: 0 } }),
      data: {},
    }))
    const edges = Array.from({ length: 20_000 }, (_, index) => ({
      id: `edge-${index}`,
      source: `node-${index % 10_000}`,
      target: `node-${(index * 7 + 1) % 10_000}`,
      type: 'http',
    }))
    const saved = (await save(token, { ...template, nodes, edges })).body
    expect(saved.data.nodes).toEqual(nodes)
    expect((await load(token, saved.data.id)).body).toEqual(saved)

    const tooMany = await save(token, { ...template, nodes: [...nodes, nodes[0]], edges: [...edges, edges[0]] })
    expect(tooMany.status).toBe(422)
    expect(tooMany.body.errors).toEqual({
      nodes: 'A flow has at most 10,000 nodes',
      edges: 'A flow has at most 20,000 edges',
    })
  })

  it('[API-19] stored flows can be parsed by the flow package', async () => {
    const { token } = await server().addUser()
    const { data } = (await save(token)).body
    expect(parseFlow((await load(token, data.id)).body.data).ok).toBe(true)
  })
})
