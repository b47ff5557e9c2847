import { TEMPLATES } from '@plimsoll/catalog'
import { instantiateTemplate, wrappedLayers, wrappedTemplate } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { boundsOf, intersects } from '../../src/features/editor/core/geometry.ts'
import { rectOf } from '../../src/features/editor/core/placement.ts'
import { overviewOf } from '../../src/features/editor/core/viewport.ts'

/** Canvases beside the panels at 1440 × 900, 1280 × 720 and on a phone, and what covers them. */
const COVERED = [
  { top: 72, right: 0, bottom: 136, left: 0 },
  { top: 72, right: 192, bottom: 64, left: 64 },
]
const SCREENS = [
  { width: 863, height: 848, least: 0.4 },
  { width: 703, height: 668, least: 0.4 },
  { width: 390, height: 600, least: 0.2 },
]

describe('a template that is added', () => {
  it.each(
    TEMPLATES.flatMap((template) =>
      SCREENS.map((screen) => [template.title, screen.width, { template, screen }] as const),
    ),
  )(
    '[EDT-491] [EDT-852] %s is shown whole and can be read on a canvas of %i px',
    (_title, _width, { template, screen }) => {
      const zoomOf = (size: { width: number; height: number }) =>
        overviewOf({ x: 0, y: 0, ...size }, screen, COVERED).zoom
      const { cells, width, height } = wrappedTemplate(template, zoomOf)
      expect(zoomOf({ width, height })).toBeGreaterThanOrEqual(screen.least)
      let next = 0
      const flow = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => String(next++), cells })
      const rects = flow.nodes.map(rectOf)
      expect(boundsOf(rects)).toMatchObject({ width, height })
      for (const [index, rect] of rects.entries())
        expect(rects.slice(index + 1).some((other) => intersects(rect, other, 60))).toBe(false)
      for (const { x, y } of rects) expect([Math.abs(x % 350), Math.abs((y * 2) % 200)]).toEqual([0, 0])
    },
  )

  it('[EDT-491] stays in one band from zoom 0.4 on', () => {
    const { cells } = wrappedLayers([1, 1, 2, 1, 1], () => 0.4)
    expect(cells.map((layer) => layer[0]?.column)).toEqual([0, 1, 2, 3, 4])
    expect(cells[2]?.map(({ row }) => row)).toEqual([-0.5, 0.5])
    const wrapped = wrappedLayers([1, 1, 2, 1, 1], ({ width }) => (width > 1_300 ? 0.39 : 0.5))
    expect(wrapped.cells.map((layer) => layer[0]?.column)).toEqual([0, 1, 2, 3, 0])
  })

  it('[EDT-853] has a last layer in a row where it has a band to itself', () => {
    const { cells } = wrappedLayers([2, 1, 3, 2, 4], ({ width, height }) =>
      width <= 1300 && height <= 900 ? 0.5 : 0.3,
    )
    expect(cells[4]?.map(({ column }) => column)).toEqual([0, 1, 2, 3])
    expect(new Set(cells[4]?.map(({ row }) => row)).size).toBe(1)
  })
})
