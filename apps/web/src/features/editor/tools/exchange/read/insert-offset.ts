import type { Flow, Position } from '@plimsoll/flow'
import { PLACING_GAP } from '../../../core/editor.config.ts'
import { boundsOf, intersects, onGrid, type Rect } from '../../../core/geometry.ts'
import { rectOf, rectsOf } from '../../../core/placement.ts'

/** By how much a drawing is shifted so that it stands in the middle of the view, or under everything where that is taken. */
export function placeFor(flow: Flow, { board, view }: { board: Flow; view: Rect | null }): Position {
  const own = boundsOf(rectsOf(flow))
  const taken = boundsOf(rectsOf(board))
  if (own === null) return { x: 0, y: 0 }
  const middle = view && { x: view.x + (view.width - own.width) / 2, y: view.y + (view.height - own.height) / 2 }
  if (
    middle &&
    board.nodes.map(rectOf).every((rect) => !intersects(rect, { ...own, ...middle }, PLACING_GAP.vertical))
  ) {
    return onGrid({ x: middle.x - own.x, y: middle.y - own.y })
  }
  if (taken === null) return { x: 0, y: 0 }
  return onGrid({ x: taken.x - own.x, y: taken.y + taken.height + PLACING_GAP.vertical * 2 - own.y })
}
