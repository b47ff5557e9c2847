import { type Flow, groupsOf } from '@plimsoll/flow'
import type { Selection } from '../../../stores/board.ts'
import { type Rect, rectOf } from '../canvas/placing.ts'

/**
 * What is selected as a drawing of its own: cards with the connections between them, frames with the cards that stand in them. Null
 * where neither is selected.
 */
export function partOf(flow: Flow, selection: Pick<Selection, 'nodes' | 'groups'>): Flow | null {
  const groupIds = new Set(selection.groups)
  const groups = groupsOf(flow).filter(({ id }) => groupIds.has(id))
  const frames = groups.map(rectOf)
  const nodeIds = new Set(selection.nodes)
  const nodes = flow.nodes.filter(
    (node) => nodeIds.has(node.id) || frames.some((frame) => belongs(rectOf(node), frame)),
  )
  if (nodes.length + groups.length === 0) return null
  const ids = new Set(nodes.map(({ id }) => id))
  const edges = flow.edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
  return { nodes, edges, ...(groups.length > 0 && { groups }) }
}

/** Whether a card stands with its middle in the frame. */
function belongs(card: Rect, frame: Rect): boolean {
  const [x, y] = [card.x + card.width / 2, card.y + card.height / 2]
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height
}
