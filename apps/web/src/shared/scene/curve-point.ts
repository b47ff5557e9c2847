import type { Curve, Point } from './edge-curve.ts'

/** The point at a share, 0 to 1, of the curve's parameter. */
export function pointOn([from, first, second, to]: Curve, share: number): Point {
  const rest = 1 - share
  const [a, b, c, d] = [rest ** 3, 3 * rest * rest * share, 3 * rest * share * share, share ** 3]
  return {
    x: a * from.x + b * first.x + c * second.x + d * to.x,
    y: a * from.y + b * first.y + c * second.y + d * to.y,
  }
}
