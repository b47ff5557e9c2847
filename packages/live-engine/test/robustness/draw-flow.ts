import {
  EDGE_TYPES,
  type EdgeType,
  edgeKind,
  NODE_TYPES,
  type NodeType,
  nodeKind,
  type Property,
  TEMPLATES,
} from '@plimsoll/catalog'
import { createEdge, createNode, type Flow, type FlowEdge, type FlowNode, instantiateTemplate } from '@plimsoll/flow'
import { createRng, type Rng } from '@plimsoll/simulation'
import { HOSTILE_IDS, HOSTILE_VALUES } from '../support/generated.ts'

const MOST_NODES = 200
const ORIGIN = { x: 0, y: 0 }

interface Draw {
  chance(probability: number): boolean
  /** From 0 to below the limit. */
  index(limit: number): number
  of<T>(items: readonly T[]): T
  /** Between two positive numbers, each order of magnitude alike. */
  magnitude(from: number, to: number): number
}

/** One flow in so many has crowds that no machine could follow one by one, or lines that outlast a request. */
const CROWDED = 50
const SLUGGISH = 10

/** The flow of a seed: a system in layers or a template, in three of four cases damaged in a few places. */
export function drawFlow(seed: number): Flow {
  const draw = drawsOf(createRng(seed))
  let flow = draw.chance(0.15) ? fromTemplate(draw) : inLayers(draw)
  if (seed % CROWDED === 1) flow = crowded(flow, draw)
  if (seed % SLUGGISH === 2) flow = sluggish(flow, draw)
  const damages = draw.chance(0.25) ? 0 : 1 + draw.index(8)
  for (let done = 0; done < damages; done += 1) flow = draw.of(DAMAGES)(flow, draw)
  return flow
}

function drawsOf(rng: Rng): Draw {
  const index = (limit: number) => Math.floor(rng() * limit)
  return {
    chance: (probability) => rng() < probability,
    index,
    of: (items) => items[index(items.length)] as (typeof items)[number],
    magnitude: (from, to) => from * (to / from) ** rng(),
  }
}

function fromTemplate(draw: Draw): Flow {
  let made = 0
  return instantiateTemplate(draw.of(TEMPLATES), { origin: ORIGIN, makeId: () => `t${made++}` })
}

/** Layers of clients, then of other kinds; each node is reached from a few of the layer before, some from further off. */
function inLayers(draw: Draw): Flow {
  const size = Math.round(draw.magnitude(1, MOST_NODES))
  const clients = Math.min(size, 1 + draw.index(Math.ceil(size / 8)))
  const nodes: FlowNode[] = Array.from({ length: size }, (_, index) => {
    const type = index < clients ? 'Client' : draw.of(NODE_TYPES.filter((one) => one !== 'Client'))
    return createNode(type, { id: `n${index}`, position: ORIGIN, settings: settingsOf(nodeKind(type), draw) })
  })
  const edges: FlowEdge[] = []
  for (let target = clients; target < size; target += 1) {
    const sources = 1 + draw.index(3)
    for (let done = 0; done < sources; done += 1) {
      const reach = draw.chance(0.8) ? Math.min(target, 1 + Math.ceil(size / 6)) : target
      edges.push(
        drawEdge(`e${edges.length}`, { source: `n${target - 1 - draw.index(reach)}`, target: `n${target}` }, draw),
      )
    }
  }
  return { nodes, edges }
}

function crowded({ nodes, ...rest }: Flow, draw: Draw): Flow {
  const crowd = () => ({ concurrentUsers: Math.round(draw.magnitude(2e4, 1e7)), thinkTimeBetweenRequests: 1000 })
  return {
    ...rest,
    nodes: nodes.map((one) =>
      one.type === 'Client' ? ({ ...one, data: { ...one.data, ...crowd() } } as FlowNode) : one,
    ),
  }
}

function sluggish({ edges, ...rest }: Flow, draw: Draw): Flow {
  const slowed = (one: FlowEdge) =>
    ({ ...one, data: { ...one.data, latencyMs: draw.magnitude(2_000, 40_000) } }) as FlowEdge
  return { ...rest, edges: edges.map((one) => (draw.chance(0.3) ? slowed(one) : one)) }
}

function drawEdge(id: string, ends: { source: string; target: string }, draw: Draw): FlowEdge {
  const type: EdgeType = draw.of(EDGE_TYPES)
  return createEdge(type, { id, ends, settings: settingsOf(edgeKind(type), draw) })
}

/** Some of the properties that the live engine reads, each with a value that it allows. */
function settingsOf({ properties }: { properties: Readonly<Record<string, Property>> }, draw: Draw) {
  const read = Object.entries(properties).filter(([, { effect }]) => effect.live !== undefined)
  return Object.fromEntries(
    read.flatMap(([name, property]) => (draw.chance(0.25) ? [[name, drawValue(property, draw)]] : [])),
  ) as Record<string, never>
}

function drawValue(property: Property, draw: Draw): unknown {
  if (property.type === 'flag') return draw.chance(0.5)
  if (property.type === 'choice') return draw.of(property.options).value
  if (property.type !== 'number') return 'default' in property ? property.default : undefined
  const least = typeof property.min === 'number' ? property.min : 0
  const most = typeof property.max === 'number' ? property.max : Number.POSITIVE_INFINITY
  if (draw.chance(0.1)) return least
  const middle = Math.max(property.default, 0.01)
  const value = Math.min(most, Math.max(least, draw.magnitude(middle / 20, middle * 20)))
  return property.integer ? Math.round(value) : value
}

type Damage = (flow: Flow, draw: Draw) => Flow

const withNode = (flow: Flow, draw: Draw, change: (node: FlowNode) => FlowNode): Flow =>
  flow.nodes.length === 0 ? flow : changed(flow, 'nodes', draw.index(flow.nodes.length), change)
const withEdge = (flow: Flow, draw: Draw, change: (edge: FlowEdge) => FlowEdge): Flow =>
  flow.edges.length === 0 ? flow : changed(flow, 'edges', draw.index(flow.edges.length), change)

function changed<K extends 'nodes' | 'edges'>(
  flow: Flow,
  of: K,
  index: number,
  change: (part: Flow[K][number]) => Flow[K][number],
): Flow {
  const parts = flow[of] as readonly Flow[K][number][]
  return { ...flow, [of]: parts.map((part, at) => (at === index ? change(part) : part)) }
}

const anyId = ({ nodes }: Flow, draw: Draw): string =>
  draw.chance(0.8) && nodes.length > 0 ? draw.of(nodes).id : draw.of([...HOSTILE_IDS, 'ghost'])

/** One property at a value that it should never hold. */
function spoiled<T extends FlowNode | FlowEdge>(part: T, draw: Draw): T {
  const name = draw.of(Object.keys(part.data))
  return { ...part, data: { ...part.data, [name]: draw.of(HOSTILE_VALUES) } }
}

const DAMAGES: readonly Damage[] = [
  (flow, draw) => withNode(flow, draw, (node) => spoiled(node, draw)),
  (flow, draw) => withNode(flow, draw, (node) => spoiled(node, draw)),
  (flow, draw) => withEdge(flow, draw, (edge) => spoiled(edge, draw)),
  (flow, draw) => withEdge(flow, draw, (edge) => ({ ...edge, target: anyId(flow, draw) })),
  (flow, draw) => withEdge(flow, draw, (edge) => ({ ...edge, source: anyId(flow, draw) })),
  (flow, draw) => withEdge(flow, draw, (edge) => ({ ...edge, target: edge.source })),
  (flow, draw) => withNode(flow, draw, (node) => ({ ...node, id: draw.of(HOSTILE_IDS) })),
  (flow, draw) => withNode(flow, draw, (node) => ({ ...node, id: anyId(flow, draw) })),
  (flow, draw) =>
    withNode(flow, draw, (node) => ({ ...node, type: draw.of([...NODE_TYPES, 'Mainframe' as NodeType]) })),
  (flow, draw) => ({ ...flow, nodes: flow.nodes.toSpliced(draw.index(flow.nodes.length), 1) }),
  (flow, draw) => ({ ...flow, edges: flow.edges.toSpliced(draw.index(flow.edges.length), 1) }),
  (flow, draw) => {
    const ends = { source: anyId(flow, draw), target: anyId(flow, draw) }
    return { ...flow, edges: [...flow.edges, drawEdge(`more${flow.edges.length}`, ends, draw)] }
  },
]
