import { edgeKind, NODE_TYPES, nodeKind, type Property } from '@plimsoll/catalog'
import { createEventSimulation } from '@plimsoll/event-engine'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { type EdgeFigures, inUseText, type NodeFigures } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { presentFigure } from '../../src/features/editor/panels/properties/present-figure.ts'

const position = { x: 0, y: 0 }
const client = createNode('Client', {
  id: 'c',
  position,
  settings: { concurrentUsers: 600, thinkTimeBetweenRequests: 3000 },
})
const server = createNode('Server', {
  id: 's',
  position,
  settings: { instances: 4, cpuCores: 16, concurrencyModel: 'Thread-based' },
})
const edge = createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })
const flow: Flow = { nodes: [client, server], edges: [edge] }
const snapshotOf = (run: Flow) => {
  const simulation = createEventSimulation({ flow: run, seed: 1 })
  while (simulation.advance(12_000, { events: 10_000 }) === 'budget');
  return simulation.snapshot()
}
const snapshot = snapshotOf(flow)

/** The round trip over the network takes longer than a call to the database may. */
const hasty = createEdge('database', { id: 'q', ends: { source: 's', target: 'd' }, settings: { timeout: 150 } })
const hastyFlow: Flow = {
  nodes: [
    createNode('Client', { id: 'c', position }),
    createNode('Server', { id: 's', position }),
    createNode('Database', { id: 'd', position }),
  ],
  edges: [edge, hasty],
}
const hastySnapshot = snapshotOf(hastyFlow)

const named = (properties: Readonly<Record<string, Property>>, name: string): Property => {
  const property = properties[name]
  if (!property) throw new Error(name)
  return property
}
const figure = (properties: Readonly<Record<string, Property>>, name: string, data: object, id: string) =>
  presentFigure(named(properties, name), (data as Record<string, unknown>)[name], { snapshot, id })
const ofServer = (name: string) => figure(nodeKind('Server').properties, name, server.data, 's')
const ofEdge = (name: string) => figure(edgeKind('http').properties, name, edge.data, 'e')

describe('what stands below a field during a run', () => {
  it('[PRP-43] is what the run shows of slots, limits, bandwidth and timeouts', () => {
    expect(ofServer('instances')).toMatch(/^at [\d.]+ rps: \d+ % of 4 × \d+ slots$/)
    expect(ofServer('maxConcurrentRequests')).toMatch(/^at [\d.]+ rps: \d+ of 4 × 100 admitted$/)
    expect(ofServer('maxRequestsPerSecond')).toMatch(/^at [\d.]+ rps: \d+ % of 4 × [\d,]+ rps$/)
    expect(ofServer('rateLimitPerSecond')).toMatch(/^at [\d.]+ rps: /)
    expect(ofEdge('maxThroughputRPS')).toMatch(/^at [\d.]+ rps: \d+ % of [\d,]+ rps$/)
    expect(ofEdge('bandwidthMbps')).toMatch(/^at [\d.]+ rps: \d+ % in use$/)
    expect(ofEdge('timeout')).toMatch(/^at [\d.]+ rps: 0.0 rps time out$/)
  })

  it('[RUN-759] is of slots what is taken, and what share of them is at work where it is another one', () => {
    const { nodes, nodeFigures } = snapshot
    const property = named(nodeKind('Server').properties, 'instances')
    const index = nodes.indexOf('s')
    const told = (taken: number, working: number, places = 0) => {
      const of = (values: ArrayLike<number> | undefined, value: number) => Float32Array.from(values ?? []).fill(value)
      const figures = {
        ...nodeFigures,
        instances: of(nodeFigures?.instances, 4),
        takenOf: of(nodeFigures?.takenOf, 24),
        takenWorking: of(nodeFigures?.takenWorking, working),
        takenPlaces: Uint8Array.from(nodes, () => places),
      } as NodeFigures
      const shown = {
        ...snapshot,
        nodeFigures: figures,
        nodeUtilization: of(
          nodes.map(() => 0),
          taken,
        ),
      }
      return presentFigure(property, 4, { snapshot: shown, id: 's' })?.replace(/^at .* rps: /, '')
    }
    expect(index).toBeGreaterThanOrEqual(0)
    expect(told(1, 0.47)).toBe('100 % of 4 × 6 slots, 47 % at work')
    expect(told(0.5, 0.5)).toBe('50 % of 4 × 6 slots')
    expect(told(1, 1, 2)).toBe('100 % of 24 slots for writes')
  })

  it('[RUN-760] is of the bandwidth what transfers, also where the pool is fuller', () => {
    const edgeFigures = { ...snapshot.edgeFigures, transferring: Float32Array.of(0.2) } as EdgeFigures
    const shown = { ...snapshot, edgeFigures, edgeUtilization: Float32Array.of(0.9) }
    const property = named(edgeKind('http').properties, 'bandwidthMbps')
    expect(presentFigure(property, 100, { snapshot: shown, id: 'e' })).toMatch(/: 20 % in use$/)
  })

  it('[RUN-788] is of a timeout how many calls time out, not more than there are', () => {
    const told = (name: string, shown = hastySnapshot) =>
      presentFigure(named(edgeKind('database').properties, name), 150, { snapshot: shown, id: 'q' }) ?? ''
    const [calls = 0, late = 0] =
      told('timeout')
        .match(/[\d.]+/g)
        ?.map(Number) ?? []
    expect(late).toBeGreaterThan(0.9 * calls)
    expect(told('queryTimeout')).toBe(told('timeout'))
    const figures = hastySnapshot.edgeFigures as EdgeFigures
    const more = { ...figures, offered: figures.offered.map(() => 97), timedOut: figures.timedOut.map(() => 98) }
    expect(told('timeout', { ...hastySnapshot, edgeFigures: more })).toBe('at 97.0 rps: 97.0 rps time out')
  })

  it('[RUN-789] is of the requests at a time those that are admitted, although their calls have them wait', () => {
    const property = named(nodeKind('Server').properties, 'maxConcurrentRequests')
    const told = presentFigure(property, 100, { snapshot: hastySnapshot, id: 's' }) ?? ''
    const [, admitted = 0] = told.match(/: (\d+) of 2 × 100 admitted$/)?.map(Number) ?? []
    expect(admitted).toBeGreaterThan(150)
    expect(admitted).toBeLessThanOrEqual(200)
  })

  it('[RUN-797] is of the requests at a time how many there are, where a component admits all', () => {
    const settings = { deploymentType: 'Serverless', instances: 4 } as const
    const serverless = createNode('Server', { id: 's', position, settings })
    const shown = snapshotOf({ nodes: [client, serverless], edges: [edge] })
    const property = named(nodeKind('Server').properties, 'maxConcurrentRequests')
    expect(presentFigure(property, 100, { snapshot: shown, id: 's' })).toMatch(
      /^at [\d.]+ rps: [1-9]\d* at a time, no limit$/,
    )
  })

  it('[RUN-790] is of a pool the connections in use, as in the readout, or the messages that are held', () => {
    const property = named(edgeKind('database').properties, 'maxConnections')
    const told = (poolInUse: number, poolSize: number) => {
      const figures = hastySnapshot.edgeFigures as EdgeFigures
      const pools = {
        poolInUse: figures.poolInUse.map(() => poolInUse),
        poolSize: figures.poolSize.map(() => poolSize),
      }
      const shown = { ...hastySnapshot, edgeFigures: { ...figures, ...pools } }
      return presentFigure(property, 20, { snapshot: shown, id: 'q' })?.replace(/^at .* rps: /, '')
    }
    const shown = presentFigure(property, 20, { snapshot: hastySnapshot, id: 'q' })
    expect(shown).toContain(`: ${inUseText(hastySnapshot, hastySnapshot.edges.indexOf('q'))}`)
    expect(told(13.24, 20)).toBe('13.2 of 20 connections in use')
    expect(told(0, 20)).toBe('0 of 20 connections in use')
    expect(told(16, Number.POSITIVE_INFINITY)).toBe('16 messages held by its consumer')
    expect(told(0, Number.POSITIVE_INFINITY)).toBeUndefined()
  })

  it('[PRP-43] is nothing for a field that governs none of these, and for an element that does not run', () => {
    expect(ofServer('region')).toBeNull()
    expect(figure(nodeKind('Server').properties, 'instances', server.data, 'gone')).toBeNull()
    const roles = NODE_TYPES.flatMap((type) => Object.values(nodeKind(type).properties)).map(({ role }) => role)
    expect(roles).toContain('slots')
  })
})
