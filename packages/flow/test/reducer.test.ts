import {
  applyChange,
  connectionFault,
  createEdge,
  createNode,
  EMPTY_FLOW,
  FLOW_LIMITS,
  type Flow,
  type FlowChange,
} from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { at, chain } from './fixtures.ts'

const data = (flow: Flow, id: string) =>
  [...flow.nodes, ...flow.edges].find((element) => element.id === id)?.data as Record<string, unknown>

describe('changes of a flow', () => {
  it('[FLW-1] adds a node with every property at its default', () => {
    const flow = applyChange(EMPTY_FLOW, { type: 'add', node: createNode('Cache', { id: 'k', position: at(3, 4) }) })
    expect(flow.nodes[0]).toMatchObject({ id: 'k', type: 'Cache', position: { x: 3, y: 4 } })
    expect(data(flow, 'k')).toMatchObject({ label: 'Cache', description: 'New Cache component', expectedHitRate: 0.8 })
  })

  it('[FLW-25] prefers a given label, description and settings to the defaults', () => {
    const settings = { label: 'Sessions', description: 'Logged-in users', ttl: 60 }
    const node = createNode('Cache', { id: 'k', position: at(0, 0), settings })
    expect(node.data).toMatchObject({ ...settings, expectedHitRate: 0.8 })
  })

  it('[FLW-26] [FLW-27] refuses an id that exists, and returns the same flow', () => {
    const flow = chain()
    expect(applyChange(flow, { type: 'add', node: createNode('Cache', { id: 's', position: at(0, 0) }) })).toBe(flow)
    expect(applyChange(flow, { type: 'insert', flow: chain() })).toBe(flow)
  })

  it('[FLW-3] moves and resizes a node, and every other node stays the same object', () => {
    const flow = chain()
    const moved = applyChange(flow, { type: 'move', positions: new Map([['s', at(10, 20)]]) })
    expect(moved.nodes[1]?.position).toEqual({ x: 10, y: 20 })
    expect(moved.nodes[0]).toBe(flow.nodes[0])
    expect(moved.edges).toBe(flow.edges)
    const resized = applyChange(moved, { type: 'resize', id: 's', width: 300, height: 120, position: at(0, 0) })
    expect(resized.nodes[1]).toMatchObject({ width: 300, height: 120, position: { x: 0, y: 0 } })
  })

  it('[FLW-26] [FLW-27] [FLW-28] [FLW-29] inserts all of a part or nothing: ids are distinct, ends exist, limits hold', () => {
    const flow = chain()
    const [node] = applyChange(EMPTY_FLOW, {
      type: 'add',
      node: createNode('Cache', { id: 'k', position: at(0, 0) }),
    }).nodes
    if (node === undefined) throw new Error('there is a node')
    const inserted = (part: Flow) => applyChange(flow, { type: 'insert', flow: part })
    expect(inserted({ nodes: [node], edges: [] }).nodes).toHaveLength(4)
    expect(inserted({ nodes: [node, node], edges: [] })).toBe(flow)
    const dangling = createEdge('tcp', { id: 'x', ends: { source: 'k', target: 'gone' } })
    expect(inserted({ nodes: [node], edges: [dangling] })).toBe(flow)
    const many = Array.from({ length: FLOW_LIMITS.nodes }, (_, index) => ({ ...node, id: `n${index}` }))
    expect(inserted({ nodes: many, edges: [] })).toBe(flow)
  })

  it('[FLW-3] ignores positions and sizes that are not finite or unchanged', () => {
    const flow = applyChange(chain(), { type: 'resize', id: 's', width: 300, height: 120 })
    const resized = (width: number, height: number) => applyChange(flow, { type: 'resize', id: 's', width, height })
    expect(resized(300, 120)).toBe(flow)
    expect(resized(Number.NaN, 120)).toBe(flow)
    expect(resized(300, Number.POSITIVE_INFINITY)).toBe(flow)
    expect(applyChange(flow, { type: 'move', positions: new Map([['s', at(Number.NaN, 0)]]) })).toBe(flow)
    expect(applyChange(flow, { type: 'move', positions: new Map([['s', at(350, 0)]]) })).toBe(flow)
  })

  it('[FLW-4] limits the size of a node to at least 100 by 50', () => {
    const flow = applyChange(chain(), { type: 'resize', id: 's', width: 12, height: 49 })
    expect(flow.nodes[1]).toMatchObject({ width: 100, height: 50 })
  })

  it('[FLW-5] removes the edges of a removed node', () => {
    const flow = applyChange(chain(), { type: 'remove', nodes: ['s'], edges: [] })
    expect(flow.nodes.map(({ id }) => id)).toEqual(['c', 'd'])
    expect(flow.edges).toEqual([])
  })

  it('[FLW-5] removes an edge alone', () => {
    const flow = chain()
    const next = applyChange(flow, { type: 'remove', nodes: [], edges: ['cs'] })
    expect(next.edges.map(({ id }) => id)).toEqual(['sd'])
    expect(next.nodes).toBe(flow.nodes)
  })

  it('[FLW-6] gives a new edge the default kind for its ends, with the defaults of that kind', () => {
    const bare: Flow = { ...chain(), edges: [] }
    const one = applyChange(bare, { type: 'connect', id: 'e1', ends: { source: 's', target: 'd' } })
    expect(one.edges[0]).toMatchObject({
      type: 'database',
      source: 's',
      target: 'd',
      markerEnd: { type: 'arrowclosed' },
    })
    expect(data(one, 'e1')).toMatchObject({ queryTimeout: 30_000 })
    const two = applyChange(one, { type: 'connect', id: 'e2', ends: { source: 's', target: 'c' }, kind: 'mqtt' })
    expect(two.edges[1]?.type).toBe('mqtt')
  })

  it('[FLW-7] refuses a duplicate, an edge from a node to itself, and unknown ends', () => {
    const flow = chain()
    const cases = [
      [{ source: 'c', target: 's' }, 'duplicate'],
      [{ source: 'c', target: 'c' }, 'self'],
      [{ source: 'c', target: 'gone' }, 'missing'],
    ] as const
    for (const [ends, fault] of cases) {
      expect(connectionFault(flow, ends)).toBe(fault)
      expect(applyChange(flow, { type: 'connect', id: 'new', ends })).toBe(flow)
    }
    expect(connectionFault(flow, { source: 'c', target: 's', sourceHandle: 'other' })).toBeNull()
  })

  it('[EDT-321] [EDT-322] reconnects an edge with its kind and properties, unless that duplicates another edge', () => {
    const named = applyChange(chain(), { type: 'set-property', of: 'edge', id: 'sd', path: 'label', value: 'Orders' })
    const to = (source: string, target: string, id = 'new') =>
      applyChange(named, { type: 'reconnect', id: 'sd', newId: id, ends: { source, target } })
    const led = to('c', 'd')
    expect(led.edges.map(({ id }) => id)).toEqual(['cs', 'new'])
    expect(led.edges[1]).toMatchObject({ source: 'c', target: 'd', type: 'database', data: named.edges[1]?.data })
    expect(led.edges[0]).toBe(named.edges[0])
    for (const refused of [to('c', 's'), to('d', 'd'), to('s', 'gone'), to('s', 'd'), to('c', 'd', 'cs')])
      expect(refused).toBe(named)
  })

  it('[FLW-8] [FLW-30] replaces an edge by a new one of the chosen kind; the same kind changes nothing', () => {
    const edited = applyChange(chain(), { type: 'set-property', of: 'edge', id: 'cs', path: 'latencyMs', value: 7 })
    expect(applyChange(edited, { type: 'change-edge-kind', ids: ['cs'], kind: 'http' })).toBe(edited)
    const flow = applyChange(edited, { type: 'change-edge-kind', ids: ['cs'], kind: 'tcp' })
    expect(flow.edges[0]).toMatchObject({ id: 'cs', type: 'tcp', source: 'c', target: 's' })
    expect(data(flow, 'cs')).toMatchObject({ latencyMs: 50, port: 8080 })
    expect(data(flow, 'cs')).not.toHaveProperty('method')
  })

  it('[FLW-24] sets a property of several elements by one change, and skips those that refuse their value', () => {
    const flow = chain()
    const set = (of: 'node' | 'edge', path: string, values: readonly (readonly [string, unknown])[]) =>
      applyChange(flow, { type: 'set-properties', of, path, values: new Map(values) })
    const named = set('node', 'label', [
      ['c', 'Shop'],
      ['s', 'Orders'],
      ['gone', 'Nobody'],
    ])
    expect(['c', 's'].map((id) => data(named, id).label)).toEqual(['Shop', 'Orders'])
    expect(named.nodes[2]).toBe(flow.nodes[2])
    expect(named.edges).toBe(flow.edges)
    const slowed = set('edge', 'latencyMs', [
      ['cs', 7],
      ['sd', -1],
    ])
    expect(data(slowed, 'cs').latencyMs).toBe(7)
    expect(slowed.edges[1]).toBe(flow.edges[1])
    expect(slowed.nodes).toBe(flow.nodes)
    expect(set('node', 'cpuCores', [['s', 129]])).toBe(flow)
    expect(set('edge', 'nothing', [['cs', 1]])).toBe(flow)
  })

  it('[FLW-9] sets a property by its dotted path, and ignores a value out of bounds', () => {
    const set = (flow: Flow, path: string, value: unknown) =>
      applyChange(flow, { type: 'set-property', of: 'node', id: 's', path, value })
    const flow = chain()
    expect(data(set(flow, 'cpuCores', 128), 's').cpuCores).toBe(128)
    expect(set(flow, 'cpuCores', 129)).toBe(flow)
    expect(data(set(flow, 'supportedProtocols.1', 'gRPC'), 's').supportedProtocols).toEqual(['HTTP', 'gRPC'])
    for (const path of ['__proto__.x', 'constructor.prototype.x', 'supportedProtocols.__proto__', 'nothing', '']) {
      expect(set(flow, path, 'polluted')).toBe(flow)
    }
    expect({}).not.toHaveProperty('x')
  })

  it('[FLW-10] clears the flow, and loads another', () => {
    expect(applyChange(chain(), { type: 'clear' })).toEqual({ nodes: [], edges: [] })
    const other = chain()
    expect(applyChange(EMPTY_FLOW, { type: 'load', flow: other })).toBe(other)
  })

  it('[FLW-2] never mutates the flow that it is given', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const changes: FlowChange[] = [
      { type: 'add', node: createNode('Client', { id: 'n', position: at(0, 0) }) },
      { type: 'move', positions: new Map([['c', at(1, 1)]]) },
      { type: 'resize', id: 'd', width: 400, height: 400 },
      { type: 'connect', id: 'e', ends: { source: 'c', target: 'd' } },
      { type: 'change-edge-kind', ids: ['sd'], kind: 'grpc' },
      { type: 'set-property', of: 'edge', id: 'sd', path: 'authentication', value: 'mTLS' },
      { type: 'remove', nodes: ['c'], edges: ['sd'] },
      { type: 'clear' },
    ]
    const applyAll = () => changes.reduce((flow, change) => applyChange(freeze(flow), change), freeze(chain()))
    expect(applyAll).not.toThrow()
  })
})
