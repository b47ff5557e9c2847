import {
  type Data,
  EDGE_KINDS,
  type EdgeType,
  NODE_KINDS,
  type NodeType,
  type Properties,
  type Property,
} from '@plimsoll/catalog'
import type { EventEdge, EventFlow, EventNode } from '../../src/compile/event-flow.ts'
import { type Compiled, compile } from '../../src/compile/index.ts'
import { type EventSettings, readSettings } from '../../src/settings.ts'

export const node = (type: NodeType, id: string, data: Data = {}): EventNode => ({ id, type, data })

export const edge = (
  source: string,
  target: string,
  data: Data = {},
  type: EdgeType = 'default',
  id = `${source}-${target}`,
): EventEdge => ({
  id,
  type,
  source,
  target,
  data,
})

/** Settings as a flow has them. */
export function settings(simulation: unknown = {}): EventSettings {
  const read = readSettings(simulation)
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return read.settings
}

/** What a flow compiles to; throws where it cannot. */
export function compiled(flow: EventFlow, simulation: unknown = {}): Extract<Compiled, { ok: true }> {
  const result = compile(flow, settings(simulation))
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result
}

/** Everything that a compilation says, as text; rates are looked at over two minutes. */
export function written(compiled: Extract<Compiled, { ok: true }>, withNotes: boolean): string {
  const { model, notes } = compiled
  const known = MODELS.get(compiled) ?? JSON.stringify(model, inFull)
  MODELS.set(compiled, known)
  return withNotes ? known + JSON.stringify(notes) : known
}

/** Models are held against many others. */
const MODELS = new WeakMap<object, string>()

function inFull(_: string, value: unknown): unknown {
  if (typeof value === 'function') return Array.from({ length: 49 }, (_ignored, index) => value(index * 2500))
  return value === Number.POSITIVE_INFINITY ? 'Infinity' : value
}

/** Settings among which every property has its effect in at least one. */
export const SETTINGS_VARIANTS: readonly Record<string, unknown>[] = [
  {},
  { callStyle: 'synchronous' },
  { deriveHitRate: true, catalogue: { items: 300 } },
  { footprintMB: 10 },
  { failurePer: 'mtbf' },
  { requestMix: 'byDatabase' },
  { arrivals: 'closed' },
  { faults: [{ node: 'x', atS: 10, forS: 1000 }] },
]

/** The component under test where all of its effects can show: among clients, balancers, caches and stores of both sides. */
const nodeRig = (type: NodeType, data: Data): EventFlow => ({
  nodes: [
    node('Client', 'c', {
      label: 'C',
      geographicDistribution: ['Asia'],
      supportedProtocols: ['SMTP'],
      concurrentUsers: 50,
    }),
    node(type, 'x', data),
    node('LoadBalancer', 'before', { connectToAutoScaling: true }),
    node('Server', 's1', { label: 'S1', autoScaling: true, region: 'us-east-1', supportedProtocols: ['HTTP'] }),
    node('Server', 's2', { label: 'S2', autoScaling: true }),
    node('Database', 'd', { label: 'D' }),
  ],
  edges: [
    edge('c', 'x', {}, 'http'),
    edge('before', 'x', {}, 'http'),
    edge('c', 's2', {}, 'http', 'second'),
    edge('x', 's1', { latencyMs: 10, bandwidthMbps: 200, averageRequestSizeKB: 5 }, 'tcp'),
    edge('x', 'd', {}, 'database'),
  ],
})

/** The connection under test, from a client, between servers, and to a cache and a database, with another one beside it. */
const edgeRig = (type: EdgeType, data: Data): EventFlow => ({
  nodes: [
    node('Client', 'c', { label: 'C' }),
    node('Server', 'x', { label: 'X' }),
    node('Server', 's1', { label: 'S1', concurrencyModel: 'Single-Threaded', instances: 1, averageProcessingTime: 5 }),
    node('Client', 'direct', { label: 'Direct', concurrentUsers: 2 }),
    node('Server', 's2', { label: 'S2' }),
    node('Cache', 'k', { label: 'K' }),
    node('Database', 'd', { label: 'D', replication: true }),
  ],
  edges: [
    edge('c', 'x', data, type, 'first'),
    edge('x', 's1', data, type, 'one'),
    // Weights show beside another one.
    edge('x', 's2', 'weight' in data ? { ...data, weight: 1 } : data, type, 'other'),
    edge('direct', 's1', {}, 'default', 'direct'),
    edge('s1', 'x', { bandwidthMbps: 3 }, 'default', 'back'),
    edge('x', 'k', data, type, 'cache'),
    edge('x', 'd', data, type, 'store'),
  ],
})

/** Values that a property may have beside its default. */
export function otherValues(property: Property): readonly unknown[] {
  switch (property.type) {
    case 'flag':
      return [!property.default]
    case 'choice':
      return property.options.map(({ value }) => value).filter((value) => value !== property.default)
    case 'dependent-choice':
      return Object.values(property.optionsBy).flatMap((options) => options.map(({ value }) => value))
    case 'text':
      return ['something else', 'a.b']
    case 'list':
      return [[], ['Asia', 'Europe'], ['gRPC'], ['one', 'two']]
    case 'number':
      return numbersOf(property)
    case 'mirror':
      return []
  }
}

function numbersOf({ default: usual, min, max }: Extract<Property, { type: 'number' }>): readonly number[] {
  const low = typeof min === 'number' ? min : 0
  const high = typeof max === 'number' ? max : Math.max(10, usual * 10)
  return [low, high, (low + usual) / 2, usual * 2].filter((value) => value !== usual && value >= low && value <= high)
}

/** Data in which other properties let this one show: as they are by default, none at all, and all switches on or off. */
export function surroundings(properties: Properties): readonly Data[] {
  const defaults = dataOf(properties, (property) => (property.type === 'mirror' ? undefined : property.default))
  const switched = (on: boolean) => ({
    ...defaults,
    ...dataOf(properties, (property) => (property.type === 'flag' ? on : undefined)),
  })
  return [defaults, {}, switched(true), switched(false)]
}

const dataOf = (properties: Properties, pick: (property: Property) => unknown): Data =>
  Object.fromEntries(
    Object.entries(properties)
      .map(([name, property]) => [name, pick(property)])
      .filter(([, value]) => value !== undefined),
  )

export interface TestedKind {
  readonly name: string
  readonly properties: Properties
  readonly rig: (data: Data) => EventFlow
}

export const TESTED_KINDS: readonly TestedKind[] = [
  ...Object.values(NODE_KINDS).map(({ type, properties }) => ({
    name: `component ${type}`,
    properties: properties as Properties,
    rig: (data: Data) => nodeRig(type, data),
  })),
  ...Object.values(EDGE_KINDS).map(({ type, properties }) => ({
    name: `connection ${type}`,
    properties: properties as Properties,
    rig: (data: Data) => edgeRig(type, data),
  })),
]
