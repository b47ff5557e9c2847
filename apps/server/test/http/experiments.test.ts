import { gzipSync } from 'node:zlib'
import { LIMITS } from '@plimsoll/contract'
import { expect, it } from 'vitest'
import { changeClaimed, claimExperiment } from '../../src/modules/experiments/experiments.repository.ts'
import { STREAMS_OF_USER } from '../../src/modules/experiments/experiments.service.ts'
import { flowBody } from '../support/flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const experiment = (changes: Record<string, unknown> = {}) => ({
  kind: 'capacity',
  design: { ...flowBody(), description: undefined },
  ...changes,
})

onEachDatabase('experiments', (server) => {
  const create = (token: string, body: unknown = experiment()) => server().request('/api/experiments', { token, body })
  const created = async (token: string) => (await create(token)).body.data
  const write = <T>(work: Parameters<ReturnType<typeof server>['database']['write']>[0]) =>
    server().database.write(work) as Promise<T>
  /** Claims what is next, as a runner does, and says that this is its end. */
  const finish = (result: object) =>
    write<void>(async (queries) => {
      const { now } = server().clock
      await claimExperiment(queries, { now, claim: `claim-${now}`, leaseUntil: now + 1 })
      await changeClaimed(queries, `claim-${now}`, {
        ...{ state: 'done', share: 1, finished_at: now },
        result: gzipSync(JSON.stringify({ data: result })),
      })
      server().clock.now += 1
    })

  it('[API-110] [API-505] wait in the queue from their creation on, and are listed newest first', async () => {
    const { token } = await server().addUser()
    const answer = await create(token)
    expect(answer.status).toBe(202)
    expect(answer.body.data).toMatchObject({ kind: 'capacity', name: 'A small shop', state: 'queued', share: 0 })
    server().clock.now += 1
    const second = await created(token)
    const { data } = (await server().request('/api/experiments', { token })).body
    expect(data).toEqual([second, answer.body.data])
    await write((queries) => queries.deleteFrom('experiments').execute())
  })

  it('[API-111] [API-506] a design that cannot be a flow is refused with each fault and its path', async () => {
    const { token } = await server().addUser()
    const broken = { ...flowBody(), description: undefined, nodes: [{ id: 'a' }] }
    const answer = await create(token, experiment({ kind: 'compare', other: broken }))
    expect(answer.status).toBe(422)
    expect(answer.body.message).toBe('The experiment cannot be run as it is.')
    expect(Object.keys(answer.body.errors)).toContain('other.nodes.0.type')
    const unknown = await create(token, experiment({ kind: 'guess' }))
    expect(unknown.status).toBe(400)
    expect(unknown.body.errors).toEqual({
      kind: 'Must be one of simulate, capacity, compare, sensitivity, sweep, drill',
    })
  })

  it('[API-112] at most 20 experiments of a user wait or run', async () => {
    const { token } = await server().addUser()
    for (let index = 0; index < LIMITS.openExperiments; index++) expect((await create(token)).status).toBe(202)
    const refused = await create(token)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toBe(
      'Too many of your experiments wait or run. Remove one, or wait until one is done.',
    )
    const other = await server().addUser()
    expect((await create(other.token)).status).toBe(202)
    await write((queries) => queries.deleteFrom('experiments').execute())
  })

  it('[API-113] the events of an experiment say each state that it takes, and end with it', async () => {
    const { token } = await server().addUser()
    const { id } = await created(token)
    const events = server().request(`/api/experiments/${id}/events`, { token })
    await finish({ report: { is: 'a report' }, growth: null })
    const { text, headers } = await events
    expect(headers.get('content-type')).toBe('text/event-stream')
    const states = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '').state)
    expect(states.at(-1)).toBe('done')
  })

  it('[API-817] a user watches a bounded number of experiments at once, and others again when they end', async () => {
    const { token } = await server().addUser()
    const { id } = await created(token)
    const watch = () => server().request(`/api/experiments/${id}/events`, { token })
    const watched = Array.from({ length: STREAMS_OF_USER + 1 }, watch)
    // The others go on.
    const refused = await Promise.race(watched)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many of your experiments are watched at once. Close some of their windows.',
    ])
    await finish({ report: { is: 'a report' }, growth: null })
    const statuses = (await Promise.all(watched)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(STREAMS_OF_USER)
    expect((await watch()).status).toBe(200)
  })

  it('[API-114] the result is there when the experiment is done, with and without compression', async () => {
    const { token } = await server().addUser()
    const { id } = await created(token)
    const path = `/api/experiments/${id}/result`
    expect((await server().request(path, { token })).status).toBe(404)
    await finish({ report: { is: 'a report' }, growth: null })
    const plain = await server().request(path, { token })
    expect(plain.body).toEqual({ data: { report: { is: 'a report' }, growth: null } })
    const packed = await server().requestBytes(path, { token, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
  })

  it('[API-140] tell the flow and the version from which the design comes', async () => {
    const { token } = await server().addUser()
    const flow = { id: UNKNOWN, version: 3 }
    expect((await create(token, experiment({ flow }))).body.data.flow).toEqual(flow)
    expect((await created(token)).flow).toBeNull()
    const refused = await create(token, experiment({ flow: { id: UNKNOWN, version: 0 } }))
    expect([refused.status, refused.body.errors]).toEqual([400, { 'flow.version': 'Must be at least 1' }])
    const { data } = (await server().request('/api/experiments', { token })).body
    expect(data.map((one: { flow: unknown }) => one.flow)).toEqual(expect.arrayContaining([flow, null]))
    await write((queries) => queries.deleteFrom('experiments').execute())
  })

  it('[API-141] what was asked is there as it was sent, with and without compression', async () => {
    const { token } = await server().addUser()
    const asked = experiment({ client: 'c', flow: { id: UNKNOWN, version: 3 } })
    const { id } = (await create(token, asked)).body.data
    const path = `/api/experiments/${id}/request`
    const plain = await server().request(path, { token })
    expect(plain.text).toBe(JSON.stringify({ data: asked }))
    const packed = await server().requestBytes(path, { token, headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    await write((queries) => queries.deleteFrom('experiments').execute())
  })

  it('[API-115] of those that are over, the newest 50 of a user are kept', async () => {
    const { token } = await server().addUser()
    const ids: string[] = []
    for (let index = 0; index <= LIMITS.keptExperiments; index++) {
      ids.push((await created(token)).id)
      await finish({})
    }
    await created(token)
    const { data } = (await server().request('/api/experiments', { token })).body
    expect(data).toHaveLength(LIMITS.keptExperiments)
    expect(data.at(-1).id).toBe(ids[2])
    await write((queries) => queries.deleteFrom('experiments').execute())
  })

  it("[API-116] another user's experiment is not found, byte for byte as one that does not exist", async () => {
    const owner = await server().addUser()
    const other = await server().addUser()
    const { id } = await created(owner.token)
    await finish({})
    for (const [method, end] of [
      ['GET', ''],
      ['GET', '/events'],
      ['GET', '/request'],
      ['GET', '/result'],
      ['DELETE', ''],
    ] as const) {
      const answers = [id, UNKNOWN].map((one) =>
        server().request(`/api/experiments/${one}${end}`, { method, token: other.token }),
      )
      const [foreign, missing] = await Promise.all(answers)
      expect([foreign?.status, foreign?.text], `${method} ${end}`).toEqual([404, missing?.text])
    }
    expect((await server().request(`/api/experiments/${id}`, { token: owner.token })).status).toBe(200)
    expect((await server().request('/api/experiments', { token: other.token })).body.data).toEqual([])
  })

  it('[API-117] an experiment is removed at once, whatever its state', async () => {
    const { token } = await server().addUser()
    const { id } = await created(token)
    const removed = await server().request(`/api/experiments/${id}`, { method: 'DELETE', token })
    expect([removed.status, removed.body]).toEqual([200, { message: 'Experiment removed' }])
    expect((await server().request(`/api/experiments/${id}`, { token })).status).toBe(404)
  })
})
