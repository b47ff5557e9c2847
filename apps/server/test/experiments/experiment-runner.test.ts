import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import { type RunInProcess, startExperimentRunner } from '../../src/modules/experiments/experiment-runner.ts'
import { addExperiment, removeExperiment } from '../../src/modules/experiments/experiments.repository.ts'
import { DATABASES } from '../support/databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

describe.each(DATABASES)('the runner of experiments on %s', (name) => {
  async function begin() {
    const server = await startTestServer(name)
    open.push(server.stop)
    return server
  }

  async function queue(server: TestServer, userId: string): Promise<string> {
    const id = newId()
    server.clock.now += 1
    const at = { created_at: server.clock.now, state: 'queued' as const }
    const row = { id, user_id: userId, kind: 'drill' as const, name: 'A shop', request: gzipSync(id), ...at }
    await server.database.write((queries) => addExperiment(queries, row))
    return id
  }

  function start({ database, logger, clock }: TestServer, run: RunInProcess) {
    const runner = startExperimentRunner({ database, logger, run, now: () => ++clock.now })
    open.push(runner.stop)
    return runner
  }

  const rowOf = (database: Database, id: string) =>
    database.read
      .selectFrom('experiments')
      .select(['state', 'share', 'progress', 'result', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirst()

  const state = (server: TestServer, id: string) =>
    expect.poll(async () => (await rowOf(server.database, id))?.state, { timeout: 5_000 })

  /** Answers each request by itself. */
  const echo =
    (begun: string[] = []): RunInProcess =>
    async (request) => {
      begun.push(Buffer.from(request).toString('base64'))
      return { result: request }
    }

  it('[API-118] keeps what the process found, or why the experiment cannot be run', async () => {
    const server = await begin()
    const { id: user } = await server.addUser()
    const [good, bad] = [await queue(server, user), await queue(server, user)]
    let count = 0
    start(server, async (request) => (count++ === 0 ? { result: request } : { refused: 'There is no client.' }))
    await state(server, bad).toBe('failed')
    expect(await rowOf(server.database, good)).toMatchObject({ state: 'done', share: 1, progress: '' })
    expect(await rowOf(server.database, bad)).toMatchObject({ result: null, progress: 'There is no client.' })
  })

  it('[API-119] takes users in turn: whoever queues ten does not delay the one of another', async () => {
    const server = await begin()
    const [many, one] = [await server.addUser(), await server.addUser()]
    const ids: string[] = []
    for (let index = 0; index < 10; index++) ids.push(await queue(server, many.id))
    const single = await queue(server, one.id)
    const begun: string[] = []
    start(server, echo(begun))
    await state(server, ids.at(-1) ?? '').toBe('done')
    const order = begun.map((request) => request === gzipSync(single).toString('base64'))
    expect(order.indexOf(true)).toBeLessThanOrEqual(1)
  })

  it('[API-119] takes users in turn also where one removes each experiment as soon as it is over', async () => {
    const server = await begin()
    const [many, one] = [await server.addUser(), await server.addUser()]
    for (let index = 0; index < 5; index++) await queue(server, many.id)
    const begun: string[] = []
    let single = ''
    start(server, async (request) => {
      begun.push(Buffer.from(request).toString('base64'))
      await server.database.write((queries) =>
        queries.deleteFrom('experiments').where('user_id', '=', many.id).where('state', '=', 'running').execute(),
      )
      if (begun.length === 1) single = await queue(server, one.id)
      return { result: request }
    })
    await expect.poll(() => single).not.toBe('')
    await state(server, single).toBe('done')
    expect(begun[1]).toBe(gzipSync(single).toString('base64'))
  })

  it('[API-120] ends the process of an experiment that is removed, and goes on with the next', async () => {
    const server = await begin()
    const { id: user } = await server.addUser()
    const [first, second] = [await queue(server, user), await queue(server, user)]
    const ended = vi.fn()
    let count = 0
    const runner = start(server, async (request, { signal }) => {
      if (count++ > 0) return { result: request }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      ended()
      throw new Error('ended')
    })
    await state(server, first).toBe('running')
    await server.database.write((queries) => removeExperiment(queries, user, first))
    runner.wake()
    await state(server, second).toBe('done')
    expect(ended).toHaveBeenCalledOnce()
  })

  it('[API-121] begins an experiment again whose process died, three times at most', async () => {
    const server = await begin()
    const { id: user } = await server.addUser()
    const [once, always] = [await queue(server, user), await queue(server, user)]
    let hasDied = false
    start(server, async (request) => {
      const isOnce = gzipSync(once).equals(request)
      if (isOnce && hasDied) return { result: request }
      hasDied = true
      throw new Error('killed')
    })
    await state(server, always).toBe('failed')
    expect(await rowOf(server.database, once)).toMatchObject({ state: 'done', attempts: 2 })
    expect(await rowOf(server.database, always)).toMatchObject({ progress: 'It could not be run to its end.' })
  })

  it('[API-122] [API-507] leaves an experiment to another server when it stops, or is silent for longer than its lease', async () => {
    const server = await begin()
    const { id: user } = await server.addUser()
    const waiting: RunInProcess = (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
    const stopped = await queue(server, user)
    const runner = start(server, waiting)
    await state(server, stopped).toBe('running')
    await runner.stop()
    expect(await rowOf(server.database, stopped)).toMatchObject({ state: 'queued', attempts: 0 })

    let answer = (_: { result: Uint8Array<ArrayBuffer> }) => {}
    const silent = start(server, () => new Promise((resolve) => (answer = resolve)))
    await state(server, stopped).toBe('running')
    server.clock.now += 60_000
    start(server, echo())
    await state(server, stopped).toBe('done')
    answer({ result: gzipSync('too late') })
    await silent.stop()
    const { result } = (await rowOf(server.database, stopped)) ?? {}
    expect(Buffer.from(result ?? []).equals(gzipSync(stopped))).toBe(true)
  })

  it('[API-123] runs each experiment on one of several servers', async () => {
    const server = await begin()
    const begun: string[] = []
    const slow: RunInProcess = async (request, options) => {
      await delay(1)
      return echo(begun)(request, options)
    }
    const ids: string[] = []
    for (let index = 0; index < 20; index++) ids.push(await queue(server, (await server.addUser()).id))
    for (let index = 0; index < 3; index++) start(server, slow)
    for (const id of ids) await state(server, id).toBe('done')
    expect(new Set(begun).size).toBe(20)
    expect(begun).toHaveLength(20)
  })
})
