import { type Flow, type FlowNode, groupsOf, type Position } from '@plimsoll/flow'
import { CANVAS_REACH, NODE, PLACING_GAP } from './editor.config.ts'
import { intersects, type Rect } from './geometry.ts'

const STEP = { x: NODE.width + PLACING_GAP.horizontal, y: NODE.height + PLACING_GAP.vertical }

/** How far a free place is looked for, in nodes. */
const REACH = 40

/**
 * The free place for a new node that is nearest to where one would draw it: to the right of `beside`, else in the middle of the
 * view; the column is filled downwards and upwards before the next one begins.
 */
export function freePosition(
  nodes: readonly FlowNode[],
  { beside, viewport: visible }: { beside: FlowNode | null; viewport: Rect },
): Position {
  const taken = nodes.map(rectOf)
  const start = beside ? rightOf(rectOf(beside)) : middleOf(visible)
  for (let column = 0; column < REACH; column += 1) {
    for (let row = 0; row < REACH; row += 1) {
      const down = Math.ceil(row / 2) * (row % 2 === 0 ? -1 : 1)
      const candidate = { x: start.x + column * STEP.x, y: start.y + down * STEP.y }
      if (taken.every((rect) => !intersects(rect, { ...candidate, ...NODE }, PLACING_GAP.vertical / 2)))
        return candidate
    }
  }
  return start
}

/** Where a node or a group is shown, and how large. */
export const rectOf = ({
  position,
  width = NODE.width,
  height = NODE.height,
}: Pick<FlowNode, 'position' | 'width' | 'height'>): Rect => ({
  x: withinReach(position.x),
  y: withinReach(position.y),
  width: Math.min(width, CANVAS_REACH),
  height: Math.min(height, CANVAS_REACH),
})

/** The rectangles of all nodes and groups. */
export const rectsOf = (flow: Flow): Rect[] => [...flow.nodes, ...groupsOf(flow)].map(rectOf)

const withinReach = (coordinate: number): number => Math.min(CANVAS_REACH, Math.max(-CANVAS_REACH, coordinate))

const rightOf = (rect: Rect): Position => ({ x: rect.x + rect.width + PLACING_GAP.horizontal, y: rect.y })

const middleOf = (visible: Rect): Position => ({
  x: visible.x + (visible.width - NODE.width) / 2,
  y: visible.y + (visible.height - NODE.height) / 2,
})
