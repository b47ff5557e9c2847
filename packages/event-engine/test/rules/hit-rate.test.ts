import { createRng } from '@plimsoll/simulation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zipfShares } from '../../src/rules/hit-rate.ts'
import { renewedHitRate } from '../theory.ts'
import { agingCache, cacheOf, expiringCache, fetchingCache, traceHits } from './cache-trace.ts'
import { hitRateOf, ttlHitRate } from './hit-rate-of.ts'

const POLICIES = ['LRU', 'LFU', 'FIFO', 'Random'] as const

describe('the hit rate of a cache', () => {
  it.each([
    ['LRU', 0.43666],
    ['FIFO', 0.394179],
    ['Random', 0.394179],
    ['LFU', 0.570618],
  ] as const)('[SIM-299] follows from popularity and room: %s', (policy, rate) => {
    expect(hitRateOf({ policy, items: 10_000, zipf: 0.8, capacity: 1000 })).toBeCloseTo(rate, 5)
  })

  it('[SIM-939] is exact for a handful of items', () => {
    const handful = { items: 6, zipf: 1, capacity: 3 }
    expect(hitRateOf({ policy: 'LRU', ...handful })).toBeCloseTo(0.637815, 6)
    expect(hitRateOf({ policy: 'FIFO', ...handful })).toBeCloseTo(0.611273, 6)
    // Two items of which one fits: a hit is the same item twice in a row, whatever is evicted how.
    const [first = 0, second = 0] = zipfShares(2, 1)
    expect(hitRateOf({ policy: 'LRU', items: 2, zipf: 1, capacity: 1 })).toBeCloseTo(first ** 2 + second ** 2, 12)
  })

  it('[SIM-939] is exact for a handful of items, also where they would get stale much later', () => {
    for (const policy of POLICIES) {
      const handful = { policy, items: 6, zipf: 1, capacity: 3 } as const
      expect(hitRateOf({ ...handful, ttlS: 1e9, requestsPerSecond: 100 })).toBeCloseTo(hitRateOf(handful), 6)
    }
  })

  it('[SIM-299] is what a cache shows that is asked item by item', () => {
    for (const policy of POLICIES)
      for (const zipf of [0.6, 1.2]) {
        const rng = createRng(5)
        const catalogue = { items: 200, zipf, capacity: 40 }
        const traced = traceHits(cacheOf(policy, 40, rng), { ...catalogue, requests: 100_000, warmUp: 200_000 }, rng)
        expect(Math.abs(traced - hitRateOf({ policy, ...catalogue })), `${policy}, Zipf ${zipf}`).toBeLessThan(0.01)
      }
  })

  it('[SIM-299] grows with room, from nothing to all; the most popular items are the best to keep', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 400 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (items, zipf, part) => {
          const capacity = Math.floor(part * items)
          const rates = POLICIES.map((policy) => hitRateOf({ policy, items, zipf, capacity }))
          const more = POLICIES.map((policy) => hitRateOf({ policy, items, zipf, capacity: capacity + 1 }))
          for (const [index, rate] of rates.entries()) {
            expect(rate).toBeGreaterThanOrEqual(capacity === 0 ? 0 : 1e-9)
            expect(rate).toBeLessThanOrEqual((rates[1] ?? 0) + 1e-9)
            expect(more[index]).toBeGreaterThanOrEqual(rate - 1e-9)
          }
          expect(hitRateOf({ policy: 'LRU', items, zipf, capacity: items })).toBe(1)
        },
      ),
    )
  })

  it('[SIM-300] falls with the age at which items get stale', () => {
    const items = { items: 1000, zipf: 1, requestsPerSecond: 100, ttlS: 60 }
    expect(ttlHitRate(items)).toBeCloseTo(0.891856, 6)
    expect(ttlHitRate({ ...items, ttlS: 0 })).toBe(0)
    expect(ttlHitRate({ ...items, ttlS: Number.POSITIVE_INFINITY })).toBeCloseTo(1, 12)
  })

  it('[SIM-300] is what an expiring cache shows', () => {
    const catalogue = { items: 300, zipf: 0.9, requestsPerSecond: 20 }
    const trace = { ...catalogue, requests: 100_000, warmUp: 20_000 }
    const traced = traceHits(expiringCache(30, { resetsOnHit: false }), trace, createRng(8))
    expect(Math.abs(traced - ttlHitRate({ ...catalogue, ttlS: 30 }))).toBeLessThan(0.01)
    const renewed = traceHits(expiringCache(30, { resetsOnHit: true }), trace, createRng(8))
    expect(Math.abs(renewed - renewedHitRate({ ...catalogue, ttlS: 30 }))).toBeLessThan(0.01)
  })

  it('[SIM-1166] counts as misses what asks for an item while it is fetched', () => {
    const one = { items: 1, zipf: 0, requestsPerSecond: 10, ttlS: 1, fetchS: 0.1 }
    // Of 10 in the TTL, 2 until the first fetch is done, and 1/e by which the last one keeps it longer.
    expect(1 - ttlHitRate(one)).toBeCloseTo(2 / (12 + Math.exp(-1)), 12)
    expect(hitRateOf({ ...one, policy: 'FIFO', capacity: 1 })).toBeCloseTo(ttlHitRate(one), 12)
  })

  it('[SIM-1166] is what a cache shows that fetches at each miss', () => {
    const catalogue = { items: 300, zipf: 0.9, requestsPerSecond: 100 }
    const trace = { ...catalogue, requests: 100_000, warmUp: 20_000 }
    for (const [ttlS, fetchS] of [
      [10, 0.5],
      [10, 0.05],
      [1, 0.1],
    ] as const) {
      const traced = traceHits(fetchingCache(ttlS, fetchS), trace, createRng(8))
      expect(Math.abs(traced - ttlHitRate({ ...catalogue, ttlS, fetchS }))).toBeLessThan(0.004)
    }
  })

  it('[SIM-1102] counts an item until it is evicted or stale: what such a cache shows', () => {
    const catalogue = { items: 1000, zipf: 1, requestsPerSecond: 100 }
    const trace = { ...catalogue, requests: 300_000, warmUp: 20_000 }
    for (const [policy, capacity, ttlS] of [
      ['LRU', 100, 5],
      ['LRU', 200, 20],
      ['LRU', 30, 1],
      ['LFU', 100, 5],
      ['Random', 100, 5],
      ['Random', 200, 20],
    ] as const) {
      const rate = hitRateOf({ policy, ...catalogue, capacity, ttlS })
      const traced = traceHits(agingCache(cacheOf(policy, capacity, createRng(4)), ttlS), trace, createRng(9))
      expect(Math.abs(traced - rate)).toBeLessThan(0.004)
      const lesser = Math.min(hitRateOf({ policy, ...catalogue, capacity }), ttlHitRate({ ...catalogue, ttlS }))
      expect(rate).toBeLessThan(lesser - 0.003)
    }
  })

  it('[SIM-1102] goes over into that of room alone, and that of age alone', () => {
    const cache = { policy: 'LRU', items: 1000, zipf: 1, requestsPerSecond: 100, capacity: 100 } as const
    const rates = [0, 0.1, 1, 5, 20, 100, 1000, 1e6].map((ttlS) => hitRateOf({ ...cache, ttlS }))
    expect(rates).toEqual(rates.toSorted((one, other) => one - other))
    expect(rates.at(-1)).toBeCloseTo(hitRateOf({ policy: 'LRU', items: 1000, zipf: 1, capacity: 100 }), 7)
    expect(rates[1]).toBeCloseTo(ttlHitRate({ ...cache, ttlS: 0.1 }), 8)
  })

  it('[SIM-940] is the lesser of what room and age allow where both count from the fetch', () => {
    const cache = { policy: 'FIFO', items: 1000, zipf: 1, requestsPerSecond: 100 } as const
    for (const [capacity, ttlS] of [
      [100, 1],
      [100, 5],
      [100, 60],
    ] as const) {
      const [room, age] = [
        hitRateOf({ policy: 'FIFO', items: 1000, zipf: 1, capacity }),
        ttlHitRate({ ...cache, ttlS }),
      ]
      expect(hitRateOf({ ...cache, capacity, ttlS })).toBe(Math.min(room, age))
    }
  })

  it('[SIM-940] is that of room alone, or of age alone, where the other does not bind', () => {
    const cache = { policy: 'LRU', items: 1000, zipf: 1, requestsPerSecond: 100 } as const
    const room = hitRateOf({ policy: 'LRU', items: 1000, zipf: 1, capacity: 100 })
    expect(hitRateOf({ ...cache, capacity: 100, ttlS: Number.POSITIVE_INFINITY })).toBe(room)
    expect(hitRateOf({ ...cache, capacity: 100, ttlS: 1e6 })).toBeCloseTo(room, 7)
    expect(hitRateOf({ ...cache, capacity: 1000, ttlS: 60 })).toBeCloseTo(0.891856, 6)
  })
})
