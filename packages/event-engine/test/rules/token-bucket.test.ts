import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followLimits, refusalBy, TokenBucket } from '../../src/rules/token-bucket.ts'

describe('a token bucket', () => {
  it('[SIM-294] lets the burst through, then the rate', () => {
    const bucket = new TokenBucket({ perSecond: 100, burst: 20, reason: 'Rate limited' })
    const passed = Array.from({ length: 9000 }, (_, index) => bucket.takes((index * 1000) / 150))
    // 60 s of 150 evenly spaced requests a second: the 20 that are there, and 100 for each second after.
    expect(passed.filter(Boolean).length).toBe(6019)
    expect(passed.slice(0, 58).every(Boolean)).toBe(true)
  })

  it('[SIM-294] never lets more through in a span than the burst and what flows in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 }),
        (burst, perSecond, gaps) => {
          const bucket = new TokenBucket({ perSecond, burst, reason: '' })
          let now = 0
          let passed = 0
          for (const gap of gaps) {
            now += gap
            if (bucket.takes(now)) passed += 1
            expect(passed).toBeLessThanOrEqual(burst + (now * perSecond) / 1000 + 1e-6)
          }
        },
      ),
    )
  })

  it('[SIM-294] keeps all at bay that come faster than a token for them', () => {
    const bucket = new TokenBucket({ perSecond: 1, burst: 1, reason: '' })
    expect([0, 1, 999, 1000, 1001].map((now) => bucket.takes(now))).toEqual([true, false, false, true, false])
  })
})

it('[SIM-294] each limit keeps its tokens while others come and go, and the first that has none refuses', () => {
  const limit = (reason: string, burst: number) => ({ perSecond: 1, burst, reason })
  const [first, second] = [limit('first', 2), limit('second', 1)]
  let inUse = followLimits(null, [first, second], 0)
  expect([0, 1, 2].map((now) => refusalBy(inUse, now))).toEqual([null, 'second', 'first'])
  inUse = followLimits(inUse, [first], 3)
  expect(refusalBy(inUse, 3)).toBe('first')
  inUse = followLimits(inUse, [first, second], 1002)
  expect([1002, 1003].map((now) => refusalBy(inUse, now))).toEqual([null, 'first'])
  expect(refusalBy(followLimits(inUse, [], 1004), 1004)).toBe(null)
})
