import { createNode, EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { beginDrag, resizedOnGrid } from '../../src/features/editor/core/drag.ts'
import { guideMarks, guideShift } from '../../src/features/editor/core/guides.ts'

const rect = (x: number, y: number, width = 100, height = 50) => ({ x, y, width, height })

describe('guides', () => {
  it.each([
    ['left sides', rect(104, 200), -4],
    ['right sides', rect(93, 200, 103), 4],
    ['middles', rect(72, 200, 160), -2],
    ['a left side at a right one', rect(197, 200), 3],
    ['a right side at a left one', rect(5, 200), -5],
    ['nothing within reach', rect(120, 200), null],
  ])('[EDT-302] draw to %s', (_, dragged, shift) => {
    expect(guideShift('x', dragged, [rect(100, 0)], 6)).toBe(shift)
  })

  it('[EDT-302] draw to equal gaps: between two, and after two', () => {
    const between = [rect(0, 0), rect(430, 10)]
    expect(guideShift('x', rect(213, 5), between, 6)).toBe(2)
    const inRow = [rect(0, 0), rect(170, 0)]
    expect(guideShift('x', rect(344, 5), inRow, 6)).toBe(-4)
    expect(guideShift('x', rect(-173, 5), inRow, 6)).toBe(3)
    expect(guideShift('x', rect(344, 300), inRow, 6)).toBe(null)
  })

  it('[EDT-70] [EDT-301] show the nearest of what is level, and both gaps', () => {
    expect(guideMarks('x', rect(100, 200), [rect(100, 0), rect(100, 90)])).toEqual([
      { sort: 'level', axis: 'x', at: 100, from: 90, to: 250 },
      { sort: 'level', axis: 'x', at: 200, from: 90, to: 250 },
    ])
    expect(guideMarks('x', rect(340, 5), [rect(0, 0), rect(170, 0)])).toEqual([
      { sort: 'gap', axis: 'x', at: 30, from: 270, to: 340 },
      { sort: 'gap', axis: 'x', at: 30, from: 100, to: 170 },
    ])
  })
})

describe('a drag', () => {
  const flow: Flow = {
    ...EMPTY_FLOW,
    nodes: [
      createNode('Server', { id: 'a', position: { x: 0, y: 0 } }),
      createNode('Server', { id: 'b', position: { x: 401, y: 203 } }),
    ],
  }
  const seen = { viewport: rect(-500, -500, 2000, 2000), zoom: 1, isFree: false }

  it('[EDT-300] [EDT-302] [EDT-303] ends level with a guide, and on the grid where there is none or it is free of them', () => {
    const drag = beginDrag(flow, ['a'])
    expect(drag.follow('a', { x: 52, y: 98 }, seen)).toEqual({ by: { x: 45, y: 105 }, marks: [] })
    expect(drag.follow('a', { x: 397, y: 98 }, seen).by).toEqual({ x: 401, y: 105 })
    expect(drag.follow('a', { x: 397, y: 98 }, { ...seen, isFree: true })).toEqual({
      by: { x: 390, y: 105 },
      marks: [],
    })
    expect(drag.follow('a', { x: 411, y: 98 }, { ...seen, zoom: 0.5 }).by.x).toBe(401)
    expect(drag.follow('a', { x: 397, y: 98 }, { ...seen, viewport: rect(0, 0, 90, 90) }).by.x).toBe(390)
  })

  it('[EDT-9] a resize ends on the grid with the sides that moved, and not under the least size', () => {
    const before = rect(7, 7, 225, 75)
    const least = { width: 100, height: 50 }
    expect(resizedOnGrid(before, { ...before, width: 250 }, least)).toEqual(rect(7, 7, 248, 75))
    expect(resizedOnGrid(before, { ...before, x: 27, width: 205 }, least)).toEqual(rect(30, 7, 202, 75))
    expect(resizedOnGrid(before, { ...before, y: 22, height: 60 }, least)).toEqual(rect(7, 15, 225, 67))
    expect(resizedOnGrid(before, { ...before, height: 60 }, least)).toEqual(rect(7, 7, 225, 53))
    expect(resizedOnGrid(before, { ...before, width: 100, height: 50 }, least)).toEqual(rect(7, 7, 100, 50))
    expect(resizedOnGrid(before, { ...before, x: 132, width: 100 }, least)).toEqual(rect(132, 7, 100, 75))
  })
})
