import { EDGE_TYPES, edgeKind, NODE_TYPES, nodeKind } from '@plimsoll/catalog'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventFlow } from '../../src/compile/event-flow.ts'
import { compile } from '../../src/compile/index.ts'
import { DEFAULT_SETTINGS } from '../../src/settings.ts'
import { compiled, edge, node, settings } from './rigs.ts'

const faults = (flow: EventFlow, simulation: unknown = {}) => {
  const result = compile(flow, settings(simulation))
  return result.ok ? [] : result.faults
}

const c = node('Client', 'c', { label: 'Users' })
const s = node('Server', 's')

describe('a flow that cannot be simulated', () => {
  it('[SIM-282] nobody makes requests', () => {
    const message = 'There is no client with users, so nothing makes requests.'
    expect(faults({ nodes: [], edges: [] })).toEqual([{ path: 'nodes', message }])
    expect(faults({ nodes: [node('Client', 'c', { concurrentUsers: 0 }), s], edges: [edge('c', 's')] })).toEqual([
      { path: 'nodes', message },
    ])
  })

  it('[SIM-282] nobody answers them', () => {
    expect(faults({ nodes: [s, c, node('Client', 'd')], edges: [edge('c', 'd'), edge('s', 'c')] })).toEqual([
      { path: 'nodes.1', message: 'Users leads nowhere: connect it to a component that answers requests.' },
      { path: 'nodes.2', message: 'd leads nowhere: connect it to a component that answers requests.' },
    ])
  })

  it('[SIM-926] one of several leads nowhere', () => {
    const { model, notes } = compiled({ nodes: [c, node('Client', 'idle'), s], edges: [edge('c', 's')] })
    expect(model.sources).toHaveLength(1)
    expect(notes).toMatchObject([{ kind: 'warning', of: 'idle', text: 'idle leads nowhere and is left out' }])
  })

  it('[SIM-343] [SIM-1094] a setting changes nothing', () => {
    const flow = {
      nodes: [node('Client', 'c', { label: 'Users', requestPattern: 'Bursty' }), s],
      edges: [edge('c', 's')],
    }
    const said = (simulation: unknown) =>
      compiled(flow, simulation).notes.flatMap((note) => (note.kind === 'warning' ? [[note.of, note.text]] : []))
    const why = 'closed users make the next request when they have thought about the answer to the last'
    expect(said({ arrivals: 'closed', step: { atS: 10, rps: 5 } })).toEqual([
      [null, `The changes of the load change nothing: ${why}`],
      ['c', `The request pattern of Users changes nothing: ${why}`],
    ])
    expect(said({ service: { s: 'det', x: 'exp' } })).toEqual([
      [null, 'Service times are given for "x", which is no component of this flow'],
    ])
    expect(said({ faults: [{ node: 'c' }, { node: 's', kind: 'cold' }] })).toEqual([
      ['c', 'A fault of Users changes nothing: it does no work'],
      ['s', 's has no cache to lose'],
    ])
    expect(said({ faults: { node: 's', instance: 1, inFlight: 'resume' } })).toEqual([
      ['s', 'What is in service at one instance of s fails: it cannot resume'],
    ])
    expect(said({ step: { atS: 10, rps: 5 }, service: { s: 'det' }, faults: [{ node: 's' }] })).toEqual([])
  })

  it('[SIM-809] breakdowns have times', () => {
    const said = (fault: object) =>
      compiled({ nodes: [c, s], edges: [edge('c', 's')] }, { faults: { node: 's', upS: 60, downS: 5, ...fault } }).notes
    const text = 'The times of the breakdowns of s change nothing: they go on for the whole run'
    expect(said({ fromS: 60 })).toMatchObject([{ kind: 'warning', of: 's', text }])
    expect(said({ forS: 60 })).toMatchObject([{ kind: 'warning', of: 's', text }])
    expect(said({ fromS: 0, forS: null })).toEqual([])
  })

  it('[SIM-344] nothing takes some requests on', () => {
    const said = (flow: EventFlow, requestMix: object) =>
      compiled(flow, { requestMix }).notes.flatMap((note) => (note.kind === 'warning' ? [[note.of, note.text]] : []))
    const end = 'and count as done: no connection takes them on'
    const toDatabase = { nodes: [c, node('Database', 'd')], edges: [edge('c', 'd')] }
    expect(said(toDatabase, { Read: 1, Compute: 1 })).toEqual([['c', `Compute requests end at Users ${end}`]])
    expect(said(toDatabase, { Read: 1, Write: 1 })).toEqual([])
    const balancers = { nodes: [c, node('LoadBalancer', 'l'), node('LoadBalancer', 'idle')], edges: [edge('c', 'l')] }
    expect(said(balancers, { Read: 1, Compute: 1 })).toEqual([['l', `Requests end at l ${end}`]])
  })

  it('[SIM-930] a fault strikes nothing', () => {
    const flow = { nodes: [c, s], edges: [edge('c', 's')] }
    expect(
      faults(flow, {
        faults: [
          { node: 's', atS: 1 },
          { node: 'x', atS: 1 },
          { edge: 's', atS: 1 },
        ],
      }),
    ).toEqual([
      { path: 'simulation.faults.1.node', message: 'names no component of this flow: "x"' },
      { path: 'simulation.faults.2.edge', message: 'names no connection of this flow: "s"' },
    ])
  })
})

describe('a flow that can', () => {
  it('[SIM-283] what cannot take part is left out', () => {
    const { model } = compiled({
      nodes: [c, { ...node('Server', 'q'), type: 'Quantum' }, s, node('Server', 's', { instances: 9 })],
      edges: [
        edge('c', 's'),
        edge('c', 'q'),
        edge('x', 's'),
        { ...edge('c', 's', { latencyMs: 7 }), id: 'c-s' },
        edge('s', 'c', {}, 'default', 'c-s'),
      ],
    })
    expect(model.nodes.map(({ id }) => id)).toEqual(['c', 's'])
    expect(model.stations[0]?.instances).toBe(2)
    expect(model.links.map(({ id }) => id)).toEqual(['c-s'])
    expect(model.links[0]?.latencyMs).toBe(0)
  })

  const hostile = [
    0,
    -1,
    1e308,
    -1e308,
    5e-324,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    'toString',
    '__proto__',
    true,
    false,
    null,
    [],
    ['x'],
    {},
  ]
  const anyData = (names: readonly string[]) =>
    fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...hostile), { maxKeys: 12, noNullPrototype: true })

  it('[SIM-283] [SIM-284] [SIM-927] nothing that a property holds breaks it, or makes a number that is none', () => {
    const part = fc
      .record({ type: fc.constantFrom(...NODE_TYPES), seed: fc.nat() })
      .chain(({ type }) => anyData(Object.keys(nodeKind(type).properties)).map((data) => ({ type, data })))
    const connection = fc.constantFrom(...EDGE_TYPES).chain((type) =>
      fc.record({
        type: fc.constant(type),
        data: anyData(Object.keys(edgeKind(type).properties)),
        source: fc.integer({ min: 0, max: 6 }),
        target: fc.integer({ min: 0, max: 6 }),
      }),
    )
    const style = fc.constantFrom('asDrawn', 'synchronous', 'pipeline')
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.array(connection, { maxLength: 10 }),
        style,
        (parts, connections, callStyle) => {
          const nodes = [c, ...parts.map(({ type, data }, index) => node(type, `${index}`, data)), s]
          const ids = nodes.map(({ id }) => id)
          const edges = connections.map(({ type, data, source, target }, index) =>
            edge(ids[source] ?? 'c', ids[target] ?? 's', data, type, `e${index}`),
          )
          const flow = { nodes, edges: [...edges, edge('c', 's')] }
          for (const simulation of [
            { callStyle },
            { failurePer: 'mtbf', deriveHitRate: true, footprintMB: 1, catalogue: { items: 20 } },
          ]) {
            const { model } = compiled(flow, simulation)
            expect(notNumbers(model)).toEqual([])
            for (const source of model.sources) expect(source.rate.changesAt(1234)).toBeGreaterThan(1234)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('[SIM-284] large flows of every shape compile in linear time', () => {
    const size = 10_000
    const ids = Array.from({ length: size }, (_, index) => `n${index}`)
    const all = (type: 'Server' | 'LoadBalancer' | 'Cache' | 'Client') => ids.map((id) => node(type, id, { label: id }))
    const shapes: Record<string, EventFlow> = {
      chain: {
        nodes: [c, ...all('Server')],
        edges: ids.map((id, index) => edge(ids[index - 1] ?? 'c', id, {}, 'http')),
      },
      balancers: {
        nodes: [c, ...all('LoadBalancer')],
        edges: [
          edge('c', 'n0'),
          ...ids.flatMap((id, index) =>
            [1, 7].map((step) => edge(id, ids[(index + step) % size] ?? 'n0', {}, 'http', `${id} ${step}`)),
          ),
        ],
      },
      star: {
        nodes: [c, node('LoadBalancer', 'b'), ...all('Server')],
        edges: [edge('c', 'b'), ...ids.map((id) => edge('b', id))],
      },
      crowd: {
        nodes: [
          node('LoadBalancer', 'b'),
          s,
          ...ids.map((id, index) =>
            node('Client', id, {
              cacheEnabled: true,
              thinkTimeBetweenRequests: 100 + (index % 50),
              geographicDistribution: ['Asia'],
            }),
          ),
        ],
        edges: [
          ...ids.map((id) => edge(id, 'b', { messageRatePerSecond: 2, averageMessageSizeKB: 1 }, 'websocket')),
          edge('b', 's'),
        ],
      },
      // Every other one is a client that keeps answers in a way of its own.
      differing: {
        nodes: [
          node('LoadBalancer', 'b'),
          ...ids.map((id, index) =>
            index % 2 === 0
              ? node('Client', id, { cacheEnabled: true, thinkTimeBetweenRequests: 100 + index })
              : node('Server', id),
          ),
        ],
        edges: ids.map((id, index) => (index % 2 === 0 ? edge(id, 'b') : edge('b', id))),
      },
      caches: { nodes: [c, ...all('Cache')], edges: ids.map((id, index) => edge(ids[index - 1] ?? 'c', id)) },
    }
    for (const [shape, flow] of Object.entries(shapes)) {
      const before = process.cpuUsage()
      const result = compile(flow, DEFAULT_SETTINGS)
      const { user } = process.cpuUsage(before)
      expect(result.ok, shape).toBe(true)
      expect(user / 1e6, shape).toBeLessThan(4)
    }
  })
})

/** Paths of numbers that are not. */
function notNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isNaN(value) || value < -1 ? [path] : []
  if (typeof value !== 'object' || value === null) return value === undefined ? [path] : []
  return Object.entries(value).flatMap(([key, inner]) => notNumbers(inner, `${path}.${key}`))
}
