import {
  checkData,
  type Data,
  EDGE_KINDS,
  type EdgeType,
  edgeTypeFromText,
  isEdgeType,
  isNodeType,
  NODE_KINDS,
  type NodeType,
  nodeTypeFromText,
  type Properties,
} from '@plimsoll/catalog'
import { parseFlow } from '@plimsoll/flow'
import { CannotBeRead, demand } from '../../../../tooling/reference-cases/reference-case.ts'
import { edgeDataOf } from '../../src/compile/edges/context.ts'
import type { EventEdge, EventFlow, EventNode } from '../../src/compile/event-flow.ts'
import { knownData } from '../../src/compile/known-data.ts'
import { NEUTRAL } from './neutral.ts'

export interface DiagramNode {
  readonly id: string
  /** So many of them: `s0`, `s1` …; an edge at `s` stands for one at each of them. */
  readonly count?: number
  readonly type: string
  readonly data?: Data
  /** Where it is drawn, for the groups that contain it. */
  readonly position?: EventNode['position']
}

export interface DiagramEdge {
  readonly id?: string
  /** Or `kind` among its properties; without either the first kind that has all of them. */
  readonly type?: string
  readonly source: string
  readonly target: string
  readonly data?: Data
}

/** What a case has the engine run. */
export interface Diagram {
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
  readonly groups?: EventFlow['groups']
  /** Names the values that switch off what the case does not mention. */
  readonly profile?: string
  /** As a flow saves them under `simulation`. */
  readonly settings?: Data
  /** Completed requests that a run takes at least; without it as many as the case says. */
  readonly requests?: number
  /** Constants of the engine that no setting holds. */
  readonly scaling?: Data
  readonly breaker?: Data
  /** A percentile of the response time that the greatest load must keep. */
  readonly objective?: { readonly share: number; readonly mostMs: number }
  /** Responses that took longer met a slow service. */
  readonly slowMs?: number
}

/**
 * `full`: a flow as it is saved, read by `parseFlow`, with every property; those that the case does not mention have the values of
 * its profile, or else neutral ones. `sparse`: only what the case and its profile mention.
 */
export type Form = 'full' | 'sparse'

type Profile = Readonly<Record<string, Data>>

interface Parts {
  readonly nodes: readonly EventNode[]
  readonly edges: readonly EventEdge[]
  readonly groups: NonNullable<EventFlow['groups']>
}

/** The flow of a diagram; throws `CannotBeRead` where it names a node or a property that no flow can have. */
export function flowOf({ nodes, edges, groups = [] }: Diagram, profile: Profile, form: Form): EventFlow {
  const ids = nodes.map(({ id }) => id)
  const told: Parts = {
    groups,
    nodes: nodes.map(({ id, type: word, position = ORIGIN, data = {} }) => {
      const type = nodeTypeOf(word)
      const properties = stored(NODE_KINDS[type].properties, data)
      return { id, type, position, data: withKnown(id, properties, knownData(NODE_KINDS[type].properties, properties)) }
    }),
    edges: edges.map(({ id: own, type: word, source, target, data = {} }, index) => {
      demand(ids.includes(source) && ids.includes(target), `an edge leads from ${source} to ${target}`)
      const { kind, ...rest } = data
      const twins = edges.slice(0, index).filter((one) => one.source === source && one.target === target).length
      const id = own ?? `${source}-${target}${twins === 0 ? '' : `-${twins + 1}`}`
      const type = edgeTypeOf(kind ?? word, rest, id)
      const properties = stored(EDGE_KINDS[type].properties, rest)
      return { id, source, target, type, data: withKnown(id, properties, edgeDataOf(type, properties)) }
    }),
  }
  const sparse = laidOver(told, ({ type }) => profile[isEdgeType(type) ? 'edge' : type] ?? {})
  return form === 'sparse' ? sparse : saved(sparse)
}

const ORIGIN = { x: 0, y: 0 }

const laidOver = ({ nodes, edges, groups }: Parts, under: (part: EventNode) => Data): Parts => ({
  groups,
  nodes: nodes.map((node) => ({ ...node, data: { ...under(node), ...node.data } })),
  edges: edges.map((edge) => ({ ...edge, data: { ...under(edge), ...edge.data } })),
})

/** Through `parseFlow`. Some cases go beyond what a property may hold (1,000 cores, no latency): such values are laid over it. */
function saved(sparse: Parts): EventFlow {
  const withNeutral = laidOver(sparse, ({ type }) => ofKind(type, NEUTRAL[isEdgeType(type) ? 'edge' : type] ?? {}))
  const allowed = <P extends EventNode>(part: P): P => {
    const faults = checkData(propertiesOf(part.type), part.data).map(({ path }) => path)
    const entries = Object.entries(part.data).filter(([name]) => !faults.some((path) => path.split('.')[0] === name))
    return { ...part, data: Object.fromEntries(entries) }
  }
  const parsed = parseFlow({
    groups: withNeutral.groups,
    nodes: withNeutral.nodes.map(allowed),
    edges: withNeutral.edges.map(allowed),
  })
  if (!parsed.ok) throw new CannotBeRead(parsed.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
  const all = new Map([...parsed.flow.nodes, ...parsed.flow.edges].map(({ id, data }) => [id, data]))
  return laidOver(withNeutral, ({ id }) => all.get(id) ?? {})
}

const ofKind = (type: string, data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(propertiesOf(type), name)))

export const propertiesOf = (type: string): Properties =>
  isNodeType(type) ? NODE_KINDS[type].properties : isEdgeType(type) ? EDGE_KINDS[type].properties : {}

function nodeTypeOf(word: string): NodeType {
  const type = isNodeType(word) ? word : nodeTypeFromText(word)
  if (type === null) throw new CannotBeRead(`no component is a ${word}`)
  return type
}

function edgeTypeOf(word: unknown, data: Data, id: string): EdgeType {
  const has = (type: EdgeType) => ({ ...EDGE_KINDS[type].properties, ...edgeDataOf(type, data) })
  if (word === undefined) {
    const types = Object.keys(EDGE_KINDS).filter(isEdgeType)
    const fitting = types.find((type) => Object.keys(data).every((name) => Object.hasOwn(has(type), name)))
    if (fitting === undefined) throw new CannotBeRead(`no kind of edge has all properties of ${id}`)
    return fitting
  }
  const type = isEdgeType(String(word)) ? String(word) : edgeTypeFromText(String(word))
  if (type === null || !isEdgeType(type)) throw new CannotBeRead(`no edge is a ${word}`)
  return type
}

/** A property that only shows another one goes to that one. */
const stored = (properties: Properties, told: Data): Data =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return property?.type === 'mirror' ? [property.of, value === true ? property.on : property.off] : [name, value]
    }),
  )

/** `known`: the part of it that the kind of the node or edge knows. */
function withKnown(id: string, told: Data, known: Data): Data {
  const unknown = Object.keys(told).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw new CannotBeRead(`${id} cannot have ${unknown}: ${JSON.stringify(told[unknown])}`)
  return told
}

/** With all nodes and edges that stand for several. */
export function expanded(diagram: Diagram): Diagram {
  const copiesOf = ({ id, count }: DiagramNode) =>
    count === undefined ? [id] : Array.from({ length: count }, (_, index) => `${id}${index}`)
  const ids = new Map(diagram.nodes.map((node) => [node.id, copiesOf(node)]))
  const ends = (id: string) => ids.get(id) ?? [id]
  return {
    ...diagram,
    nodes: diagram.nodes.flatMap(({ count, ...node }) => ends(node.id).map((id) => ({ ...node, id }))),
    edges: diagram.edges.flatMap((edge) =>
      ends(edge.source).flatMap((source) => ends(edge.target).map((target) => ({ ...edge, source, target }))),
    ),
  }
}

/** Users who send so many requests a second together. */
export const users = (rps: number, thinkMs = 1000): DiagramNode => ({
  id: 'c',
  type: 'Client',
  data: { concurrentUsers: rps, thinkTimeBetweenRequests: thinkMs, requestPattern: 'Steady' },
})

/** A server with one queue and so many workers. */
export const workers = (id: string, count: number, meanMs: number, data: Data = {}): DiagramNode => ({
  id,
  type: 'Server',
  data: { instances: 1, cpuCores: count, concurrencyModel: 'Worker Pool', averageProcessingTime: meanMs, ...data },
})

/** A balancer that takes no time. */
export const balancer = (algorithm: string, data: Data = {}): DiagramNode => ({
  id: 'lb',
  type: 'LoadBalancer',
  data: { algorithm, processingLatency: 0, ...data },
})

export const link = (source: string, target: string, data: Data = {}): DiagramEdge => ({ source, target, data })
