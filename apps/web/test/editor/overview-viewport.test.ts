import { describe, expect, test } from 'vitest'
import { ZOOM } from '../../src/features/editor/core/editor.config.ts'
import { overviewOf } from '../../src/features/editor/core/viewport.ts'

const CANVAS = { width: 860, height: 840 }
const NONE = { top: 0, right: 0, bottom: 0, left: 0 }
const LEGEND = { ...NONE, top: 72 }

describe('the overview', () => {
  test('[EDT-502] has a margin of a tenth, and shows a small flow in its size', () => {
    const { zoom } = overviewOf({ x: 0, y: 0, width: 1_000, height: 100 }, CANVAS, [NONE])
    expect(zoom).toBeCloseTo(860 / 1.1 / 1_000)
    expect(overviewOf({ x: 0, y: 0, width: 10, height: 10 }, CANVAS, [NONE]).zoom).toBe(1)
  })

  test('[EDT-418] zooms out below 0.5 once its margins are small, and no further than 0.2', () => {
    const zoomOf = (width: number) => overviewOf({ x: 0, y: 0, width, height: 100 }, CANVAS, [NONE]).zoom
    expect(zoomOf(1_600)).toBe(ZOOM.min)
    expect(zoomOf(2_030)).toBeCloseTo(0.4)
    expect(zoomOf(50_000)).toBe(ZOOM.overview)
  })

  test('[EDT-420] lies between what covers the canvas, where it is largest', () => {
    const bounds = { x: 100, y: 50, width: 800, height: 1_400 }
    const beside = { ...LEGEND, left: 60, right: 190 }
    const { x, y, zoom } = overviewOf(bounds, CANVAS, [{ ...LEGEND, bottom: 300 }, beside])
    expect(y + 50 * zoom).toBeGreaterThanOrEqual(72)
    expect(x + 100 * zoom).toBeGreaterThanOrEqual(60)
    expect(x + 900 * zoom).toBeLessThanOrEqual(860 - 190)
  })
  test('[EDT-420] is by the first of several choices that leave it as large', () => {
    const bounds = { x: 0, y: 0, width: 800, height: 400 }
    const [left, right] = [
      { ...NONE, left: 100 },
      { ...NONE, right: 100 },
    ]
    const middleOf = (choices: readonly (typeof NONE)[]) => {
      const { x, zoom } = overviewOf(bounds, CANVAS, choices)
      return x + 400 * zoom
    }
    // Beside what lies there, or else beside the margin of a tenth, half of it on each side.
    const margin = (860 - 860 / 1.1) / 2
    expect(middleOf([left, right])).toBeCloseTo((100 + 860 - margin) / 2, 9)
    expect(middleOf([right, left])).toBeCloseTo((margin + 860 - 100) / 2, 9)
  })

  test('[EDT-991] shows where a flow begins that is too large', () => {
    const { x, y, zoom } = overviewOf({ x: 100, y: 50, width: 50_000, height: 100 }, CANVAS, [LEGEND])
    const margin = (860 - 860 / 1.1) / 2
    expect(zoom).toBe(ZOOM.overview)
    expect(x + 100 * zoom).toBeGreaterThanOrEqual(0)
    expect(x + 100 * zoom).toBeLessThanOrEqual(margin)
    expect(y + 100 * zoom).toBeCloseTo((72 + 840 - 24) / 2, 0)
  })

  test('[EDT-990] is no smaller than asked for', () => {
    const { x, zoom } = overviewOf({ x: 0, y: 0, width: 2_000, height: 100 }, CANVAS, [{ ...NONE, right: 500 }], 0.5)
    expect([x, zoom]).toEqual([24, 0.5])
  })
})
