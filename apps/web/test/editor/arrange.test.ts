import { applyChange, createNode, EMPTY_FLOW, type Flow, type FlowGroup, groupsOf } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aligned, distributed } from '../../src/features/editor/core/align.ts'
import { blocksOf, shiftOf } from '../../src/features/editor/core/blocks.ts'
import { contains } from '../../src/features/editor/core/geometry.ts'
import { groupAround, refitted } from '../../src/features/editor/core/group-rectangle.ts'
import { firstContaining, innermostGroups, membersOf } from '../../src/features/editor/core/membership.ts'

const rect = (x: number, y: number, width = 100, height = 50) => ({ x, y, width, height })
const group = (id: string, frame: ReturnType<typeof rect>): FlowGroup => {
  const { x, y, width, height } = frame
  return { id, label: id, position: { x, y }, width, height }
}

/** Cards of 225 × 75 in a row, 345 apart: a, b and c. */
function row(...groups: FlowGroup[]): Flow {
  const nodes = ['a', 'b', 'c'].map((id, i) => createNode('Server', { id, position: { x: i * 345, y: 0 } }))
  return groups.reduce<Flow>((flow, group) => applyChange(flow, { type: 'add-group', group }), { ...EMPTY_FLOW, nodes })
}

const names = (elements: readonly { id: string }[]) => elements.map(({ id }) => id)

describe('bringing into line', () => {
  const rects = [rect(0, 0), rect(200, 100, 60, 20), rect(50, 300, 200, 80)]

  it.each([
    ['left', [0, 0, 0]],
    ['centre', [80, 100, 30]],
    ['right', [160, 200, 60]],
  ] as const)('[EDT-69] %s', (to, xs) => {
    expect(aligned(rects, to)).toEqual(rects.map(({ y }, i) => ({ x: xs[i], y })))
  })

  it.each([
    ['top', [0, 0, 0]],
    ['middle', [165, 180, 150]],
    ['bottom', [330, 360, 300]],
  ] as const)('[EDT-69] %s', (to, ys) => {
    expect(aligned(rects, to)).toEqual(rects.map(({ x }, i) => ({ x, y: ys[i] })))
  })

  it('[EDT-69] equal gaps between all, of any size and in any order; the outer two stay', () => {
    const places = distributed([rect(500, 0), rect(0, 7, 60), rect(90, 3, 200), rect(310, 1, 40)], 'x')
    expect(places.map(({ x }) => x)).toEqual([500, 0, 127, 393])
    expect(places.map(({ y }) => y)).toEqual([0, 7, 3, 1])
    expect(distributed([rect(0, 300), rect(0, 0), rect(0, 60)], 'y').map(({ y }) => y)).toEqual([300, 0, 150])
  })
})

describe('groups', () => {
  const outer = group('outer', rect(-30, -60, 660, 300))
  const inner = group('inner', rect(-10, -40, 260, 130))

  it('[EDT-152] contain the nodes whose center is inside', () => {
    const flow = row(group('g', rect(100, -100, 360, 200)))
    expect(names(membersOf(flow, groupsOf(flow)[0] as FlowGroup))).toEqual(['a', 'b'])
    expect(names(membersOf(flow, group('g', rect(113, -100, 300, 200))))).toEqual([])
  })

  it('[EDT-861] name the innermost group of a node', () => {
    const homes = innermostGroups(row(inner, outer))
    expect(Object.fromEntries([...homes].map(([id, home]) => [id, home.id]))).toEqual({ a: 'inner', b: 'outer' })
  })

  it('[EDT-861] find the innermost group as a comparison of every node with every group does', () => {
    const coordinate = fc.integer({ min: 0, max: 12 })
    const length = fc.integer({ min: 0, max: 8 })
    const rects = fc.array(fc.record({ x: coordinate, y: coordinate, width: length, height: length }), {
      maxLength: 12,
    })
    const points = fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 30 })
    fc.assert(
      fc.property(rects, points, (rects, points) => {
        const expected = points.map((point) => rects.findIndex((rect) => contains(rect, point)))
        expect([...firstContaining(rects, points)]).toEqual(expected)
      }),
      { numRuns: 500, seed: 68 },
    )
  })

  it('[EDT-861] find it without comparing every node with every group', () => {
    let reads = 0
    const counted = ({ x, ...rest }: ReturnType<typeof rect>) => ({
      ...rest,
      get x() {
        reads += 1
        return x
      },
    })
    const cell = (index: number) => [index % 100, Math.floor(index / 100)] as const
    const nodes = Array.from({ length: 10_000 }, (_, i) => ({ x: cell(i)[0] * 10 + 5, y: cell(i)[1] * 10 + 5 }))
    const tiles = Array.from({ length: 1_000 }, (_, i) => counted(rect(cell(i)[0] * 10, cell(i)[1] * 100, 10, 100)))
    const nested = Array.from({ length: 1_000 }, (_, i) => counted(rect(500 - i / 2, 500 - i / 2, i + 1, i + 1)))
    for (const [groups, share] of [
      [tiles, 0.02],
      [nested, 0.2],
    ] as const) {
      reads = 0
      expect(firstContaining(groups, nodes).filter((home) => home >= 0).length).toBeGreaterThan(9_000)
      expect(reads).toBeLessThan(share * nodes.length * groups.length)
    }
  })

  it('[EDT-66] take along the nodes and groups inside them, each once', () => {
    const flow = row(inner, outer)
    const pieces = blocksOf(flow, { nodes: ['a', 'c'], groups: ['inner', 'outer'] })
    expect(pieces.map(({ nodes, groups }) => [names(nodes), names(groups)])).toEqual([
      [
        ['a', 'b'],
        ['outer', 'inner'],
      ],
      [['c'], []],
    ])
    const moved = applyChange(
      flow,
      shiftOf(pieces, () => ({ x: 10, y: 20 })),
    )
    expect(moved.nodes.map(({ position }) => position)).toEqual([0, 345, 690].map((x) => ({ x: x + 10, y: 20 })))
    expect(groupsOf(moved).map(({ position }) => position)).toEqual([
      { x: 0, y: -20 },
      { x: -20, y: -40 },
    ])
  })

  it('[EDT-65] are made on the grid around the selection, with room for the name', () => {
    const cards = [rect(7, 7, 225, 75), rect(352, 7, 225, 75)]
    expect(groupAround(cards, rect(0, 0))).toEqual({ position: { x: -30, y: -45 }, width: 645, height: 165 })
  })

  it('[EDT-150] are made in the middle of the viewport around nothing', () => {
    const { position, width, height } = groupAround([], rect(0, 0, 1000, 800))
    expect({ position, width, height }).toEqual({ position: { x: 270, y: 255 }, width: 450, height: 270 })
  })

  it('[EDT-165] are fitted again around the nodes and groups inside them, the inner ones first', () => {
    const before = row(inner, outer, group('elsewhere', rect(2000, 0, 300, 300)))
    const positions = new Map([['a', { x: 900, y: 600 }]])
    const after = applyChange(before, { type: 'move', positions })
    expect(Object.fromEntries(refitted(before, after, new Set(['a'])))).toEqual({
      inner: { position: { x: 870, y: 555 }, width: 285, height: 150 },
      outer: { position: { x: 315, y: -45 }, width: 870, height: 780 },
    })
  })
})
