import type { RunSnapshot } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { createDotCounts } from '../../src/features/editor/painters/dots/draw-counts.ts'

const EDGES = ['a', 'b', 'c']

const snapshotOf = (edge: readonly number[], { elapsedTime = 0, edges = EDGES } = {}) =>
  ({ elapsedTime, edges, dots: { count: edge.length, edge: Uint32Array.from(edge) } }) as unknown as RunSnapshot

describe('counts in place of dots', () => {
  it('[RUN-27] say how many dots are on each connection', () => {
    const counts = createDotCounts()(snapshotOf([0, 2, 2, 2]), 0)
    expect([...counts]).toEqual([
      [0, 1],
      [2, 3],
    ])
  })

  it('[RUN-74] stand for half a second', () => {
    const countsOf = createDotCounts()
    countsOf(snapshotOf([0]), 1000)
    expect(countsOf(snapshotOf([0, 0], { elapsedTime: 100 }), 1499).get(0)).toBe(1)
    expect(countsOf(snapshotOf([0, 0, 0], { elapsedTime: 200 }), 1500).get(0)).toBe(3)
  })

  it('[RUN-74] are counted at once for another run or other connections', () => {
    const countsOf = createDotCounts()
    countsOf(snapshotOf([0], { elapsedTime: 500 }), 1000)
    expect(countsOf(snapshotOf([1], { elapsedTime: 100 }), 1001).get(1)).toBe(1)
    expect(countsOf(snapshotOf([2], { elapsedTime: 200, edges: ['x', 'y', 'z'] }), 1002).get(2)).toBe(1)
  })
})
