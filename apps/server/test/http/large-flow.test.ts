import { expect, it, vi } from 'vitest'
import { ApiError } from '../../src/errors.ts'
import { createFlowService } from '../../src/modules/flows/flows.service.ts'
import { readLarge } from '../../src/modules/flows/large-flow.ts'
import { READ_AT_ONCE } from '../../src/modules/sharing/sharing.repository.ts'
import { bulkyFlow } from '../support/large-flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'

onEachDatabase('a large flow', (server) => {
  const addLarge = async () => {
    const user = await server().addUser()
    const flow = bulkyFlow(2 * READ_AT_ONCE + 1_000)
    const { body } = await server().request('/api/flows', { token: user.token, body: flow })
    return { user, flow, id: String(body.data.id) }
  }
  /** What is asked of the database about parts of a flow. */
  const watchParts = () => {
    const asked = vi.spyOn(server().database, 'find')
    return () => asked.mock.calls.filter(([{ sql }]) => sql.includes('substr(packed'))
  }

  it('[API-1001] is read in parts of 512 KiB', async () => {
    const { user, flow, id } = await addLarge()
    const parts = watchParts()
    const { status, body } = await server().request(`/api/flows/${id}`, { token: user.token })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...flow, version: 1 })
    expect(parts()).toHaveLength(3)
    for (const { value } of vi.mocked(server().database.find).mock.results)
      for (const { part } of await value) expect(part?.length ?? 0).toBeLessThanOrEqual(READ_AT_ONCE)
    vi.restoreAllMocks()
  })

  it('[API-1002] that is saved while it is read is read as it was saved', async () => {
    const { user, flow, id } = await addLarge()
    const whole = { groups: [], slides: [], simulation: {} }
    const changed = { ...bulkyFlow(READ_AT_ONCE + 500, 2), ...whole, version: 1 }
    const find = server().database.find
    const between = vi.spyOn(server().database, 'find')
    let asked = 0
    between.mockImplementation(async (query) => {
      if (query.sql.includes('substr(packed') && ++asked === 2)
        await server().request(`/api/flows/${id}`, { method: 'PUT', token: user.token, body: changed })
      return find(query) as never
    })
    const { body } = await server().request(`/api/flows/${id}`, { token: user.token })
    vi.restoreAllMocks()
    expect(asked).toBe(2 + 2)
    expect(body.data.nodes).toHaveLength(changed.nodes.length)
    expect(body.data.version).toBe(2)
    expect(body.data.nodes).not.toEqual(flow.nodes)
  })

  it('[API-1000] for which there is no room is refused before it is read', async () => {
    const { user, id } = await addLarge()
    const { database } = server()
    const flows = createFlowService({
      ...{ database, flowsPerUser: 10, versionBytesPerUser: 1e9, quotaBytesPerUser: 1e9, now: () => 0 },
      live: server().live().documents,
      readStored: () => expect.unreachable(),
    })
    const parts = watchParts()
    const held: number[] = []
    const attempt = flows.show({ id: user.id } as Parameters<typeof flows.show>[0], id, (bytes) => {
      held.push(bytes)
      throw new ApiError('api/busy')
    })
    await expect(attempt).rejects.toThrow('busy')
    expect(held).toEqual([expect.toSatisfy((bytes) => bytes > 2 * READ_AT_ONCE)])
    expect(parts()).toHaveLength(0)
    vi.restoreAllMocks()
  })

  it('[API-1003] that is gone while it is read is not found', async () => {
    const { id } = await addLarge()
    const found = await readLarge(server().database, { id, version: 7, bytes: 10 })
    expect(found?.length).toBeGreaterThan(2 * READ_AT_ONCE)
    await server().database.write((queries) => queries.deleteFrom('flows').where('id', '=', id).execute())
    expect(await readLarge(server().database, { id, version: 1, bytes: 10 })).toBeUndefined()
  })
})
