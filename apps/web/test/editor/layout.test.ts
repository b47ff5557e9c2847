import { applyChange, createNode, EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { intersects } from '../../src/features/editor/core/geometry.ts'
import { layOutPlan } from '../../src/features/editor/core/layout/lay-out.ts'
import { manyLayers } from '../../src/features/editor/core/layout/many-layers.ts'
import { centred, planOf } from '../../src/features/editor/tools/arrange/layered-layout.ts'

type At = readonly [id: string, x: number, y: number]

function board(cards: readonly At[], lines: readonly string[]): Flow {
  const nodes = cards.map(([id, x, y]) => createNode('Server', { id, position: { x, y } }))
  const ends = lines.map((line) => line.split(' ') as [string, string])
  return ends.reduce<Flow>(
    (flow, [source, target]) =>
      applyChange(flow, { type: 'connect', id: `${source} ${target}`, ends: { source, target } }),
    { ...EMPTY_FLOW, nodes },
  )
}

function laidOut(flow: Flow, options: Partial<Parameters<typeof planOf>[1]> = {}) {
  const plan = planOf(flow, { keepsOrder: true, ...options })
  return Object.fromEntries([...centred(plan, layOutPlan(plan))].map(([id, { x, y }]) => [id, [x, y]]))
}

/** A balancer before two servers before a database, thrown together; `late` stands above `early`. */
const scattered = board(
  [
    ['db', 0, 0],
    ['late', 40, 10],
    ['early', 20, 300],
    ['front', 500, 90],
  ],
  ['front early', 'front late', 'early db', 'late db'],
)

describe('auto layout', () => {
  it('[EDT-71] puts a source 350 to the left of its target, and nodes of a layer 200 apart', () => {
    const places = laidOut(scattered)
    const [x, y] = places.front ?? []
    expect(places).toEqual({
      front: [x, y],
      late: [Number(x) + 350, Number(y) - 100],
      early: [Number(x) + 350, Number(y) + 100],
      db: [Number(x) + 700, y],
    })
  })

  it('[EDT-158] keeps the center', () => {
    const [x, y] = laidOut(scattered).front ?? []
    expect([Number(x) + (700 + 225) / 2, Number(y) + 75 / 2]).toEqual([725 / 2, 375 / 2])
  })

  it('[EDT-159] keeps the order of a layer from top to bottom, even if edges cross', () => {
    const crossed = board(
      [
        ['a', 0, 0],
        ['b', 0, 200],
        ['c', 350, 0],
        ['d', 350, 200],
      ],
      ['a d', 'b c'],
    )
    const kept = laidOut(crossed)
    expect([kept.a?.[1], kept.c?.[1]]).toEqual([kept.b?.[1], kept.d?.[1]].map((y) => Number(y) - 200))
    const free = laidOut(crossed, { keepsOrder: false })
    expect([free.a?.[1], free.b?.[1]]).toEqual([free.d?.[1], free.c?.[1]])
  })

  it('[EDT-160] changes nothing when it is repeated', () => {
    const places = laidOut(scattered)
    const positions = new Map(Object.entries(places).map(([id, [x = 0, y = 0]]) => [id, { x, y }]))
    expect(laidOut(applyChange(scattered, { type: 'move', positions }))).toEqual(places)
  })

  it('[EDT-161] [EDT-162] moves only the selected nodes, and puts unconnected ones in rows below', () => {
    const loose = board(
      [
        ['a', 0, 0],
        ['b', 5, 5],
        ['c', 10, 10],
        ['d', 20, 20],
        ['e', 99, 99],
      ],
      ['a b'],
    )
    const places = laidOut(loose, { only: new Set(['a', 'b', 'c', 'd']) })
    expect(Object.keys(places)).toEqual(['a', 'b', 'c', 'd'])
    expect(new Set(['c', 'd'].map((id) => places[id]?.[1]))).toEqual(new Set([Number(places.a?.[1]) + 200]))
    expect(
      Object.values(
        laidOut(
          board(
            [
              ['a', 0, 0],
              ['b', 5, 5],
              ['c', 9, 9],
            ],
            [],
          ),
        ),
      ),
    ).toHaveLength(3)
  })

  it.each([2, 40, 400])('[EDT-163] puts none of %d nodes in cycles and chains on another', (count) => {
    const ids = Array.from({ length: count }, (_, i) => `n${i}`)
    const flow = board(
      ids.map((id, i) => [id, (i % 7) * 10, i]),
      ids.flatMap((id, i) => [`${id} n${(i + 1) % count}`, `${id} n${(i * 7 + 3) % count}`]),
    )
    const places = Object.values(laidOut(flow))
    expect(places).toHaveLength(count)
    for (const [i, [x = 0, y = 0]] of places.entries())
      for (const [otherX = 0, otherY = 0] of places.slice(i + 1))
        expect(Math.abs(x - otherX) >= 225 || Math.abs(y - otherY) >= 75).toBe(true)
  })

  it('[EDT-163] puts no large node on another, connected or not', () => {
    const rects = [300, 1200, 500, 900, 75].map((height, i) => ({
      id: `n${i}`,
      x: 0,
      y: i,
      width: 1500 - height,
      height,
    }))
    const plan = {
      nodes: rects,
      edges: [['n0', 'n1']],
      gap: { horizontal: 125, vertical: 125 },
      keepsOrder: true,
    } as const
    const places = layOutPlan(plan)
    const placed = rects.map((rect) => ({ ...rect, ...places.get(rect.id) }))
    for (const [i, a] of placed.entries())
      for (const b of placed.slice(i + 1)) expect(intersects(a, b), `${a.id} ${b.id}`).toBe(false)
  })

  it.each([
    ['a chain', (i: number) => `n${i} n${i + 1}`],
    ['around one', (i: number) => `n0 n${i + 1}`],
  ])('[EDT-164] [EDT-160] keeps 5,000 nodes within 100,000 px: %s', (_name, line) => {
    const ids = Array.from({ length: 5000 }, (_, i): At => [`n${i}`, 0, i])
    const nodes = ids.map(([id, x, y]) => ({ id, x, y, width: 225, height: 75 }))
    const lines = ids.slice(1).map((_, i) => line(i).split(' ') as [string, string])
    const plan = { edges: lines, gap: { horizontal: 125, vertical: 125 }, keepsOrder: true }
    const places = layOutPlan({ ...plan, nodes })
    for (const { x, y } of places.values()) expect(Math.abs(x) + Math.abs(y)).toBeLessThan(100_000)
    expect(layOutPlan({ ...plan, nodes: nodes.map((card) => ({ ...card, ...places.get(card.id) })) })).toEqual(places)
  })

  it('[EDT-71] begins a circle with its first node, in flows of any size', () => {
    const nodes = ['a', 'b', 'c'].map((id) => ({ id, x: 0, y: 0, width: 225, height: 75 }))
    const edges = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ] as const
    const places = manyLayers({ nodes, edges, gap: { horizontal: 125, vertical: 125 }, keepsOrder: true })
    expect(nodes.map(({ id }) => places.get(id)?.x)).toEqual([0, 350, 700])
  })

  it('[EDT-167] places 2,000 nodes with 3,000 edges', () => {
    const cards = Array.from({ length: 2000 }, (_, i): At => [`n${i}`, (i * 7919) % 5000, (i * 104_729) % 3000])
    const nodes = cards.map(([id, x, y]) => ({ id, x, y, width: 225, height: 75 }))
    const lines = Array.from({ length: 3000 }, (_, i) => {
      const from = (i * 31) % 1990
      return [`n${from}`, `n${from + 1 + (i % 9)}`] as const
    })
    const gap = { horizontal: 125, vertical: 125 }
    expect(layOutPlan({ nodes, edges: lines, gap, keepsOrder: true }).size).toBe(2000)
    expect(layOutPlan({ nodes, edges: lines, gap, keepsOrder: false }).size).toBe(2000)
  })

  it('[EDT-167] places 100 nodes with an edge from each to each', () => {
    const ids = Array.from({ length: 100 }, (_, i) => `n${i}`)
    const cards = ids.map((id, y) => ({ id, x: 0, y, width: 225, height: 75 }))
    const lines = ids.flatMap((a) => ids.filter((b) => b !== a).map((b) => [a, b] as const))
    const gap = { horizontal: 125, vertical: 125 }
    expect(layOutPlan({ nodes: cards, edges: lines, gap, keepsOrder: true }).size).toBe(100)
  })
})
