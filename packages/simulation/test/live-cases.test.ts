import { describe, expect, it } from 'vitest'
import { findMisses, findMissesOfMeans } from './cases/judge.ts'
import file from './cases/live.json' with { type: 'json' }
import { MEASURES } from './cases/live-cases.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

describe('reference cases', () => {
  it('are missed by a list with an item too many or too few', () => {
    const missed = (listed: readonly number[]) => findMisses({ listed: [1, 2] }, { listed }, { rule: 'exact' })
    expect([[1, 2], [1, 2, 3], [1]].map((listed) => missed(listed).length)).toEqual([0, 1, 1])
  })

  it.each(file.cases)('$id $title', ({ id, inputs, expected, tolerance }) => {
    const measure = MEASURES[id]
    if (measure === undefined) throw new Error(`Nothing measures ${id}.`)
    const misses =
      tolerance.rule === 'S10'
        ? findMissesOfMeans(expected as never, SEEDS.map((seed) => measure(inputs as never, seed)) as never, tolerance)
        : findMisses(expected, measure(inputs as never, 1), tolerance)
    expect(misses).toEqual([])
  })
})
