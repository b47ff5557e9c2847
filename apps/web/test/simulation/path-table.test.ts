import { getBezierPath, Position } from '@xyflow/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PATH_STEPS, tabulate } from '../../src/features/editor/painters/dots/path-table.ts'

const coordinate = fc.integer({ min: -2000, max: 2000 })
type Ends = Record<'sourceX' | 'sourceY' | 'targetX' | 'targetY', number>
const ends: fc.Arbitrary<Ends> = fc.record({
  sourceX: coordinate,
  sourceY: coordinate,
  targetX: coordinate,
  targetY: coordinate,
})
const lineOf = (from: Ends) =>
  getBezierPath({ ...from, sourcePosition: Position.Right, targetPosition: Position.Left })[0]

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
      fc.property(ends, (from) => {
        const { points } = tabulate(lineOf(from))
        expect(points[0]).toBeCloseTo(from.sourceX, 1)
        expect(points[1]).toBeCloseTo(from.sourceY, 1)
        expect(points.at(-2)).toBeCloseTo(from.targetX, 1)
        expect(points.at(-1)).toBeCloseTo(from.targetY, 1)
      }),
    )
  })

  it('[RUN-317] have their points at even distances', () => {
    const { points } = tabulate(lineOf({ sourceX: 0, sourceY: 0, targetX: 300, targetY: 200 }))
    const lengths = gaps(points)
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    for (const length of lengths) expect(length / mean).toBeCloseTo(1, 1)
  })

  it('[RUN-316] know the bounding box of the edge, and accept an edge of no length', () => {
    fc.assert(
      fc.property(ends, (from) => {
        const { points, left, top, right, bottom } = tabulate(lineOf(from))
        for (let i = 0; i < points.length; i += 2) {
          expect(points[i]).toBeGreaterThanOrEqual(left)
          expect(points[i]).toBeLessThanOrEqual(right)
          expect(points[i + 1]).toBeGreaterThanOrEqual(top)
          expect(points[i + 1]).toBeLessThanOrEqual(bottom)
        }
      }),
    )
    const { points } = tabulate('M5,5 C5,5 5,5 5,5')
    expect([...new Set(points)]).toEqual([5])
  })

  it('[RUN-316] read exponents as they are written in a path', () => {
    const { points } = tabulate('M1e2,-2.5e-1 C1e2,0 2e2,0 200,0')
    expect(points[0]).toBe(100)
    expect(points[1]).toBe(-0.25)
  })
})
