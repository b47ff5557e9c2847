import type { FlowNode, Position } from '@plimsoll/flow'
import { BOARD_REACH, CARD, PLACING_GAP } from '../editor.config.ts'

export interface Rect extends Position {
  readonly width: number
  readonly height: number
}

const STEP = { x: CARD.width + PLACING_GAP.horizontal, y: CARD.height + PLACING_GAP.vertical }

/** How far a free place is looked for, in cards. */
const REACH = 40

/**
 * The free place for a new card that is nearest to where one would draw it: to the right of `beside`, else in the middle of the
 * view; the column is filled downwards and upwards before the next one begins.
 */
export function freePlace(
  nodes: readonly FlowNode[],
  { beside, view }: { beside: FlowNode | null; view: Rect },
): Position {
  const taken = nodes.map(rectOf)
  const start = beside ? rightOf(rectOf(beside)) : middleOf(view)
  for (let column = 0; column < REACH; column += 1) {
    for (let row = 0; row < REACH; row += 1) {
      const down = Math.ceil(row / 2) * (row % 2 === 0 ? -1 : 1)
      const place = { x: start.x + column * STEP.x, y: start.y + down * STEP.y }
      if (taken.every((rect) => !overlaps(rect, place))) return place
    }
  }
  return start
}

/** Where a card or a group is shown, and how large. */
export const rectOf = ({
  position,
  width = CARD.width,
  height = CARD.height,
}: Pick<FlowNode, 'position' | 'width' | 'height'>): Rect => ({
  x: withinReach(position.x),
  y: withinReach(position.y),
  width: Math.min(width, BOARD_REACH),
  height: Math.min(height, BOARD_REACH),
})

/** The smallest rectangle around all; null around none. */
export function boundsOf(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const withinReach = (coordinate: number): number => Math.min(BOARD_REACH, Math.max(-BOARD_REACH, coordinate))

const rightOf = (rect: Rect): Position => ({ x: rect.x + rect.width + PLACING_GAP.horizontal, y: rect.y })

const middleOf = (view: Rect): Position => ({
  x: view.x + (view.width - CARD.width) / 2,
  y: view.y + (view.height - CARD.height) / 2,
})

/** Whether a card at `place` would touch the rectangle, or come nearer to it than half a gap. */
function overlaps(rect: Rect, place: Position): boolean {
  const margin = PLACING_GAP.vertical / 2
  return (
    place.x < rect.x + rect.width + margin &&
    place.x + CARD.width > rect.x - margin &&
    place.y < rect.y + rect.height + margin &&
    place.y + CARD.height > rect.y - margin
  )
}
