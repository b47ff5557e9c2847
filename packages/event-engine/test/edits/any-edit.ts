import {
  EDGE_TYPES,
  type EdgeType,
  edgeKind,
  NODE_TYPES,
  nodeKind,
  type Properties,
  TEMPLATES,
} from '@plimsoll/catalog'
import { createEdge, createNode, type Flow, instantiateTemplate } from '@plimsoll/flow'
import type { Rng as Random } from '@plimsoll/simulation'
import { otherValues } from '../compile/rigs.ts'

/** A number below `below`. */
const under = (random: Random, below: number): number => Math.floor(random() * below)
const oneOf = <T>(random: Random, values: readonly T[]): T => values[under(random, values.length)] as T

/** A template with few users, by settings of any kind. */
export function anyFlow(random: Random): Flow {
  let ids = 0
  const makeId = () => String(ids++)
  const { nodes, edges } = instantiateTemplate(oneOf(random, TEMPLATES), { origin: { x: 0, y: 0 }, makeId })
  const simulation = oneOf(random, SETTINGS)
  const small = nodes.map((node) =>
    node.type === 'Client'
      ? { ...node, data: { ...node.data, concurrentUsers: 20 + under(random, 60), thinkTimeBetweenRequests: 150 } }
      : node,
  )
  return { nodes: small as Flow['nodes'], edges, simulation }
}

const SETTINGS: readonly NonNullable<Flow['simulation']>[] = [
  {},
  { arrivals: 'closed' },
  { arrivals: 'deterministic', callStyle: 'synchronous' },
  { callStyle: 'pipeline', lb: 'power-of-two' },
  { deriveHitRate: true, catalogue: { items: 100 }, arrivals: 'closed' },
  { footprintMB: 10, outlierEjection: true, cancelOnTimeout: true },
  { failurePer: 'mtbf', requestMix: 'byDatabase' },
  { load: [{ atS: 2, rps: 300, forS: 2 }], jitter: 'full', retryBudget: 0.2 },
  { service: { default: 'exponential' } },
]

/** Another flow, by one edit of any kind. */
export function anyEdit(flow: Flow, random: Random, former: readonly Flow[]): Flow {
  return oneOf(random, EDITS)(flow, random, former)
}

type Edit = (flow: Flow, random: Random, former: readonly Flow[]) => Flow

const setProperty: Edit = (flow, random) => {
  const of = random() < 0.5 && flow.edges.length > 0 ? 'edges' : 'nodes'
  const parts = flow[of] as readonly { readonly type: string; readonly data: object }[]
  const index = under(random, parts.length)
  const part = parts[index]
  if (part === undefined) return flow
  const { properties } = of === 'nodes' ? nodeKind(part.type as never) : edgeKind(part.type as never)
  const [name, property] = oneOf(random, Object.entries(properties as Properties))
  const values = otherValues(property)
  if (values.length === 0) return flow
  const value = oneOf(random, values)
  // Thousands of users only take time.
  const bounded = name === 'concurrentUsers' ? Math.min(100, Number(value)) : value
  const changed = { ...part, data: { ...part.data, [name]: bounded } }
  return { ...flow, [of]: parts.with(index, changed) } as Flow
}

const removeNode: Edit = (flow, random) => {
  const { id } = oneOf(random, flow.nodes)
  return {
    ...flow,
    nodes: flow.nodes.filter((node) => node.id !== id),
    edges: flow.edges.filter(({ source, target }) => source !== id && target !== id),
  }
}

const removeEdge: Edit = (flow, random) =>
  flow.edges.length === 0 ? flow : { ...flow, edges: flow.edges.toSpliced(under(random, flow.edges.length), 1) }

const reconnect: Edit = (flow, random) => {
  const index = under(random, flow.edges.length)
  const edge = flow.edges[index]
  if (edge === undefined) return flow
  const end = random() < 0.5 ? 'source' : 'target'
  return { ...flow, edges: flow.edges.with(index, { ...edge, [end]: oneOf(random, flow.nodes).id }) }
}

const changeKind: Edit = (flow, random) => {
  const index = under(random, flow.edges.length)
  const edge = flow.edges[index]
  if (edge === undefined) return flow
  const ends = { source: edge.source, target: edge.target }
  return { ...flow, edges: flow.edges.with(index, createEdge(oneOf(random, EDGE_TYPES), { id: edge.id, ends })) }
}

const addEdge: Edit = (flow, random) => {
  const ends = { source: oneOf(random, flow.nodes).id, target: oneOf(random, flow.nodes).id }
  const type: EdgeType = oneOf(random, EDGE_TYPES)
  return { ...flow, edges: [...flow.edges, createEdge(type, { id: `edge-${under(random, 1e9)}`, ends })] }
}

const addNode: Edit = (flow, random) => {
  const id = `node-${under(random, 1e9)}`
  const node = createNode(oneOf(random, NODE_TYPES), {
    id,
    position: { x: 0, y: 0 },
    settings: { concurrentUsers: 20, thinkTimeBetweenRequests: 200 },
  })
  const ends = [
    { source: oneOf(random, flow.nodes).id, target: id },
    { source: id, target: oneOf(random, flow.nodes).id },
  ]
  const edges = ends.map((one, index) => createEdge('http', { id: `${id}-${index}`, ends: one }))
  return { ...flow, nodes: [...flow.nodes, node], edges: [...flow.edges, ...edges] }
}

const setSettings: Edit = (flow, random) => ({ ...flow, simulation: oneOf(random, SETTINGS) })

const addFault: Edit = (flow, random) => {
  const of = { node: oneOf(random, flow.nodes).id }
  const fault = { ...of, atS: under(random, 8), forS: 1 + under(random, 4), mode: oneOf(random, ['refuse', 'hang']) }
  return { ...flow, simulation: { ...flow.simulation, faults: [fault] } }
}

/** Undoes some edits. */
const goBack: Edit = (flow, random, former) => (former.length === 0 ? flow : oneOf(random, former))

const EDITS: readonly Edit[] = [
  setProperty,
  setProperty,
  setProperty,
  setProperty,
  removeNode,
  removeEdge,
  reconnect,
  changeKind,
  addEdge,
  addNode,
  setSettings,
  addFault,
  goBack,
]
