import { pointOn } from '../../../../shared/scene/curve-point.ts'
import type { Curve } from '../../../../shared/scene/edge-curve.ts'

/** Points along a curve at equal distances, x and y in turns, with the box they lie in. Canvas pixels. */
export interface PathTable {
  readonly points: Float32Array
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A table has one point more. A connection is rarely longer than a few hundred pixels: 32 steps are close to a smooth line. */
export const PATH_STEPS = 32

/** Numbers in a table. */
export const PATH_LENGTH = 2 * (PATH_STEPS + 1)

/** Finer than the table, to find equal distances on a curve that is given by its parameter. */
const SAMPLES = 64

/** Lays points at equal distances on a curve. From the formula: asking the browser (`getPointAtLength`) costs a millisecond for each edge. */
export function tabulate(curve: Curve): PathTable {
  const samples = new Float32Array(2 * (SAMPLES + 1))
  const distances = new Float32Array(SAMPLES + 1)
  for (let i = 0; i <= SAMPLES; i += 1) {
    const { x, y } = pointOn(curve, i / SAMPLES)
    samples[2 * i] = x
    samples[2 * i + 1] = y
    if (i > 0) distances[i] = at(distances, i - 1) + gap(samples, i)
  }
  return withBox(spread(samples, distances))
}

function spread(samples: Float32Array, distances: Float32Array): Float32Array {
  const points = new Float32Array(PATH_LENGTH)
  const length = at(distances, SAMPLES)
  let i = 1
  for (let step = 0; step <= PATH_STEPS; step += 1) {
    const wanted = (length * step) / PATH_STEPS
    while (i < SAMPLES && at(distances, i) < wanted) i += 1
    const from = at(distances, i - 1)
    const span = at(distances, i) - from
    const share = span > 0 ? Math.min(1, (wanted - from) / span) : 0
    for (const axis of [0, 1]) {
      const start = at(samples, 2 * (i - 1) + axis)
      points[2 * step + axis] = start + share * (at(samples, 2 * i + axis) - start)
    }
  }
  return points
}

function withBox(points: Float32Array): PathTable {
  const xs = points.filter((_, index) => index % 2 === 0)
  const ys = points.filter((_, index) => index % 2 === 1)
  return { points, left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

const at = (values: Float32Array, index: number): number => values[index] ?? 0

const gap = (points: Float32Array, i: number): number =>
  Math.hypot(at(points, 2 * i) - at(points, 2 * i - 2), at(points, 2 * i + 1) - at(points, 2 * i - 1))
