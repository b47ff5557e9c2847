import { getBezierPath, Position } from '@xyflow/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaInView, coversView } from '../../src/features/editor/canvas/area.ts'
import { isCurveInArea } from '../../src/features/editor/canvas/curve.ts'
import { framed, pathOf } from '../../src/features/editor/canvas/overview-shapes.ts'
import { around } from '../../src/features/editor/geometry.ts'
import { tabulate } from '../../src/features/simulation/dots/path-table.ts'

const viewed = (x: number, y: number, zoom = 1) => areaInView({ x, y, zoom, width: 1000, height: 500 })

describe('the part of a large board that is in the page', () => {
  it('[EDT-41] stays while the view moves by less than a fifth, and follows it beyond', () => {
    const area = viewed(0, 0)
    expect(coversView(area, viewed(-200, 100))).toBe(true)
    expect(coversView(area, viewed(-201, 0))).toBe(false)
    expect(coversView(area, viewed(0, 101))).toBe(false)
  })

  it('[EDT-41] is chosen anew when the view has come much nearer', () => {
    const area = viewed(0, 0, 0.5)
    expect(coversView(area, viewed(0, 0, 0.7))).toBe(true)
    expect(coversView(area, viewed(0, 0, 0.8))).toBe(false)
  })

  it('[EDT-41] holds every line of which anything is in it', () => {
    const area = { left: 0, top: 0, right: 1000, bottom: 600 }
    const coordinate = fc.integer({ min: -3000, max: 3000 })
    const point = fc.record({ x: coordinate, y: coordinate })
    fc.assert(
      fc.property(point, point, (from, to) => {
        const [path] = getBezierPath({
          sourceX: from.x,
          sourceY: from.y,
          sourcePosition: Position.Right,
          targetX: to.x,
          targetY: to.y,
          targetPosition: Position.Left,
        })
        const { points } = tabulate(path)
        // Points of the table lie on chords, up to a pixel beside the curve.
        const isSeen = Array.from({ length: points.length / 2 }, (_, i) => [
          points[2 * i] ?? 0,
          points[2 * i + 1] ?? 0,
        ]).some(([x = 0, y = 0]) => x > 1 && x < 999 && y > 1 && y < 599)
        return !isSeen || isCurveInArea({ from, to }, area)
      }),
      { numRuns: 2000 },
    )
  })

  it('[EDT-41] leaves out a line that only its box brings into it', () => {
    const area = { left: 0, top: 0, right: 100, bottom: 100 }
    expect(isCurveInArea({ from: { x: -2000, y: 1000 }, to: { x: 2000, y: -1000 } }, area)).toBe(true)
    expect(isCurveInArea({ from: { x: -2000, y: 4000 }, to: { x: 3000, y: -50 } }, area)).toBe(false)
  })
})

describe('the overview', () => {
  it('[EDT-40] frames the board in its own proportions, with room around', () => {
    const board = around([
      { x: 0, y: 0, width: 100, height: 50 },
      { x: 900, y: 150, width: 100, height: 50 },
    ])
    expect(board).toEqual({ x: 0, y: 0, width: 1000, height: 200 })
    const whole = framed(board, { width: 150, height: 100 })
    expect(whole.width / whole.height).toBeCloseTo(1.5)
    expect(whole.width).toBeCloseTo(1080)
    expect(whole.x).toBeCloseTo(-40)
  })

  it('[EDT-40] draws the cards of a kind as one shape', () => {
    expect(
      pathOf([
        { x: 1, y: 2, width: 30, height: 40 },
        { x: 5, y: 6, width: 7, height: 8 },
      ]),
    ).toBe('M1,2h30v40h-30zM5,6h7v8h-7z')
  })
})
