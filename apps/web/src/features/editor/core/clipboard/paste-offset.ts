import type { Flow, Position } from '@plimsoll/flow'
import { SNAP_GRID } from '../editor.config.ts'
import { boundsOf, intersects, middleOf, onGrid, type Rect } from '../geometry.ts'
import { rectsOf } from '../placement.ts'

const STEP = 2 * SNAP_GRID[0]

interface PasteTarget {
  readonly flow: Flow
  /** What one sees of the flow. */
  readonly viewport: Rect
  /** Where its middle is wanted, on the canvas. */
  readonly at?: Position | undefined
}

/**
 * By how much a part is shifted: to `at`, else from where it stood, as many times two steps of the grid as it takes to lie on nothing
 * that stands at just its places; into the viewport where it would be out of sight.
 */
export function pasteOffset(part: Flow, { flow, viewport: visible, at }: PasteTarget): Position {
  const own = boundsOf(rectsOf(part))
  if (own === null) return { x: 0, y: 0 }
  const middle = middleOf(own)
  if (at) return onGrid({ x: at.x - middle.x, y: at.y - middle.y })
  const steps = stepsOf(part, flow, { x: 0, y: 0 })
  if (intersects({ ...own, x: own.x + steps, y: own.y + steps }, visible)) return { x: steps, y: steps }
  const there = onGrid({ x: middleOf(visible).x - middle.x, y: middleOf(visible).y - middle.y })
  const more = stepsOf(part, flow, there)
  return { x: there.x + more, y: there.y + more }
}

/** How far a part at `from` must go on so that none of it lies exactly on something. */
function stepsOf(part: Flow, flow: Flow, from: Position): number {
  const taken = new Set(rectsOf(flow).map(cornerKey))
  const rects = rectsOf(part)
  let shift = 0
  while (rects.some(({ x, y }) => taken.has(cornerKey({ x: x + from.x + shift, y: y + from.y + shift })))) shift += STEP
  return shift
}

const cornerKey = ({ x, y }: Position): string => `${Math.round(x)} ${Math.round(y)}`
