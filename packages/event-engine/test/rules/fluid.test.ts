import { describe, expect, it } from 'vitest'
import { burstBacklog } from '../../src/rules/fluid.ts'

const BURST = { base: 100, factor: 5, burstS: 2, cycleS: 10 }

describe('the backlog of a burst', () => {
  it('[SIM-303] is the area above the capacity, and goes at what is left of it', () => {
    const backlog = burstBacklog({ ...BURST, capacity: 300 })
    expect(backlog.maxBacklog).toBe(400)
    expect(backlog.maxDelayMs).toBeCloseTo(1333.333333, 5)
    expect(backlog.clearedAtS).toBe(4)
    expect(backlog.meanPerSecond).toBe(180)
  })

  it('[SIM-303] is none within the capacity, and has no end beyond the mean rate', () => {
    expect(burstBacklog({ ...BURST, capacity: 500 })).toMatchObject({ maxBacklog: 0, maxDelayMs: 0, clearedAtS: 0 })
    expect(burstBacklog({ ...BURST, capacity: 179 }).maxBacklog).toBe(Number.POSITIVE_INFINITY)
    expect(burstBacklog({ ...BURST, capacity: 180 }).clearedAtS).toBe(10)
  })
})
