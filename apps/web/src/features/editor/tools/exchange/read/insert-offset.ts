import type { Flow, Position } from '@plimsoll/flow'
import { PLACING_GAP } from '../../../core/editor.config.ts'
import { boundsOf, intersects, onGrid, type Rect } from '../../../core/geometry.ts'
import { rectOf, rectsOf } from '../../../core/placement.ts'

/** By how much a flow is shifted so that it stands in the middle of what is visible, or under everything where that is taken. */
export function insertOffset(inserted: Flow, { flow, visible }: { flow: Flow; visible: Rect | null }): Position {
  const own = boundsOf(rectsOf(inserted))
  const taken = boundsOf(rectsOf(flow))
  if (own === null) return { x: 0, y: 0 }
  const middle = visible && {
    x: visible.x + (visible.width - own.width) / 2,
    y: visible.y + (visible.height - own.height) / 2,
  }
  if (
    middle &&
    flow.nodes.map(rectOf).every((rect) => !intersects(rect, { ...own, ...middle }, PLACING_GAP.vertical))
  ) {
    return onGrid({ x: middle.x - own.x, y: middle.y - own.y })
  }
  if (taken === null) return { x: 0, y: 0 }
  return onGrid({ x: taken.x - own.x, y: taken.y + taken.height + PLACING_GAP.vertical * 2 - own.y })
}
