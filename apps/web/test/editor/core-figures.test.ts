import { createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { isWithinDepth } from '../../src/features/editor/core/clipboard/json-depth.ts'
import { cullArea, stillCovers } from '../../src/features/editor/core/cull-area.ts'
import { layOutPlan } from '../../src/features/editor/core/layout/lay-out.ts'
import { freePosition } from '../../src/features/editor/core/placement.ts'
import { visibleRect } from '../../src/features/editor/core/viewport.ts'

describe('the visible part of the flow', () => {
  const viewport = { x: 100, y: -60, zoom: 2, width: 1000, height: 500 }

  it('is the canvas in pixels of the flow, without what is to be left free', () => {
    expect(visibleRect(viewport)).toEqual({ x: -50, y: 30, width: 500, height: 250 })
    const clearance = { top: 20, bottom: 30, side: 40 }
    expect(visibleRect(viewport, clearance)).toEqual({ x: -30, y: 40, width: 460, height: 225 })
  })

  it('[EDT-41] with three tenths more on each side is the area in the page', () => {
    const visible = { left: -50, top: 30, right: 450, bottom: 280 }
    expect(cullArea(viewport)).toMatchObject({ left: -200, top: -45, right: 600, bottom: 355, visible })
  })

  it('[EDT-372] is covered until it is two thirds as wide, wherever it is', () => {
    const area = cullArea({ x: -9000, y: 0, zoom: 1, width: 900, height: 300 })
    const narrower = (width: number) => cullArea({ x: -9000, y: 0, zoom: 1, width, height: 300 })
    expect(stillCovers(area, narrower(601))).toBe(true)
    expect(stillCovers(area, narrower(600))).toBe(false)
  })
})

describe('how deep a text is nested', () => {
  it.each([
    ['[]', 1, true],
    ['[]', 0, false],
    ['[', 0, false],
    ['{"a":[{}]}', 3, true],
    ['{"a":[{}]}', 2, false],
    ['[[],[],[]]', 2, true],
    ['["[[["]', 1, true],
    [String.raw`["\"[["]`, 1, true],
    [String.raw`["\\",[[]]]`, 2, false],
  ])('[EXC-5] %s within %d: %s', (text, limit, isWithin) => {
    expect(isWithinDepth(text, limit)).toBe(isWithin)
  })
})

describe('nodes without edges', () => {
  const gap = { horizontal: 100, vertical: 50 }
  const nodes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${index}`, x: 0, y: index * 100, width: 200, height: 80 }))

  it('[EDT-71] are laid out in about as many rows as columns', () => {
    const positions = layOutPlan({ nodes: nodes(9), edges: [], gap, keepsOrder: false })
    const columns = [0, 300, 600]
    const rows = [0, 130, 260]
    expect([...positions.values()]).toEqual(rows.flatMap((y) => columns.map((x) => ({ x, y }))))
  })

  it('[EDT-71] are laid out in rows below the others, as wide as these', () => {
    const edges = [['0', '1']] as const
    const positions = layOutPlan({ nodes: nodes(5), edges, gap, keepsOrder: false })
    const [left, right] = [positions.get('0'), positions.get('1')]
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBe(300)
    const [first, second, third] = ['2', '3', '4'].map((id) => positions.get(id))
    expect(first).toEqual({ x: left?.x, y: (left?.y ?? 0) + 130 })
    expect(second).toEqual({ x: right?.x, y: first?.y })
    expect(third).toEqual({ x: left?.x, y: (first?.y ?? 0) + 130 })
  })
})

describe('the place for a new node', () => {
  it('[EDT-1] is where it was wanted when none of the 40 by 40 nearest is free', () => {
    const viewport = { x: 0, y: 0, width: 225, height: 75 }
    const [first] = [freePosition([], { beside: null, viewport })]
    expect(first).toEqual({ x: 0, y: 0 })
    const taken = []
    const [right, below] = [nextTo('x'), nextTo('y')]
    for (let column = 0; column < 40; column += 1)
      for (let row = -21; row <= 21; row += 1)
        taken.push(server(`${column} ${row}`, { x: column * right, y: row * below }))
    expect(freePosition(taken, { beside: null, viewport })).toEqual(first)
  })
})

const server = (id: string, position: { x: number; y: number }) => createNode('Server', { id, position })

/** From one node to the next that is placed, to the right or downwards. */
function nextTo(axis: 'x' | 'y'): number {
  const viewport = { x: 0, y: 0, width: 225, height: 75 }
  const nodes = [server('first', { x: 0, y: 0 })]
  if (axis === 'x') return freePosition([], { beside: nodes[0] ?? null, viewport }).x
  return freePosition(nodes, { beside: null, viewport }).y
}
