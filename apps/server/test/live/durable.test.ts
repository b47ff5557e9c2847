import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type * as Y from 'yjs'
import { moveToBin } from '../../src/modules/bin/bin.repository.ts'
import { flowBody } from '../support/flows.ts'
import { connect, nameIn, rename } from '../support/live-clients.ts'
import type { LiveServer } from '../support/live-server.ts'
import { addFlow, onEachLiveServer } from '../support/on-each-live-server.ts'

onEachLiveServer('what is drawn together', ({ server, join }) => {
  const load = async (id: string, token: string) => (await server().request(`/api/flows/${id}`, { token })).body.data
  const save = (id: string, token: string, body: Record<string, unknown>) =>
    server().request(`/api/flows/${id}`, { method: 'PUT', token, body: flowBody(body) })
  const versions = async (id: string, token: string) =>
    (await server().request(`/api/flows/${id}/versions`, { token })).body.data
  const setting = (doc: Y.Doc, node: string, key: string) => doc.getMap<Y.Map<unknown>>('nodes').get(node)?.get(key)
  const logOf = (id: string) =>
    server().database.read.selectFrom('live_updates').select(['seq', 'user_id']).where('flow_id', '=', id).execute()

  async function drawn() {
    const { id, owner } = await addFlow(server())
    const client = join(id, owner)
    await client.saved()
    return { id, token: owner.token, owner, client }
  }

  it('[COL-73] what is acknowledged is in the log of the database', async () => {
    const { id, client, owner } = await drawn()
    rename(client, 'Drawn once')
    await client.saved()
    expect(await logOf(id)).toEqual([{ seq: 1, user_id: owner.id }])
  })

  it('[COL-74] whoever loads the flow gets what is drawn so far', async () => {
    const { id, token, client } = await drawn()
    rename(client, 'Not a version yet')
    await client.saved()
    expect(await load(id, token)).toMatchObject({ name: 'Not a version yet', version: 1 })
  })

  it('[REL-DP1] the export holds what is drawn so far, as the flow is loaded', async () => {
    const { id, token, client } = await drawn()
    rename(client, 'Not a version yet')
    await client.saved()
    const { flows } = (await server().request('/api/profile/export', { token })).body.data
    const { isShared: _, ...loaded } = await load(id, token)
    expect(flows).toEqual([{ ...loaded, updatedAt: expect.any(String) }])
    expect(flows[0]).toMatchObject({ id, name: 'Not a version yet' })
  })

  it('[COL-150] the export holds it of a flow in the bin, too, but for what was drawn before a save past the document', async () => {
    const { id, token, client } = await drawn()
    const later = await drawn()
    for (const one of [client, later.client]) {
      rename(one, 'Not a version yet')
      await one.saved()
    }
    const before = await load(id, token)
    const removed = async (by: string) =>
      (await server().request('/api/profile/export', { token: by })).body.data.removedFlows
    // Who still draws is sent away, and nothing of it is a version.
    await server().request(`/api/flows/${id}`, { method: 'DELETE', token })
    const { isShared: _, ...drawnSoFar } = before
    expect(await removed(token)).toEqual([{ ...drawnSoFar, updatedAt: expect.any(String) }])
    await client.closed
    expect(await removed(token)).toEqual([{ ...drawnSoFar, updatedAt: expect.any(String) }])
    await server().request(`/api/bin/${id}/restore`, { method: 'POST', token })
    expect(await load(id, token)).toMatchObject({ name: 'Not a version yet', version: 1 })

    const { database } = server()
    await database.write(async (queries) => {
      await queries.updateTable('flows').set({ version: 2 }).where('id', '=', later.id).execute()
      await moveToBin(queries, later.owner.id, later.id, 0)
    })
    expect((await removed(later.token))[0].name).toBe('A small shop')
  })

  it('[COL-75] a save of the live flow makes a version of it by the document, with the note and name of the save', async () => {
    const { id, token, client } = await drawn()
    client.doc.getMap<Y.Map<unknown>>('nodes').get('node-b')?.set('data.cpuCores', 7)
    await client.saved()
    const answer = await save(id, token, {
      nodes: [],
      edges: [],
      live: true,
      version: 1,
      name: 'Named so',
      note: 'Seven cores',
    })
    expect([answer.status, answer.body.data.version, answer.body.data.nodes[1].data.cpuCores]).toEqual([200, 2, 7])
    await client.until((doc) => nameIn(doc) === 'Named so')
    expect((await versions(id, token))[0]).toMatchObject({ version: 2, note: 'Seven cores', savedBy: 'Grace Hopper' })
    expect(await logOf(id)).toEqual([])
    expect((await save(id, token, { live: true, version: 1 })).body.data.version).toBe(3)
  })

  it('[COL-76] a save by the API is a change of the open document, which keeps what was drawn meanwhile', async () => {
    const { id, token, client } = await drawn()
    client.doc.getMap<Y.Map<unknown>>('nodes').get('node-b')?.set('data.cpuCores', 7)
    await client.saved()
    const [first, second] = flowBody().nodes as { data: object }[]
    const nodes = [{ ...first, position: { x: 5, y: 6 } }, second]
    expect((await save(id, token, { version: 1, nodes })).status).toBe(200)
    await client.until((doc) => JSON.stringify(setting(doc, 'node-a', 'position')) === '{"x":5,"y":6}')
    expect(setting(client.doc, 'node-b', 'data.cpuCores')).toBe(7)
    const loaded = await load(id, token)
    expect([loaded.nodes[0].position, loaded.nodes[1].data.cpuCores]).toEqual([{ x: 5, y: 6 }, 7])
  })

  it('[COL-77] a save by the API with a version that drawing has left behind is a conflict', async () => {
    const { id, token, client } = await drawn()
    rename(client, 'Drawn')
    await client.saved()
    expect((await save(id, token, { live: true, version: 1, name: 'Drawn' })).status).toBe(200)
    expect((await save(id, token, { version: 1 })).status).toBe(409)
  })

  it('[COL-78] a version that is restored appears in the open document', async () => {
    const { id, token, client } = await drawn()
    rename(client, 'Drawn')
    client.doc.getMap('nodes').delete('node-a')
    await client.saved()
    await save(id, token, { live: true, version: 1, name: 'Drawn' })
    const restored = await server().request(`/api/flows/${id}/versions/1/restore`, { token, body: { version: 2 } })
    expect(restored.status).toBe(200)
    await client.until((doc) => doc.getMap('nodes').size === 2)
  })

  it('[COL-162] before a version is restored, what is drawn becomes one, from which that is taken back', async () => {
    const { id, token, client } = await drawn()
    const restore = async (from: number, body: Record<string, unknown>) =>
      server().request(`/api/flows/${id}/versions/${from}/restore`, { token, body })
    const nodes = () => client.doc.getMap<Y.Map<unknown>>('nodes')
    nodes().delete('node-a')
    nodes().get('node-b')?.set('data.cpuCores', 7)
    await client.saved()
    const restored = await restore(1, { version: 1 })
    expect([restored.status, restored.body.data.version, restored.body.data.nodes.length]).toEqual([200, 3, 2])
    await client.until((doc) => doc.getMap('nodes').size === 2 && setting(doc, 'node-b', 'data.cpuCores') !== 7)
    const kept = await server().request(`/api/flows/${id}/versions/2`, { token })
    expect(kept.body.data.nodes).toMatchObject([{ id: 'node-b', data: { cpuCores: 7 } }])
    expect(await versions(id, token)).toMatchObject([
      { version: 3, restoredFrom: 1 },
      { version: 2, restoredFrom: null, savedBy: 'Grace Hopper' },
      { version: 1 },
    ])

    expect((await restore(2, { version: 1 })).status).toBe(409)
    expect((await restore(2, { version: 1, live: true })).body.data).toMatchObject({ version: 4, nodes: [{}] })
    await client.until((doc) => doc.getMap('nodes').size === 1 && setting(doc, 'node-b', 'data.cpuCores') === 7)
  })

  it('[COL-166] a restore names the version that has what was there before, also when others save at the same time', async () => {
    const { id, token, client } = await drawn()
    client.doc.getMap('nodes').delete('node-a')
    await client.saved()
    const body = { version: 1, live: true }
    const answers = [
      server().request(`/api/flows/${id}/versions/1/restore`, { token, body }),
      ...Array.from({ length: 4 }, () => save(id, token, { ...body, name: 'Meanwhile' })),
    ]
    const [restored] = await Promise.all(answers)
    const { replaced } = restored?.body.data ?? {}
    const before = await server().request(`/api/flows/${id}/versions/${replaced}`, { token })
    expect(before.body.data.nodes).toMatchObject([{ id: 'node-b' }])
    expect(await load(id, token)).toMatchObject({ nodes: [{}, {}] })
    expect(await load(id, token)).not.toHaveProperty('replaced')
  })

  it('[COL-163] what is drawn during a restore is in the flow, or in the version before it', async () => {
    const { id, token, client } = await drawn()
    const nodes = client.doc.getMap<Y.Map<unknown>>('nodes')
    const ids: string[] = []
    const draw = () => {
      const node = nodes.get('node-b')?.clone()
      const name = `drawn-${ids.length}`
      node?.set('id', name)
      if (node) nodes.set(name, node)
      ids.push(name)
    }
    draw()
    await client.saved()
    const body = { version: 1, live: true }
    let isRestored = false
    const answer = server()
      .request(`/api/flows/${id}/versions/1/restore`, { token, body })
      .finally(() => {
        isRestored = true
      })
    while (!isRestored) {
      draw()
      await setTimeout(2)
    }
    const { version } = (await answer).body.data
    await client.saved()
    const before = (await server().request(`/api/flows/${id}/versions/${version - 1}`, { token })).body.data
    const found = [...before.nodes, ...(await load(id, token)).nodes].map((node) => node.id)
    expect(ids.filter((name) => !found.includes(name))).toEqual([])
  })

  it('[COL-79] whoever was away while all others left merges what was drawn meanwhile', async () => {
    const { id, token, client, owner } = await drawn()
    const away = connect(server().url, { flowId: id, token })
    await away.saved()
    away.close()
    away.doc.getMap<Y.Map<unknown>>('nodes').get('node-a')?.set('data.label', 'Drawn away')
    client.doc.getMap<Y.Map<unknown>>('nodes').get('node-a')?.set('position', { x: 9, y: 9 })
    await client.saved()
    client.close()
    await expect.poll(async () => (await load(id, token)).version).toBe(2)
    await closedDocument(server(), id)
    const back = connect(server().url, { flowId: id, token: owner.token, doc: away.doc })
    await back.saved()
    const [node] = (await load(id, token)).nodes
    expect([node.data.label, node.position]).toEqual(['Drawn away', { x: 9, y: 9 }])
    back.close()
  })

  it('[COL-91] nothing drawn makes no version', async () => {
    const { id, token, client } = await drawn()
    client.close()
    await closedDocument(server(), id)
    expect(await versions(id, token)).toHaveLength(1)
  })

  it('[COL-92] the version names who drew last', async () => {
    const { id, token, client } = await drawn()
    rename(client, 'Drawn')
    await client.saved()
    client.close()
    await expect.poll(async () => (await versions(id, token)).length).toBe(2)
    expect((await versions(id, token))[0]).toMatchObject({ savedBy: 'Grace Hopper' })
  })
})

/** Resolves when the server has unloaded a document. */
async function closedDocument(server: LiveServer, id: string): Promise<void> {
  await expect.poll(() => server.live().documents.find(id)).toBeUndefined()
}
