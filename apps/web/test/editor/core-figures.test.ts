import { createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { jsonExcess } from '../../src/features/editor/core/clipboard/json-excess.ts'
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

describe('what is too much of a JSON text', () => {
  const deep = 'it is nested deeper than 32 levels'
  const long = 'it has a list of more than 100000 entries'
  const nested = (depth: number, inside = '') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`
  const list = (length: number) => `[${'0,'.repeat(length - 1)}0]`

  it.each([
    ['as deep as may be', nested(32), null],
    ['one deeper', nested(33), deep],
    ['one deeper, never closed', '['.repeat(33), deep],
    ['objects and lists', `${'{"a":['.repeat(16)}{`, deep],
    ['side by side', `[${Array(40).fill('[]').join()}]`, null],
    ['brackets in a text', nested(32, '"[{"'), null],
    ['brackets after an escaped quote', nested(32, String.raw`"\"["`), null],
    ['brackets after an escaped backslash', nested(32, String.raw`"\\",[]`), deep],
    ['as long as may be', list(100_000), null],
    ['one longer', list(100_001), long],
    ['commas in a text', `["${','.repeat(200_000)}"]`, null],
    ['commas of lists in it', `[${Array(9).fill(list(99_999)).join()}]`, null],
    ['one longer, after a list in it', `[[],${list(100_000).slice(1)}`, long],
    ['commas of no list', ','.repeat(100_001), long],
  ])('[EXC-5] %s', (_, text, excess) => {
    expect(jsonExcess(text)).toBe(excess)
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
