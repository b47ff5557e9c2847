import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { settledAfter } from '../../src/report/warm-up.ts'

const noise = (count: number, seed: number, of = (_index: number, chance: number) => 100 + chance) => {
  const rng = createRng(seed)
  return Array.from({ length: count }, (_, index) => of(index, 20 * (rng() - 0.5)))
}

describe('the end of the warm-up', () => {
  it.each([1, 2, 3])('[SIM-317] is where a rise ends (seed %d)', (seed) => {
    const rising = noise(200, seed, (index, chance) => Math.min(1, index / 40) * 100 + chance)
    const cut = settledAfter(rising)
    expect(cut).toBeGreaterThanOrEqual(25)
    expect(cut).toBeLessThanOrEqual(70)
  })

  it('[SIM-317] is the first span of values that never change', () => {
    expect(settledAfter(Array.from({ length: 100 }, () => 7))).toBe(0)
  })

  it('[SIM-957] cannot be told where the values keep growing, nor of few values', () => {
    expect(settledAfter(noise(200, 4, (index, chance) => index * 10 + chance))).toBeNull()
    expect(settledAfter([5, 1, 1, 1, 1, 1, 1, 1, 1, 1])).toBeNull()
  })
})
