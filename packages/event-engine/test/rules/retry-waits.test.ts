import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { jittered, jitterOf, retryWaitMs, retryWaits } from '../../src/rules/retry-waits.ts'

const BASE = { intervalMs: 1000, maxRetries: 3 } as const

describe('waits between retries', () => {
  it.each([
    ['Constant', [1000, 1000, 1000]],
    ['Linear', [1000, 2000, 3000]],
    ['Exponential', [1000, 2000, 4000]],
    ['Custom', [1000, 2000, 4000]],
  ] as const)('[SIM-290] grow by the strategy: %s', (strategy, waits) => {
    expect(retryWaits({ strategy, ...BASE })).toEqual(waits)
  })

  it('[SIM-290] are none without retries, and no longer than the longest', () => {
    expect(retryWaits({ strategy: 'Linear', intervalMs: 1000, maxRetries: 0 })).toEqual([])
    expect(retryWaits({ strategy: 'Exponential', ...BASE, mostMs: 3000 })).toEqual([1000, 2000, 3000])
  })

  it.each([
    ['none', 400, 400, 400],
    ['full', 0, 200, 400],
    ['equal', 200, 300, 400],
    ['decorrelated', 400, 1400, 2400],
  ] as const)('[SIM-291] are spread evenly by %s jitter', (jitter, least, middle, most) => {
    expect([0, 0.5, 1].map((uniform) => jittered(400, jitter, uniform, 800))).toEqual([least, middle, most])
  })

  it('[SIM-291] always have full jitter by the strategy Custom', () => {
    expect(jitterOf('Custom', 'none')).toBe('full')
    expect(jitterOf('Linear', 'equal')).toBe('equal')
  })

  it('[SIM-291] grow from the first wait where they are decorrelated, never shorter than it', () => {
    const rng = createRng(3)
    const retry = { waitsMs: [100, 200, 400, 800], jitter: 'decorrelated' } as const
    let previous = 0
    for (let index = 0; index < 1000; index += 1) {
      const wait = retryWaitMs(retry, index, rng(), previous)
      expect(wait).toBeGreaterThanOrEqual(100)
      expect(wait).toBeLessThanOrEqual(3 * Math.max(100, previous))
      previous = wait
    }
    expect(retryWaitMs({ waitsMs: [100, 200], jitter: 'none' }, 1, 0.3, 0)).toBe(200)
  })
})
