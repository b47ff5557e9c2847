import { createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import {
  paragraphsOf,
  slideByKey,
  slideRect,
  viewportBetween,
  viewportOn,
} from '../../src/features/editor/core/slide-view.ts'

const FLOW: Flow = {
  nodes: [
    createNode('Server', { id: 'a', position: { x: 0, y: 0 } }),
    { ...createNode('Server', { id: 'b', position: { x: 400, y: 300 } }), width: 200, height: 100 },
  ],
  edges: [],
  groups: [{ id: 'g', label: 'Zone', position: { x: 1_000, y: 0 }, width: 300, height: 200 }],
}
const AREA = { x: 5, y: 6, width: 700, height: 800 }

describe('what a slide shows', () => {
  it('[EDT-922] is an area, or its components and groups wherever they are now', () => {
    expect(slideRect(FLOW, { area: AREA })).toEqual(AREA)
    expect(slideRect(FLOW, { area: AREA, elements: ['b'] })).toEqual({ x: 368, y: 268, width: 264, height: 164 })
    const moved = { ...FLOW, nodes: FLOW.nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } })) }
    expect(slideRect(moved, { area: AREA, elements: ['b', 'gone'] })).toMatchObject({ x: -32, y: -32, width: 264 })
    expect(slideRect(FLOW, { area: AREA, elements: ['b', 'g'] })).toMatchObject({ x: 368, width: 964 })
    expect(slideRect(FLOW, { area: AREA, elements: ['gone'] })).toEqual(AREA)
  })

  it('[EDT-923] is shown whole and in the middle, whatever the screen', () => {
    for (const size of [
      { width: 1_440, height: 700 },
      { width: 390, height: 500 },
    ]) {
      const { x, y, zoom } = viewportOn(AREA, size)
      const [left, top] = [x + AREA.x * zoom, y + AREA.y * zoom]
      expect(left).toBeGreaterThanOrEqual(-0.001)
      expect(top).toBeGreaterThanOrEqual(-0.001)
      expect(left + (AREA.width * zoom) / 2).toBeCloseTo(size.width / 2)
      expect(top + (AREA.height * zoom) / 2).toBeCloseTo(size.height / 2)
    }
    expect(viewportOn({ x: 0, y: 0, width: 1, height: 1 }, { width: 900, height: 900 }).zoom).toBe(1.5)
  })

  it('[EDT-924] is flown to from the slide before: from there, and to where it lies', () => {
    const size = { width: 1_000, height: 500 }
    const [from, to] = [viewportOn(AREA, size), viewportOn({ ...AREA, x: 3_000, width: 350, height: 400 }, size)]
    const at = (done: number) => viewportBetween(from, to, done)
    expect(at(1)).toEqual(to)
    for (const part of ['x', 'y', 'zoom'] as const) expect(at(0)[part]).toBeCloseTo(from[part])
    expect(at(0.5).zoom).toBeGreaterThan(from.zoom)
    expect(at(0.5).zoom).toBeLessThan(to.zoom)
  })

  it('[EDT-925] arrow keys lead to the next and the one before, Home and End to the first and the last', () => {
    const at = (key: string, index: number) => slideByKey(key, index, 4)
    expect([at('ArrowRight', 0), at('PageDown', 2), at('ArrowRight', 3)]).toEqual([1, 3, 3])
    expect([at('ArrowLeft', 3), at('PageUp', 1), at('ArrowLeft', 0)]).toEqual([2, 0, 0])
    expect([at('Home', 2), at('End', 1), at('a', 1)]).toEqual([0, 3, null])
  })

  it('[EDT-926] has a text in paragraphs, which empty lines divide', () => {
    expect(paragraphsOf('One,\nstill one.\n\n \n  Two.\n')).toEqual(['One,\nstill one.', 'Two.'])
    expect(paragraphsOf('  ')).toEqual([])
  })
})
