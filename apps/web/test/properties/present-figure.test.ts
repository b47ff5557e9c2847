import { edgeKind, NODE_TYPES, nodeKind, type Property } from '@plimsoll/catalog'
import { createEventSimulation } from '@plimsoll/event-engine'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
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
const simulation = createEventSimulation({ flow, seed: 1 })
while (simulation.advance(12_000, { events: 10_000 }) === 'budget');
const snapshot = simulation.snapshot()

const figure = (properties: Readonly<Record<string, Property>>, name: string, data: object, id: string) => {
  const property = properties[name]
  if (!property) throw new Error(name)
  return presentFigure(property, (data as Record<string, unknown>)[name], { snapshot, flow, id })
}
const ofServer = (name: string) => figure(nodeKind('Server').properties, name, server.data, 's')
const ofEdge = (name: string) => figure(edgeKind('http').properties, name, edge.data, 'e')

describe('what stands below a field during a run', () => {
  it('[PRP-43] is what the run shows of slots, limits, bandwidth and timeouts', () => {
    expect(ofServer('instances')).toMatch(/^at [\d.]+ rps: \d+ % of 4 × \d+ slots$/)
    expect(ofServer('maxConcurrentRequests')).toMatch(/^at [\d.]+ rps: \d+ at work, \d+ waiting$/)
    expect(ofServer('maxRequestsPerSecond')).toMatch(/^at [\d.]+ rps: \d+ % of 4 × [\d,]+ rps$/)
    expect(ofServer('rateLimitPerSecond')).toMatch(/^at [\d.]+ rps: /)
    expect(ofEdge('maxThroughputRPS')).toMatch(/^at [\d.]+ rps: \d+ % of [\d,]+ rps$/)
    expect(ofEdge('bandwidthMbps')).toMatch(/^at [\d.]+ rps: \d+ % in use$/)
    expect(ofEdge('timeout')).toMatch(/^at [\d.]+ rps: p95 [\d.,]+ ms, \d+ % of the timeout$/)
  })

  it('[PRP-43] is nothing for a field that governs none of these, and for an element that does not run', () => {
    expect(ofServer('region')).toBeNull()
    expect(figure(nodeKind('Server').properties, 'instances', server.data, 'gone')).toBeNull()
    const roles = NODE_TYPES.flatMap((type) => Object.values(nodeKind(type).properties)).map(({ role }) => role)
    expect(roles).toContain('slots')
  })
})
