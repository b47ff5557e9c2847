import {
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
import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import { edgeDataOf } from '../../../src/compile/edges/context.ts'
import { knownData } from '../../../src/compile/known-data.ts'
import type { Drawing } from './scenario.ts'

type Data = Readonly<Record<string, unknown>>
type Profile = Data | undefined

export interface RoughNode {
  readonly id: string
  readonly type: string
  readonly data?: Data
}

export interface RoughEdge {
  readonly id?: string
  /** Or `kind` among its properties. */
  readonly type?: string
  readonly source: string
  readonly target: string
  readonly data?: Data
}

/**
 * A diagram from what a case tells; what it leaves out comes from the profile. Throws `Unmapped` where it tells a part or a property
 * that the diagram cannot have.
 */
export function draw(nodes: readonly RoughNode[], edges: readonly RoughEdge[], profile: Profile): Drawing {
  const defaultsOf = (name: string): Data => (profile?.[name] ?? {}) as Data
  const lost = edges
    .flatMap(({ source, target }) => [source, target])
    .find((end) => !nodes.some(({ id }) => id === end))
  if (lost !== undefined) throw new Unmapped(`An edge leads to or from ${lost}, which is not there.`)
  return {
    nodes: nodes.map(({ id, type: word, data: told = {} }) => {
      const type = nodeTypeOf(word)
      const data = stored(NODE_KINDS[type].properties, told)
      demandKnown(data, knownData(NODE_KINDS[type].properties, data), id)
      return { id, type, data: { ...defaultsOf(type), ...data } }
    }),
    edges: edges.map(({ id: own, type: word, source, target, data = {} }, index) => {
      const { kind, ...told } = data
      const twins = edges.slice(0, index).filter((one) => one.source === source && one.target === target).length
      const id = own ?? `${source}-${target}${twins === 0 ? '' : `-${twins + 1}`}`
      const type = edgeTypeOf(kind ?? word, told, id)
      const properties = stored(EDGE_KINDS[type].properties, told)
      demandKnown(properties, edgeDataOf(type, properties), id)
      return { id, source, target, type, data: { ...defaultsOf('edge'), ...properties } }
    }),
  }
}

function nodeTypeOf(word: string): NodeType {
  const type = isNodeType(word) ? word : nodeTypeFromText(word)
  if (type === null) throw new Unmapped(`No component is a ${word}.`)
  return type
}

/** The kind that the case names; where it names none, the first that has all of the properties. */
function edgeTypeOf(word: unknown, data: Data, id: string): EdgeType {
  if (word === undefined) {
    const names = Object.keys(data)
    const fitting = Object.keys(EDGE_KINDS)
      .filter(isEdgeType)
      .find((type) =>
        names.every((name) => Object.hasOwn({ ...EDGE_KINDS[type].properties, ...edgeDataOf(type, data) }, name)),
      )
    if (fitting === undefined) throw new Unmapped(`No kind of edge has all of ${names.join(', ')}: ${id}.`)
    return fitting
  }
  const type = isEdgeType(String(word)) ? String(word) : edgeTypeFromText(String(word))
  if (type === null || !isEdgeType(type)) throw new Unmapped(`No edge is a ${word}.`)
  return type
}

/** What is told of a property that only shows another one goes to that one. */
function stored(properties: Properties, told: Data): Data {
  const entries = Object.entries(told).map(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return property?.type === 'mirror' ? [property.of, value === true ? property.on : property.off] : [name, value]
  })
  return Object.fromEntries(entries)
}

function demandKnown(told: Data, known: Data, id: string): void {
  const unknown = Object.keys(told).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw new Unmapped(`${id} cannot have ${unknown}: ${JSON.stringify(told[unknown])}.`)
}

/** Users who send so many requests a second together. */
export const users = (rps: number, id = 'c'): RoughNode => ({
  id,
  type: 'Client',
  data: { concurrentUsers: rps, thinkTimeBetweenRequests: 1000, requestPattern: 'Steady' },
})

/** A server with one queue and so many workers. */
export const workers = (id: string, count: number, meanMs: number, data: Data = {}): RoughNode => ({
  id,
  type: 'Server',
  data: {
    instances: 1,
    cpuCores: count,
    concurrencyModel: 'Worker Pool',
    averageProcessingTime: meanMs,
    maxConcurrentRequests: 1_000_000,
    ...data,
  },
})

/** A balancer that takes no time. */
export const balancer = (algorithm: string, data: Data = {}): RoughNode => ({
  id: 'lb',
  type: 'LoadBalancer',
  data: { algorithm, processingLatency: 0, ...data },
})

export const link = (source: string, target: string, data: Data = {}): RoughEdge => ({ source, target, data })

export const named = (count: number, name = 's'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`)
