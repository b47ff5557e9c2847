import type { Flow, FlowNode, Position } from '@plimsoll/flow'
import { NAMES_FROM_ZOOM } from './editor.config.ts'
import { FLOW_MARGIN } from './flow-bounds.ts'
import { rectOf } from './placement.ts'

/** In a narrower frame, in pixels of the screen, a wide flow that is shown as a whole cannot be read. */
const NARROW = 600

/** The zoom at which a flow is shown first to who looks at it: that at which all of it fits, in a narrow frame one at which names are read. */
export const startZoom = (frameWidth: number, fitting: number): number =>
  frameWidth < NARROW ? Math.max(fitting, NAMES_FROM_ZOOM) : fitting

/** How far the flow is to be scrolled in a frame of this height so that it begins with the component that one reads first. */
export function startScroll(
  flow: Flow,
  { x, y }: Position,
  { zoom, height }: { zoom: number; height: number },
): Position {
  const first = firstNode(flow)
  if (!first) return { x: 0, y: 0 }
  const rect = rectOf(first)
  return {
    x: (rect.x - FLOW_MARGIN - x) * zoom,
    y: (rect.y + rect.height / 2 - y) * zoom - height / 2,
  }
}

/** Of the components that nothing leads to, the one furthest to the left, and of those the uppermost; of all where there is none. */
function firstNode({ nodes, edges }: Flow): FlowNode | undefined {
  const reached = new Set(edges.map(({ target }) => target))
  const sources = nodes.filter(({ id }) => !reached.has(id))
  const inOrder = (sources.length > 0 ? sources : nodes).toSorted(
    ({ position: a }, { position: b }) => a.x - b.x || a.y - b.y,
  )
  return inOrder[0]
}
