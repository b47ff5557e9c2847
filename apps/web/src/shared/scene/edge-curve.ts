export interface Point {
  readonly x: number
  readonly y: number
}

/** The four points of a cubic Bézier curve. */
export type Curve = readonly [Point, Point, Point, Point]

/** By this × the root of the way back, a curve that leads back bends out; one that leads ahead bends by half the way. */
const BEND_BACK = 6.25

/** The curve of an edge, as React Flow draws a connection: it leaves and enters along x. */
export function edgeCurve(from: Point, to: Point): Curve {
  const ahead = to.x - from.x
  const bend = ahead >= 0 ? ahead / 2 : BEND_BACK * Math.sqrt(-ahead)
  return [from, { x: from.x + bend, y: from.y }, { x: to.x - bend, y: to.y }, to]
}

/** The curve as the path of an SVG. */
export const svgPath = ([from, first, second, to]: Curve): string =>
  `M${from.x},${from.y} C${first.x},${first.y} ${second.x},${second.y} ${to.x},${to.y}`
