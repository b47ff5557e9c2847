import { MOST_SEED } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { randomSeed, readSeed } from '../../src/features/editor/run/seed.ts'

describe('the seed', () => {
  it('[RUN-35] is a whole number from 0 to 2,147,483,647', () => {
    expect(['0', ' 7 ', '2147483647', '007'].map(readSeed)).toEqual([0, 7, MOST_SEED, 7])
    const refused = ['', ' ', '-1', '1.5', '1e3', '2147483648', '99999999999999999999', 'NaN', '0x10', '1,000', '٣']
    expect(refused.map(readSeed)).toEqual(refused.map(() => null))
  })

  it('[RUN-127] is valid when it is random', () => {
    const seeds = Array.from({ length: 1000 }, randomSeed)
    expect(seeds.every((seed) => readSeed(String(seed)) === seed)).toBe(true)
    expect(new Set(seeds).size).toBeGreaterThan(990)
  })
})
