import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PATH_STEPS, tabulate } from '../../src/features/editor/painters/dots/path-table.ts'
import { edgeCurve } from '../../src/shared/scene/edge-curve.ts'

const coordinate = fc.integer({ min: -2000, max: 2000 })
const point = fc.record({ x: coordinate, y: coordinate })

const gaps = (points: Float32Array) =>
  Array.from({ length: PATH_STEPS }, (_, step) =>
    Math.hypot(
      (points[2 * step + 2] ?? 0) - (points[2 * step] ?? 0),
      (points[2 * step + 3] ?? 0) - (points[2 * step + 1] ?? 0),
    ),
  )

describe('path tables', () => {
  it('[RUN-316] begin and end where the edge that is drawn does', () => {
    fc.assert(
      fc.property(point, point, (from, to) => {
        const { points } = tabulate(edgeCurve(from, to))
        expect(points[0]).toBeCloseTo(from.x, 1)
        expect(points[1]).toBeCloseTo(from.y, 1)
        expect(points.at(-2)).toBeCloseTo(to.x, 1)
        expect(points.at(-1)).toBeCloseTo(to.y, 1)
      }),
    )
  })

  it('[RUN-317] have their points at even distances', () => {
    const { points } = tabulate(edgeCurve({ x: 0, y: 0 }, { x: 300, y: 200 }))
    const lengths = gaps(points)
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    for (const length of lengths) expect(length / mean).toBeCloseTo(1, 1)
  })

  it('[RUN-316] know the bounding box of the edge, and accept an edge of no length', () => {
    fc.assert(
      fc.property(point, point, (from, to) => {
        const { points, left, top, right, bottom } = tabulate(edgeCurve(from, to))
        for (let i = 0; i < points.length; i += 2) {
          expect(points[i]).toBeGreaterThanOrEqual(left)
          expect(points[i]).toBeLessThanOrEqual(right)
          expect(points[i + 1]).toBeGreaterThanOrEqual(top)
          expect(points[i + 1]).toBeLessThanOrEqual(bottom)
        }
      }),
    )
    const { points } = tabulate(edgeCurve({ x: 5, y: 5 }, { x: 5, y: 5 }))
    expect([...new Set(points)]).toEqual([5])
  })
})
