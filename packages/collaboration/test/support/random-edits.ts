import { boundsOf, EDGE_TYPES, edgeKind, NODE_TYPES, nodeKind, optionsOf } from '@plimsoll/catalog'
import { applyChange, createNode, type Flow, type FlowChange, groupsOf, slidesOf } from '@plimsoll/flow'

export type Random = () => number

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const whole = (random: Random, below: number): number => Math.floor(random() * below)

export function oneOf<T>(random: Random, items: readonly T[]): T | undefined {
  return items[whole(random, items.length)]
}

/** A flow after an edit by chance; ids of new elements begin with `prefix`, or are ones that others use as well. */
export function editedByChance(flow: Flow, random: Random, prefix: string): Flow {
  const edit = oneOf(random, EDITS) as Edit
  const change = edit(flow, random, prefix)
  return change === null ? flow : applyChange(flow, change)
}

type Edit = (flow: Flow, random: Random, prefix: string) => FlowChange | null

const add: Edit = (_, random, prefix) => {
  const type = oneOf(random, NODE_TYPES)
  // Two people can paste the same part.
  const id = random() < 0.2 ? `both-${whole(random, 5)}` : `${prefix}-${whole(random, 1e6)}`
  return type ? { type: 'add', node: createNode(type, { id, position: { x: whole(random, 999), y: -0.1 } }) } : null
}

const connect: Edit = ({ nodes }, random, prefix) => {
  const [source, target] = [oneOf(random, nodes), oneOf(random, nodes)]
  if (!source || !target) return null
  return { type: 'connect', id: `${prefix}-${whole(random, 1e6)}`, ends: { source: source.id, target: target.id } }
}

const setProperty: Edit = (flow, random) => {
  const of = random() < 0.6 ? 'node' : 'edge'
  const element = of === 'node' ? oneOf(random, flow.nodes) : oneOf(random, flow.edges)
  if (!element) return null
  const kind = of === 'node' ? nodeKind(element.type as never) : edgeKind(element.type as never)
  // Few properties, so that several people change the same.
  const entries = Object.entries(kind.properties)
  const linked = entries.filter(
    ([, property]) =>
      property.type === 'number' && [property.min, property.max].some((bound) => typeof bound === 'object'),
  )
  const [path, property] =
    (random() < 0.5 ? oneOf(random, linked) : oneOf(random, entries)) ?? oneOf(random, entries) ?? []
  if (path === undefined || property === undefined) return null
  const { data } = element
  const { min, max } = boundsOf(property, data)
  const value = {
    number: () => Math.round((min ?? 0) + random() * Math.min((max ?? 100) - (min ?? 0), 50)),
    flag: () => random() < 0.5,
    mirror: () => random() < 0.5,
    text: () => oneOf(random, ['', 'Ada', 'é中🚢', 'half \ud83d', `text ${whole(random, 99)}`]),
    list: () => oneOf(random, [[], ['a'], ['a', 'b']]),
    choice: () => oneOf(random, optionsOf(property, data))?.value,
    'dependent-choice': () => oneOf(random, optionsOf(property, data))?.value,
  }[property.type]()
  return { type: 'set-property', of, id: element.id, path, value }
}

const EDITS: readonly Edit[] = [
  add,
  add,
  connect,
  connect,
  setProperty,
  setProperty,
  setProperty,
  setProperty,
  ({ nodes }, random) => {
    const node = oneOf(random, nodes)
    return node ? { type: 'move', positions: new Map([[node.id, { x: random() * 1e4, y: whole(random, 500) }]]) } : null
  },
  ({ nodes }, random) => {
    const node = oneOf(random, nodes)
    return node ? { type: 'resize', id: node.id, width: 100 + whole(random, 99), height: 50 + whole(random, 99) } : null
  },
  ({ nodes, edges }, random) => {
    const [node, edge] = [oneOf(random, nodes), oneOf(random, edges)]
    return {
      type: 'remove',
      nodes: node && random() < 0.5 ? [node.id] : [],
      edges: edge && random() < 0.5 ? [edge.id] : [],
    }
  },
  ({ edges, nodes }, random, prefix) => {
    const [edge, target] = [oneOf(random, edges), oneOf(random, nodes)]
    if (!edge || !target) return null
    const ends = { source: edge.source, target: target.id }
    return { type: 'reconnect', id: edge.id, newId: `${prefix}-${whole(random, 1e6)}`, ends }
  },
  ({ edges }, random) => {
    const [edge, kind] = [oneOf(random, edges), oneOf(random, EDGE_TYPES)]
    return edge && kind ? { type: 'change-edge-kind', ids: [edge.id], kind } : null
  },
  (_, random, prefix) => {
    const position = { x: whole(random, 500), y: 0 }
    const group = { id: `${prefix}-${whole(random, 1e6)}`, label: 'Zone', position, width: 300, height: 200 }
    return { type: 'add-group', group }
  },
  (flow, random) => {
    const group = oneOf(random, groupsOf(flow))
    return group ? { type: 'change-group', id: group.id, to: { label: `Zone ${whole(random, 9)}` } } : null
  },
  (_, random, prefix) => {
    const area = { x: whole(random, 500), y: 0, width: 800, height: 450 }
    return { type: 'add-slide', slide: { id: `${prefix}-${whole(random, 1e6)}`, title: 'Slide', text: '', area } }
  },
  (flow, random) => {
    const slide = oneOf(random, slidesOf(flow))
    if (!slide) return null
    const { id } = slide
    return [
      { type: 'move-slide', id, index: whole(random, slidesOf(flow).length) } as const,
      { type: 'change-slide', id, to: { title: `Slide ${whole(random, 9)}` } } as const,
      { type: 'remove-slide', id } as const,
    ][whole(random, 3)] as FlowChange
  },
  (_, random) => ({
    type: 'set-simulation',
    name: `setting-${whole(random, 4)}`,
    value: [undefined, 7, { a: [1] }][whole(random, 3)],
  }),
]
