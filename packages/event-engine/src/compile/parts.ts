import { type EdgeType, isEdgeType, isNodeType, type NodeType } from '@plimsoll/catalog'
import { type Routing, routing } from './edges/calling.ts'
import { type AnyEdgeData, edgeDataOf } from './edges/context.ts'
import type { EventEdge, EventFlow, EventNode } from './event-flow.ts'
import { planOf } from './kinds/index.ts'
import type { NodePlan, NodeScope } from './kinds/plan.ts'

/** A node that takes part; `at` is its position in the flow. */
export interface PlannedNode {
  readonly id: string
  readonly at: number
  readonly name: string
  readonly plan: NodePlan
}

/** A connection between two nodes that take part, by their positions among them. */
export interface PlannedEdge {
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
  readonly nodes: readonly PlannedNode[]
  readonly edges: readonly PlannedEdge[]
  /** Positions of the edges that requests may take from each node: none leads to itself or to a client. */
  readonly outgoing: readonly (readonly number[])[]
}

export function partsOf(flow: EventFlow, scope: Omit<NodeScope, 'id'>): Parts {
  const nodes = firstOfEachId(flow.nodes.map((node, at) => ({ ...node, at })))
    .filter(isKnown)
    .map(
      (node): PlannedNode => ({
        id: node.id,
        at: node.at,
        name: nameOf(node),
        plan: planOf(node, { id: node.id, ...scope }),
      }),
    )
  const positionOf = new Map(nodes.map(({ id }, position) => [id, position]))
  const edges = firstOfEachId(flow.edges).flatMap((edge) => edgeOf(edge, positionOf))
  const outgoing = nodes.map((): number[] => [])
  for (const [position, { source, target }] of edges.entries()) {
    const isFollowed = source !== target && nodes[target]?.plan.group !== null
    if (isFollowed) outgoing[source]?.push(position)
  }
  return { nodes, edges, outgoing }
}

function edgeOf(edge: EventEdge, positionOf: ReadonlyMap<string, number>): PlannedEdge[] {
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
