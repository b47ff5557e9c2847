import { nodeKindLabel } from '@plimsoll/catalog'
import type { Flow, FlowNode } from '@plimsoll/flow'

/** What the component can still be connected to, or from, the nearest first; only what holds `typed` in its name or kind. */
export function targetsFor(
  flow: Flow,
  source: FlowNode,
  { typed, isForward = true }: { typed: string; isForward?: boolean },
): FlowNode[] {
  const wanted = typed.trim().toLowerCase()
  const [near, far] = isForward ? (['source', 'target'] as const) : (['target', 'source'] as const)
  const connected = new Set(flow.edges.filter((edge) => edge[near] === source.id).map((edge) => edge[far]))
  return flow.nodes
    .filter((node) => `${node.data.label} ${nodeKindLabel(node.type)}`.toLowerCase().includes(wanted))
    .filter((node) => node.id !== source.id && !connected.has(node.id))
    .map((node) => ({ node, distance: Math.hypot(...between(source, node)) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ node }) => node)
}

const between = (a: FlowNode, b: FlowNode): [x: number, y: number] => [
  b.position.x - a.position.x,
  b.position.y - a.position.y,
]
