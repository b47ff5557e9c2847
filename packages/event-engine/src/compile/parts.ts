import { type EdgeType, isEdgeType, isNodeType, type NodeType } from '@plimsoll/catalog'
import { type Routing, routing } from './edges/calling.ts'
import { type AnyEdgeData, edgeDataOf } from './edges/context.ts'
import type { EventEdge, EventFlow, EventNode } from './event-flow.ts'
import { planOf } from './kinds/index.ts'
import type { NodePlan, NodeScope } from './kinds/plan.ts'

/** A node that takes part; `at` is its place in the flow's list. */
export interface Place {
  readonly id: string
  readonly at: number
  readonly name: string
  readonly plan: NodePlan
}

/** A connection between two nodes that take part, by their positions among them. */
export interface Way {
  readonly id: string
  readonly type: EdgeType
  readonly data: AnyEdgeData
  readonly source: number
  readonly target: number
  readonly routing: Routing
}

/**
 * What of a flow takes part in a run. Left out: an unknown kind, the second of two equal ids, a connection with an end
 * missing.
 */
export interface Parts {
  readonly places: readonly Place[]
  readonly ways: readonly Way[]
  /** Positions of the ways that requests may take from each place: none leads to itself or to a client. */
  readonly onward: readonly (readonly number[])[]
}

export function partsOf(flow: EventFlow, scope: Omit<NodeScope, 'id'>): Parts {
  const places = firstOfEachId(flow.nodes.map((node, at) => ({ ...node, at })))
    .filter(isKnown)
    .map(
      (node): Place => ({
        id: node.id,
        at: node.at,
        name: nameOf(node),
        plan: planOf(node, { id: node.id, ...scope }),
      }),
    )
  const positionOf = new Map(places.map(({ id }, position) => [id, position]))
  const ways = firstOfEachId(flow.edges).flatMap((edge) => wayOf(edge, positionOf))
  const onward = places.map((): number[] => [])
  for (const [position, { source, target }] of ways.entries()) {
    const isFollowed = source !== target && places[target]?.plan.group !== null
    if (isFollowed) onward[source]?.push(position)
  }
  return { places, ways, onward }
}

function wayOf(edge: EventEdge, positionOf: ReadonlyMap<string, number>): Way[] {
  const source = positionOf.get(edge.source)
  const target = positionOf.get(edge.target)
  if (source === undefined || target === undefined) return []
  const type = isEdgeType(edge.type) ? edge.type : 'default'
  const data = edgeDataOf(type, edge.data)
  return [{ id: edge.id, type, data, source, target, routing: routing({ data, type }) }]
}

const isKnown = <N extends EventNode>(node: N): node is N & { readonly type: NodeType } => isNodeType(node.type)

const nameOf = ({ id, data }: EventNode): string =>
  typeof data.label === 'string' && data.label.trim() !== '' ? data.label : id

function firstOfEachId<T extends { readonly id: string }>(parts: readonly T[]): T[] {
  const seen = new Set<string>()
  return parts.filter(({ id }) => !seen.has(id) && seen.add(id))
}
