import { describe, expect, it } from 'vitest'
import { createSpeedMeter } from '../../src/features/editor/run/worker/speed-meter.ts'

describe('the speed that a run reaches', () => {
  it('[RUN-372] is told after a second, where it is below the one asked for', () => {
    const meter = createSpeedMeter()
    meter.begin(5000, 0)
    expect(meter.read(5500, 20_000, 100)).toBeNull()
    expect(meter.read(6000, 38_000, 100)).toBe(38)
    expect(meter.read(6400, 78_000, 100)).toBe(38)
    expect(meter.read(7000, 138_000, 100)).toBeNull()
  })

  it('[RUN-372] is measured anew after a stop', () => {
    const meter = createSpeedMeter()
    meter.begin(0, 0)
    expect(meter.read(1000, 500, 1)).toBe(0.5)
    meter.begin(60_000, 500)
    expect(meter.read(60_100, 600, 1)).toBeNull()
  })
})
