import { EDGE_TYPES, edgeKind, NODE_TYPES, type NodeType, nodeKind, type Property } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import type { RunCommand } from '@plimsoll/live-engine'
import fc from 'fast-check'

/** What no property should hold, and what an engine must bear nevertheless. */
export const HOSTILE_VALUES: readonly unknown[] = [
  0,
  -1,
  -0,
  1e308,
  -1e308,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '7',
  '',
  '__proto__',
  'constructor',
  null,
  undefined,
  {},
  [],
  true,
]

export const HOSTILE_IDS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0', ''] as const

const bound = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

function allowedValue(property: Property): fc.Arbitrary<unknown> {
  if (property.type === 'number') {
    const min = bound(property.min, 0)
    const max = Math.max(min, bound(property.max, 20 * property.default))
    return property.integer ? fc.integer({ min, max: Math.floor(max) }) : fc.double({ min, max, noNaN: true })
  }
  if (property.type === 'choice') return fc.constantFrom(...property.options.map(({ value }) => value))
  if (property.type === 'flag') return fc.boolean()
  return fc.constant(property.type === 'mirror' ? undefined : property.default)
}

/** Settings of the properties that the live engine reads, some of them not fit for it. */
function settingsOf({ properties }: { properties: Readonly<Record<string, Property>> }) {
  const read = Object.entries(properties).filter(
    ([, { effect, type }]) => effect.live !== undefined && type !== 'mirror',
  )
  const values = read.map(([name, property]) => [
    name,
    fc.oneof(
      { weight: 30, arbitrary: allowedValue(property) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
    ),
  ])
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
}

const nodePart = (type: NodeType) => fc.record({ type: fc.constant(type), settings: settingsOf(nodeKind(type)) })
const anyNode = fc.oneof(...NODE_TYPES.map(nodePart))
const anyEdge = fc.constantFrom(...EDGE_TYPES).chain((type) =>
  fc.record({
    type: fc.constant(type),
    settings: settingsOf(edgeKind(type)),
    source: fc.nat(30),
    target: fc.nat(30),
  }),
)

/** Flows of up to 25 nodes and 50 connections of any shape: dangling, doubled and looping ones, equal ids. */
export const anyFlow: fc.Arbitrary<Flow> = fc
  .record({
    nodes: fc.array(anyNode, { maxLength: 25 }),
    edges: fc.array(anyEdge, { maxLength: 50 }),
    ids: fc.array(fc.constantFrom(...HOSTILE_IDS), { maxLength: 3 }),
  })
  .map(({ nodes, edges, ids }) => {
    const idOf = (index: number) => ids[index] ?? `n${index % 28}`
    return {
      nodes: nodes.map(({ type, settings }, index) =>
        createNode(type, { id: idOf(index), position: { x: 0, y: 0 }, settings }),
      ),
      edges: edges.map(({ type, settings, source, target }, index) =>
        createEdge(type, { id: `e${index % 45}`, ends: { source: idOf(source), target: idOf(target) }, settings }),
      ),
    }
  })

export type Act =
  | { readonly act: 'tick'; readonly times: number }
  | { readonly act: 'command'; readonly command: RunCommand }
  | { readonly act: 'remove'; readonly of: 'nodes' | 'edges'; readonly index: number }
  | { readonly act: 'replace'; readonly flow: Flow }

/** What a user may do while a flow runs. */
export const anyScript: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ act: fc.constant('tick' as const), times: fc.integer({ min: 1, max: 12 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('command' as const),
        command: fc.constantFrom<RunCommand[]>('start', 'pause', 'resume', 'resume', 'reset'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constant('remove' as const),
        of: fc.constantFrom('nodes' as const, 'edges' as const),
        index: fc.nat(40),
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('replace' as const), flow: anyFlow }) },
  ),
  { maxLength: 12 },
)

/** The flow after an edit of a script. */
export function edited(flow: Flow, act: Extract<Act, { act: 'remove' | 'replace' }>): Flow {
  if (act.act === 'replace') return act.flow
  return { ...flow, [act.of]: flow[act.of].filter((_, index) => index !== act.index) }
}
