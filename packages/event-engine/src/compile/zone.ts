import type { EventFlow, EventNode } from './event-flow.ts'

/** The size at which a node is drawn that has none of its own, in canvas pixels. */
const NODE = { width: 225, height: 75 } as const

/** The positions of the nodes in the flow that a group contains; null: there is no such group. */
export function nodesInZone({ nodes, groups = [] }: EventFlow, id: string): ReadonlySet<number> | null {
  const group = groups.find((one) => one.id === id)
  if (group === undefined) return null
  const { position, width, height } = group
  const isInside = (node: EventNode): boolean => {
    const { x, y } = node.position ?? { x: Number.NaN, y: Number.NaN }
    const middle = { x: x + (node.width ?? NODE.width) / 2, y: y + (node.height ?? NODE.height) / 2 }
    return (
      middle.x >= position.x &&
      middle.x <= position.x + width &&
      middle.y >= position.y &&
      middle.y <= position.y + height
    )
  }
  return new Set(nodes.flatMap((node, at) => (isInside(node) ? [at] : [])))
}
