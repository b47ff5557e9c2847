import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { scramble } from '../src/rng.ts'

const draws = (seed: number, count: number) => {
  const rng = createRng(seed)
  return Array.from({ length: count }, rng)
}

describe('the random source', () => {
  it('[SIM-5] [SIM-846] gives the same numbers for the same seed, and others for a near one', () => {
    expect(draws(7, 100)).toEqual(draws(7, 100))
    expect(draws(7, 100)).not.toEqual(draws(8, 100))
    expect(draws(0.5, 100)).not.toEqual(draws(0.25, 100))
  })

  it('gives a pinned sequence, so that runs stay what they were', () => {
    expect(draws(1, 4)).toMatchInlineSnapshot(`
      [
        0.14662534394301474,
        0.5783727965317667,
        0.8047327727545053,
        0.6664031834807247,
      ]
    `)
  })

  it('is even over [0, 1) for any kind of seed', () => {
    for (const seed of [0, 1, -1, 1e300, 2 ** 32, Number.NaN]) {
      const tenths = Array.from({ length: 10 }, () => 0)
      const all = draws(seed, 100_000)
      for (const draw of all) tenths[Math.floor(draw * 10)] = (tenths[Math.floor(draw * 10)] ?? 0) + 1
      // Each has found its place: none is 1 or more, less than 0, or no number.
      expect(tenths).toHaveLength(10)
      expect(tenths.reduce((sum, count) => sum + count)).toBe(all.length)
      // Five standard deviations of a binomial count.
      for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(9_000))
    }
  })

  it('[SIM-25] scrambles different numbers to different ones', () => {
    expect(new Set(Array.from({ length: 200_000 }, (_, number) => scramble(number))).size).toBe(200_000)
  })
})
