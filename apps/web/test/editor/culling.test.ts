import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cullArea, stillCovers } from '../../src/features/editor/core/cull-area.ts'
import { isCurveInArea } from '../../src/features/editor/core/edge-ends.ts'
import { around } from '../../src/features/editor/core/geometry.ts'
import { createBatches } from '../../src/features/editor/painters/culling/use-in-batches.ts'
import { tabulate } from '../../src/features/editor/painters/dots/path-table.ts'
import { fitted, pathOf } from '../../src/features/editor/panels/overlay-controls/overview-shapes.ts'
import type { CanvasEdge } from '../../src/features/editor/scene/graph.ts'
import { edgeCurve } from '../../src/shared/scene/edge-curve.ts'

const viewed = (x: number, y: number, zoom = 1) => cullArea({ x, y, zoom, width: 1000, height: 500 })

describe('the area of a large flow that is in the page', () => {
  it('[EDT-372] stays while the viewport moves by less than three tenths, and follows it beyond', () => {
    const area = viewed(0, 0)
    expect(stillCovers(area, viewed(-300, 150))).toBe(true)
    expect(stillCovers(area, viewed(-301, 0))).toBe(false)
    expect(stillCovers(area, viewed(0, 151))).toBe(false)
  })

  it('[EDT-372] is chosen again when the viewport has zoomed in by much', () => {
    const area = viewed(0, 0, 0.5)
    expect(stillCovers(area, viewed(0, 0, 0.7))).toBe(true)
    expect(stillCovers(area, viewed(0, 0, 0.8))).toBe(false)
  })

  it('[EDT-371] holds every edge of which a part is in it', () => {
    const area = { left: 0, top: 0, right: 1000, bottom: 600 }
    const coordinate = fc.integer({ min: -3000, max: 3000 })
    const point = fc.record({ x: coordinate, y: coordinate })
    fc.assert(
      fc.property(point, point, (from, to) => {
        const { points } = tabulate(edgeCurve(from, to))
        // Points of the table lie on chords, up to a pixel beside the curve.
        const isSeen = Array.from({ length: points.length / 2 }, (_, i) => [
          points[2 * i] ?? 0,
          points[2 * i + 1] ?? 0,
        ]).some(([x = 0, y = 0]) => x > 1 && x < 999 && y > 1 && y < 599)
        expect(!isSeen || isCurveInArea({ from, to }, area)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('[EDT-371] leaves out an edge of which only the bounding box is in it', () => {
    const area = { left: 0, top: 0, right: 100, bottom: 100 }
    expect(isCurveInArea({ from: { x: -2000, y: 1000 }, to: { x: 2000, y: -1000 } }, area)).toBe(true)
    expect(isCurveInArea({ from: { x: -2000, y: 4000 }, to: { x: 3000, y: -50 } }, area)).toBe(false)
  })
})

describe('edges that come into the page', () => {
  const linesOf = (count: number, selected = -1) =>
    Array.from({ length: count }, (_, index) => ({ id: `l${index}`, selected: index === selected }) as CanvasEdge)
  const ids = (lines: readonly CanvasEdge[]) => lines.map(({ id }) => id)

  it('[EDT-120] are added at once where they are few, as the same list', () => {
    const lines = linesOf(3)
    expect(createBatches(3)(lines)).toBe(lines)
  })

  it('[EDT-120] are added in batches, in their order, beside those that are there already', () => {
    const lines = linesOf(8)
    const next = createBatches(3)
    expect(ids(next(lines))).toEqual(['l0', 'l1', 'l2'])
    expect(ids(next(lines))).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5'])
    expect(next(lines)).toBe(lines)
    expect(next(lines)).toBe(lines)
  })

  it('[EDT-373] are added with the first batch where they are selected', () => {
    expect(ids(createBatches(2)(linesOf(8, 6)))).toEqual(['l0', 'l1', 'l6'])
  })

  it('[EDT-120] replace those that are gone', () => {
    const next = createBatches(2)
    const lines = linesOf(6)
    next(lines)
    expect(ids(next(lines.slice(1)))).toEqual(['l1', 'l2', 'l3'])
    // What has left comes anew.
    expect(ids(next(lines.slice(0, 4)))).toEqual(['l0', 'l1', 'l2', 'l3'])
  })
})

describe('the overview', () => {
  it('[EDT-40] fits the flow in its own proportions, with room around', () => {
    const board = around([
      { x: 0, y: 0, width: 100, height: 50 },
      { x: 900, y: 150, width: 100, height: 50 },
    ])
    expect(board).toEqual({ x: 0, y: 0, width: 1000, height: 200 })
    const whole = fitted(board, { width: 150, height: 100 })
    expect(whole.width / whole.height).toBeCloseTo(1.5)
    expect(whole.width).toBeCloseTo(1080)
    expect(whole.x).toBeCloseTo(-40)
  })

  it('[EDT-40] draws the nodes of a kind as one shape', () => {
    expect(
      pathOf([
        { x: 1, y: 2, width: 30, height: 40 },
        { x: 5, y: 6, width: 7, height: 8 },
      ]),
    ).toBe('M1,2h30v40h-30zM5,6h7v8h-7z')
  })
})
