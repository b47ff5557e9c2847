import type { Position } from '@plimsoll/flow'
import { type Bounds, meets } from './cull-area.ts'
import type { Rect } from './geometry.ts'

/** React Flow's curves leave and enter level, with half the way ahead as handles; where they lead back, with this × its root. */
const BEND = 6.25

const SEGMENTS = 12

/** Where an edge begins and ends. */
export interface Ends {
  readonly from: Position
  readonly to: Position
}

/** An edge leaves its source in the middle of the right side, and enters its target in that of the left. */
export const endsOf = (source: Rect, target: Rect): Ends => ({
  from: { x: source.x + source.width, y: source.y + source.height / 2 },
  to: { x: target.x, y: target.y + target.height / 2 },
})

/** Whether any of an edge's curve may be in the area: a piece of it is, or the box around the piece. */
export function isCurveInArea({ from, to }: Ends, area: Bounds): boolean {
  const ahead = to.x - from.x
  const bend = ahead >= 0 ? ahead / 2 : BEND * Math.sqrt(-ahead)
  const [left, right] = ahead >= 0 ? [from.x, to.x] : [to.x - bend, from.x + bend]
  if (!isInArea({ x: left, y: from.y }, { x: right, y: to.y }, area)) return false

  let last = from
  for (let block = 1; block <= SEGMENTS; block += 1) {
    const t = block / SEGMENTS
    const s = 1 - t
    const next = {
      x: s ** 3 * from.x + 3 * s * s * t * (from.x + bend) + 3 * s * t * t * (to.x - bend) + t ** 3 * to.x,
      y: s * s * (s + 3 * t) * from.y + t * t * (t + 3 * s) * to.y,
    }
    if (isInArea(last, next, area)) return true
    last = next
  }
  return false
}

/** Whether the box with these opposite corners has a point in common with the area. */
const isInArea = (a: Position, b: Position, area: Bounds): boolean =>
  meets(Math.min(a.x, b.x), Math.max(a.x, b.x), area.left, area.right) &&
  meets(Math.min(a.y, b.y), Math.max(a.y, b.y), area.top, area.bottom)
