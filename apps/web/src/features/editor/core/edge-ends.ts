import type { Position } from '@plimsoll/flow'
import { pointOn } from '../../../shared/scene/curve-point.ts'
import { edgeCurve } from '../../../shared/scene/edge-curve.ts'
import { type Bounds, meets } from './cull-area.ts'
import type { Rect } from './geometry.ts'

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
  const curve = edgeCurve(from, to)
  const [, { x: first }, { x: second }] = curve
  // A curve lies within the box of its four points.
  const box = [Math.min(from.x, second), Math.max(to.x, first)] as const
  if (!isInArea({ x: box[0], y: from.y }, { x: box[1], y: to.y }, area)) return false

  let last = from
  for (let segment = 1; segment <= SEGMENTS; segment += 1) {
    const next = pointOn(curve, segment / SEGMENTS)
    if (isInArea(last, next, area)) return true
    last = next
  }
  return false
}

/** Whether the box with these opposite corners has a point in common with the area. */
const isInArea = (a: Position, b: Position, area: Bounds): boolean =>
  meets(Math.min(a.x, b.x), Math.max(a.x, b.x), area.left, area.right) &&
  meets(Math.min(a.y, b.y), Math.max(a.y, b.y), area.top, area.bottom)
