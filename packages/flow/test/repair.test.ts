import { createEdge, createNode, EMPTY_FLOW, FLOW_LIMITS, parseFlow, repairFlow } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, chain, group } from './fixtures.ts'

const wordsOf = (raw: Parameters<typeof repairFlow>[0]) => repairFlow(raw).mended.map(({ message }) => message)

describe('repairing a flow', () => {
  it('[COL-13] leaves a valid flow as it is', () => {
    const flow = { ...chain(), groups: [group('g')], simulation: { engine: 'events' } }
    expect(repairFlow(flow)).toEqual({ flow, mended: [] })
  })

  it('[COL-6] removes a connection to a component that is not there, and says so', () => {
    const { flow, mended } = repairFlow({ ...chain(), nodes: chain().nodes.slice(0, 2) })
    expect(flow.edges.map(({ id }) => id)).toEqual(['cs'])
    expect(mended).toEqual([
      { path: 'edges.sd', message: 'The connection “Server” to a removed component was removed with its component' },
    ])
  })

  it('[COL-7] keeps the first of two connections between the same handles', () => {
    const again = createEdge('grpc', { id: 'again', ends: { source: 'c', target: 's' } })
    const other = createEdge('grpc', { id: 'other', ends: { source: 'c', target: 's', sourceHandle: 'right' } })
    const { flow, mended } = repairFlow({ ...chain(), edges: [...chain().edges, again, other] })
    expect(flow.edges.map(({ id }) => id)).toEqual(['cs', 'sd', 'other'])
    expect(mended).toMatchObject([{ path: 'edges.again' }])
  })

  it('[COL-8] sets a minimum above its maximum to the maximum', () => {
    const settings = { label: 'Web', minInstances: 9, maxInstances: 5 }
    const nodes = [{ id: 's', type: 'Server', position: at(0, 0), data: settings }]
    const { flow, mended } = repairFlow({ nodes, edges: [] })
    expect(flow.nodes[0]?.data).toMatchObject({ minInstances: 5, maxInstances: 5 })
    expect(mended[0]?.message).toMatch(/^“Web”: .* was set to 5, because it must be at most 5/)
  })

  it('[COL-9] removes the last elements over a limit', () => {
    const node = createNode('Cache', { id: '', position: at(0, 0) })
    const nodes = Array.from({ length: FLOW_LIMITS.nodes + 2 }, (_, index) => ({ ...node, id: `n${index}` }))
    const { flow, mended } = repairFlow({ nodes, edges: [] })
    expect(flow.nodes).toHaveLength(FLOW_LIMITS.nodes)
    expect(flow.nodes.at(-1)?.id).toBe(`n${FLOW_LIMITS.nodes - 1}`)
    expect(mended).toEqual([{ path: 'nodes', message: '2 components over the limit of 10000 were removed' }])
  })

  it('[COL-10] removes elements of an unknown kind or without an id of their own', () => {
    const nodes = [...chain().nodes, { ...chain().nodes[0] }, { id: 'x', type: 'Mainframe', position: at(0, 0) }, null]
    expect(repairFlow({ ...chain(), nodes }).flow).toEqual(chain())
    expect(wordsOf({ ...chain(), nodes })).toEqual(Array(3).fill('A component that cannot be read was removed'))
  })

  it('[COL-11] gives a setting of the wrong type its default', () => {
    const [node] = chain().nodes
    const data = { ...node?.data, label: 7, cpuCores: 'many', memory: Number.NaN, extra: new Uint8Array(1) }
    const { flow, mended } = repairFlow({ nodes: [{ ...node, type: 'Server', data }], edges: [] })
    expect(flow.nodes[0]?.data).toMatchObject({ label: 'Server', cpuCores: 4, memory: 8 })
    expect(flow.nodes[0]?.data).not.toHaveProperty('extra')
    expect(mended.map(({ path }) => path).sort()).toEqual([
      'nodes.c.data.cpuCores',
      'nodes.c.data.extra',
      'nodes.c.data.label',
      'nodes.c.data.memory',
    ])
  })

  it('[COL-141] removes the largest settings of the simulation over the limit, whatever order they are in', () => {
    const text = (length: number) => 'x'.repeat(length)
    const limit = FLOW_LIMITS.simulation
    // With the name, two quotes each, colon and braces.
    const fits = { a: text(limit - 8) }
    expect(repairFlow({ ...EMPTY_FLOW, simulation: fits })).toEqual({
      flow: { ...EMPTY_FLOW, simulation: fits },
      mended: [],
    })
    const one = repairFlow({ ...EMPTY_FLOW, simulation: { a: text(limit - 7), engine: 'events', seed: 7 } })
    expect(one.flow.simulation).toEqual({ engine: 'events', seed: 7 })
    const message = 'A setting of the simulation over the limit of 65536 characters was removed'
    expect(one.mended).toEqual([{ path: 'simulation', message }])
    const [small, large] = [text(30_000), text(40_000)]
    const several = Object.entries({ b: small, engine: 'events', c: small, large, a: small })
    for (const entries of [several, several.toReversed()]) {
      const { flow, mended } = repairFlow({ ...EMPTY_FLOW, simulation: Object.fromEntries(entries) })
      expect(flow.simulation).toEqual({ engine: 'events', a: small, b: small })
      expect(mended.map((mending) => mending.message)).toEqual([
        '2 settings of the simulation over the limit of 65536 characters were removed',
      ])
      expect(repairFlow(flow)).toEqual({ flow, mended: [] })
    }
  })

  it('[COL-5] [COL-12] makes a valid flow of anything, says what it changed, and then has nothing more to change', () => {
    const anything = fc.oneof(fc.anything(), fc.constantFrom(...chain().nodes, ...chain().edges, group('g')))
    const damaged = fc
      .tuple(
        fc.constantFrom(...chain().nodes, ...chain().edges),
        fc.dictionary(fc.constantFrom('id', 'type', 'position', 'width', 'source', 'data'), fc.anything()),
      )
      .map(([element, changes]) => ({ ...element, ...changes }))
    const elements = fc.array(fc.oneof(anything, damaged), { maxLength: 8 })
    fc.assert(
      fc.property(
        fc.record({ nodes: elements, edges: elements, groups: elements, simulation: fc.anything() }),
        (raw) => {
          const { flow, mended } = repairFlow(raw)
          expect(parseFlow(JSON.parse(JSON.stringify(flow)))).toMatchObject({ ok: true })
          expect(repairFlow(flow)).toEqual({ flow, mended: [] })
          const isSame = flow.nodes.length === raw.nodes.length && flow.edges.length === raw.edges.length
          if (!isSame) expect(mended).not.toEqual([])
          for (const { message } of mended) expect(message).not.toBe('')
        },
      ),
      { numRuns: 300 },
    )
    expect(repairFlow(EMPTY_FLOW)).toEqual({ flow: EMPTY_FLOW, mended: [] })
  })

  it('[COL-5] makes every setting valid, whatever its value and those beside it', () => {
    const values = fc.oneof(fc.anything(), fc.double(), fc.integer(), fc.string(), fc.constantFrom(null, -1, 0, 1e9))
    for (const template of [...chain().nodes, ...chain().edges]) {
      const names = Object.keys(template.data)
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 12 }), (changes) => {
          const element = { ...template, data: { ...template.data, ...changes } }
          const isNode = 'position' in template
          const nodes = isNode ? [element] : chain().nodes
          const { flow } = repairFlow({ nodes, edges: isNode ? [] : [element] })
          expect(parseFlow(JSON.parse(JSON.stringify(flow)))).toMatchObject({ ok: true })
          expect(flow.nodes.length + flow.edges.length).toBe(isNode ? 1 : 4)
        }),
        { numRuns: 300 },
      )
    }
  })
})
