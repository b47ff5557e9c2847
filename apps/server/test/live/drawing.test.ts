import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { flowBody } from '../support/flows.ts'
import { connect, nameIn, rename } from '../support/live-clients.ts'
import { type LiveServer, startLiveServer } from '../support/live-server.ts'

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
})
