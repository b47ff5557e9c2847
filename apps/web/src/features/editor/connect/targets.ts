import { nodeKindLabel } from '@plimsoll/catalog'
import type { Flow, FlowNode } from '@plimsoll/flow'

/** What `source` can still be connected to, the nearest first; only what holds `typed` in its name or kind. */
export function targetsFor(flow: Flow, source: FlowNode, typed: string): FlowNode[] {
  const wanted = typed.trim().toLowerCase()
  const connected = new Set(flow.edges.filter((edge) => edge.source === source.id).map(({ target }) => target))
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
