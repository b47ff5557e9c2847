import { isDeepStrictEqual } from 'node:util'
import { applyToDocument, readContent } from '@plimsoll/collaboration'
import { applyChange, type FlowChange, slidesOf } from '@plimsoll/flow'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { connect, nameIn, rename } from '../support/live-clients.ts'
import { type LiveServer, startLiveServer } from '../support/live-server.ts'

type Client = ReturnType<typeof connect>

const slidesIn = (doc: Client['doc']) => slidesOf(readContent(doc).content.flow)

/** As the editor does. */
function edit({ doc }: Client, ...changes: FlowChange[]): void {
  const { content } = readContent(doc)
  applyToDocument(doc, content, { ...content, flow: changes.reduce(applyChange, content.flow) })
}

describe.each(DATABASES)('drawing together on %s', (database) => {
  let server: LiveServer
  beforeAll(async () => {
    server = await startLiveServer(database)
  })
  afterAll(() => server.stop())

  it('[COL-60] what one draws appears at the others, and is in the flow when they have left', async () => {
    const owner = await server.addUser()
    const { id } = (await server.request('/api/flows', { token: owner.token, body: flowBody() })).body.data
    const [one, other] = [
      connect(server.url, { flowId: id, token: owner.token }),
      connect(server.url, { flowId: id, token: owner.token }),
    ]
    expect(await one.scope()).toBe('read-write')
    await Promise.all([one.saved(), other.saved()])
    expect(nameIn(one.doc)).toBe('A small shop')
    rename(one, 'Drawn by one')
    await one.saved()
    await other.until((doc) => nameIn(doc) === 'Drawn by one')
    const live = await server.request(`/api/flows/${id}`, { token: owner.token })
    expect([live.body.data.name, live.body.data.version]).toEqual(['Drawn by one', 1])
    one.close()
    other.close()
    const load = async () => (await server.request(`/api/flows/${id}`, { token: owner.token })).body.data
    await expect.poll(async () => (await load()).version).toBe(2)
    expect((await load()).name).toBe('Drawn by one')
  })

  it('[COL-123] slides are made and ordered together, and saved with the flow', async () => {
    const owner = await server.addUser()
    const { id } = (await server.request('/api/flows', { token: owner.token, body: flowBody() })).body.data
    const [one, other] = [0, 1].map(() => connect(server.url, { flowId: id, token: owner.token })) as [Client, Client]
    await Promise.all([one.saved(), other.saved()])
    const slide = (name: string) => ({ id: name, title: name, text: '', area: { x: 0, y: 0, width: 8, height: 4 } })
    edit(one, { type: 'add-slide', slide: slide('a') }, { type: 'add-slide', slide: slide('b') })
    await one.saved()
    await other.until((doc) => slidesIn(doc).length === 2)
    edit(one, { type: 'change-slide', id: 'a', to: { title: 'First' } })
    edit(other, { type: 'change-slide', id: 'a', to: { text: 'Words' } }, { type: 'move-slide', id: 'b', index: 0 })
    await Promise.all([one.saved(), other.saved()])
    const all = [slide('b'), { ...slide('a'), title: 'First', text: 'Words' }]
    await one.until((doc) => isDeepStrictEqual(slidesIn(doc), all))
    await other.until((doc) => isDeepStrictEqual(slidesIn(doc), all))
    one.close()
    other.close()
    const load = async () => (await server.request(`/api/flows/${id}`, { token: owner.token })).body.data
    await expect.poll(async () => (await load()).version).toBe(2)
    expect((await load()).slides).toEqual(all)
  })
})
