import { type Flow, groupsOf } from '@plimsoll/flow'
import { around, type Rect } from './geometry.ts'
import { rectOf } from './placement.ts'

/** Free space around a flow, in px of it. */
const MARGIN = 32

/** Where all of a flow lies, with free space around it. */
export function flowBounds(flow: Flow): Rect {
  const { x, y, width, height } = around([...flow.nodes, ...groupsOf(flow)].map(rectOf))
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
}
