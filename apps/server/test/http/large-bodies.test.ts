import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { LIMITS } from '@plimsoll/contract'
import { createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { createBodyProcesses } from '../../src/bodies/body-processes.ts'
import { pack } from '../../src/packed.ts'
import { flowBody } from '../support/flows.ts'
import { bulkyFlow, largestFlow } from '../support/large-flows.ts'
import { onEachDatabase } from '../support/on-each-database.ts'

/** Above what is checked at once. */
const PADDING = ' '.repeat(300 * 1024)
const LARGEST = largestFlow()
/** Elements of a flow that is checked, saved, read and restored: the most, or a part of it that takes seconds. */
const COUNTS = sized<{ nodes: number; edges: number }>({
  small: { nodes: 2_000, edges: 4_000 },
  full: { nodes: LIMITS.nodes, edges: LIMITS.edges },
})

onEachDatabase('large bodies', (server) => {
  const save = (token: string, text: string, headers = {}) =>
    server().request('/api/flows', { method: 'POST', token, text, headers })

  it('[API-770] [API-773] a flow with as much as it may have, or a part of that, is saved while others are answered, loads as it was sent, and is restored', async () => {
    const { token } = await server().addUser()
    const flow = largestFlow({}, COUNTS)
    let isChecked = false
    const large = save(token, JSON.stringify(flow)).finally(() => {
      isChecked = true
    })
    let answered = 0
    while (!isChecked) {
      expect((await server().request('/api/health')).status).toBe(200)
      answered++
      await new Promise((resolve) => setImmediate(resolve))
    }
    const saved = await large
    expect(saved.status).toBe(201)
    expect(answered).toBeGreaterThan(sized({ small: 20, full: 100 }))
    const { id } = saved.body.data
    const text = JSON.stringify({ ...flow, name: 'Changed', nodes: [], edges: [], version: 1 })
    expect((await server().request(`/api/flows/${id}`, { method: 'PUT', token, text: text + PADDING })).status).toBe(
      200,
    )
    const path = `/api/flows/${id}/versions/1/restore`
    const restored = await server().request(path, { token, body: { version: 2 } })
    expect(restored.body.data).toMatchObject({ nodes: flow.nodes, edges: flow.edges, name: 'Changed', version: 3 })
    const [summary] = (await server().request('/api/flows', { token })).body.data
    expect(summary).toMatchObject(COUNTS)
    expect((await server().request('/api/flows?q=Component+1999', { token })).body.data).toHaveLength(0)
    expect((await server().request('/api/flows?q=Component+12', { token })).body.data).toHaveLength(1)
  })

  it('[API-774] is refused with the same words as a small one', async () => {
    const { token } = await server().addUser()
    const texts = [
      JSON.stringify(flowBody({ nodes: [{ id: 'a' }] })),
      JSON.stringify(flowBody({ name: 'a' })),
      JSON.stringify(flowBody({ simulation: { text: 'x'.repeat(70_000) } })),
      '{"name":"a","name":"b"}',
      '{"nodes":[1e999]}',
      '[]',
      '{',
    ]
    for (const text of texts) {
      const [small, large] = [await save(token, text), await save(token, PADDING + text)]
      expect(large.status).toBeGreaterThanOrEqual(400)
      // Where the text of a syntax error is, is another place.
      expect([large.status, large.text.replace(/position.*\)/, '')]).toEqual([
        small.status,
        small.text.replace(/position.*\)/, ''),
      ])
    }
  })

  it('[API-774] is saved once for one Idempotency-Key, and refused for another text', async () => {
    const { token } = await server().addUser()
    const headers = { 'idempotency-key': 'once' }
    const text = JSON.stringify(flowBody()) + PADDING
    const answers = await Promise.all([save(token, text, headers), save(token, text, headers)])
    expect(answers[0]?.body.data.id).toBe(answers[1]?.body.data.id)
    expect((await save(token, `${text} `, headers)).status).toBe(422)
  })

  it('[API-774] experiments are checked alike', async () => {
    const { token } = await server().addUser()
    const run = (design: unknown) =>
      server().request('/api/experiments', {
        method: 'POST',
        token,
        text: JSON.stringify({ kind: 'simulate', design }) + PADDING,
      })
    const design = flowBody({
      nodes: [createNode('Server', { id: 'a', position: { x: 0, y: 0 }, settings: {} })],
      edges: [],
    })
    const accepted = await run(design)
    expect(accepted.status).toBe(202)
    const request = await server().request(`/api/experiments/${accepted.body.data.id}/request`, { token })
    expect(request.body.data).toEqual({ kind: 'simulate', design })
    const refused = await run({ ...design, nodes: [{ id: 'a' }] })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toHaveProperty(['design.nodes.0.type'])
  })

  it.each([
    ['values', `{"nodes":[${'0,'.repeat(LIMITS.jsonValues)}0]}`],
    ['values', `{"nodes":[${'{},'.repeat(LIMITS.jsonValues)}0]}`],
    ['different keys', `{${Array.from({ length: LIMITS.jsonKeys + 1 }, (_, index) => `"${index}":0`).join()}}`],
  ])('[API-772] too many %s are a 413', async (what, text) => {
    const { token } = await server().addUser()
    const answer = await save(token, text)
    expect(answer.status).toBe(413)
    expect(answer.body.message).toMatch(new RegExp(`at most [\\d,]+ ${what} are accepted`))
  })

  it('[API-781] a flow that takes more than 8 MiB compressed is a 413 that says what it takes', async () => {
    const { token } = await server().addUser()
    const answer = await save(token, JSON.stringify(bulkyFlow(8.5 * 2 ** 20)))
    expect(answer.status).toBe(413)
    expect(answer.body.message).toMatch(/^This flow takes 8\.\d MiB compressed\. A flow may take 8 MiB/)
    expect((await server().request('/api/flows', { token })).body.data).toEqual([])
  })
})

describe('processes that check bodies', () => {
  const bytes = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)))
  const small = () => bytes(flowBody())

  it('[API-771] one that runs out of memory is a 413 for its body alone', async () => {
    const bodies = createBodyProcesses({ processes: 1, bytes: 2 ** 26, heapMb: 40, idleMs: 1_000 })
    const [failed, next] = await Promise.allSettled([
      bodies.check('new flow', bytes(LARGEST), 'one'),
      bodies.check('new flow', small(), 'two'),
    ])
    expect(failed).toMatchObject({ status: 'rejected', reason: { status: 413 } })
    expect(next).toMatchObject({ status: 'fulfilled' })
    await bodies.stop()
  })

  it('[API-771] one that crashes fails its work alone', async () => {
    const bodies = createBodyProcesses({ processes: 1, bytes: 2 ** 26, heapMb: 100, idleMs: 1_000 })
    const heading = { name: 'A flow', description: 'Of some kind' }
    const [failed, next] = await Promise.allSettled([
      bodies.read(Buffer.from('no gzip data'), heading, { owner: 'one', size: 10 }),
      bodies.read(await pack(`{"data":${JSON.stringify(flowBody())}}`), heading, { owner: 'two', size: 10 }),
    ])
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('process ended') } })
    expect(next).toMatchObject({ status: 'fulfilled', value: { document: { nodes: 2, edges: 1 } } })
    await bodies.stop()
  })

  it.each([
    ['as others do', 0, 10],
    ['with less', 12, 12],
  ])('[API-1068] come after a server that runs %s', async (_, niceness, expected) => {
    const program = new URL('../../src/bodies/body-process.ts', import.meta.url)
    const nice = { execPath: 'nice', execArgv: ['-n', `${niceness}`, process.execPath] }
    const child = fork(program, { ...nice, serialization: 'advanced' })
    child.send({ form: 'new flow', bytes: small() })
    await once(child, 'message')
    const own = getPriority()
    expect(getPriority(child.pid)).toBe(Math.min(19, Math.max(expected, own + niceness)))
    child.kill()
  })

  it('[API-770] take turns: a user has one body in them at a time', async () => {
    const bodies = createBodyProcesses({ processes: 2, bytes: 2 ** 26, heapMb: 200, idleMs: 1_000 })
    const done: string[] = []
    const check = (owner: string, name: string, body: Uint8Array<ArrayBuffer>) =>
      bodies.check('new flow', body, owner).then(() => done.push(name))
    const large = bytes(LARGEST)
    await Promise.all([check('one', 'large', large), check('one', 'its next', small()), check('two', 'small', small())])
    expect(done).toEqual(['small', 'large', 'its next'])
    await bodies.stop()
  })
})
