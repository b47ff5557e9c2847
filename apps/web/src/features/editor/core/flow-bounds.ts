import { type Flow, groupsOf } from '@plimsoll/flow'
import { around, type Rect } from './geometry.ts'
import { rectOf } from './placement.ts'

/** Free space around a flow, in px of it. */
export const FLOW_MARGIN = 32

/** Where all of a flow lies, with free space around it. */
export function flowBounds(flow: Flow): Rect {
  const { x, y, width, height } = around([...flow.nodes, ...groupsOf(flow)].map(rectOf))
  return { x: x - FLOW_MARGIN, y: y - FLOW_MARGIN, width: width + 2 * FLOW_MARGIN, height: height + 2 * FLOW_MARGIN }
}
