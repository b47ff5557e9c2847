import type { Flow, Position } from '@plimsoll/flow'
import { SNAP_GRID } from '../editor.config.ts'
import { boundsOf, intersects, middleOf, onGrid, type Rect } from '../geometry.ts'
import { rectsOf } from '../placement.ts'

const STEP = 2 * SNAP_GRID[0]

interface PasteTarget {
  readonly board: Flow
  /** What one sees of the board. */
  readonly view: Rect
  /** Where its middle is wanted, on the board. */
  readonly at?: Position | undefined
}

/**
 * By how much a part is shifted: to `at`, else from where it stood, as many times two steps of the grid as it takes to lie on nothing
 * that stands at just its places; into the view where it would be out of sight.
 */
export function pasteOffset(part: Flow, { board, view, at }: PasteTarget): Position {
  const own = boundsOf(rectsOf(part))
  if (own === null) return { x: 0, y: 0 }
  const middle = middleOf(own)
  if (at) return onGrid({ x: at.x - middle.x, y: at.y - middle.y })
  const steps = stepsOf(part, board, { x: 0, y: 0 })
  if (intersects({ ...own, x: own.x + steps, y: own.y + steps }, view)) return { x: steps, y: steps }
  const there = onGrid({ x: middleOf(view).x - middle.x, y: middleOf(view).y - middle.y })
  const more = stepsOf(part, board, there)
  return { x: there.x + more, y: there.y + more }
}

/** How far a part at `from` must go on so that none of it lies exactly on something. */
function stepsOf(part: Flow, board: Flow, from: Position): number {
  const taken = new Set(rectsOf(board).map(cornerKey))
  const rects = rectsOf(part)
  let shift = 0
  while (rects.some(({ x, y }) => taken.has(cornerKey({ x: x + from.x + shift, y: y + from.y + shift })))) shift += STEP
  return shift
}

const cornerKey = ({ x, y }: Position): string => `${Math.round(x)} ${Math.round(y)}`
