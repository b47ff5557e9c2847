import { describe, expect, it } from 'vitest'
import { createDisplayClock } from '../../src/features/editor/painters/dots/display-clock.ts'
import { batchAt } from '../../src/features/editor/run/worker/batch-timing.ts'

/** Reads the clock at 60 frames a second while ticks come in at the given wall-clock times. */
function watch(tickTimes: readonly number[], until: number): { at: number; shown: number; ticked: number }[] {
  const clock = createDisplayClock()
  clock.start(0, 0)
  const readings: { at: number; shown: number; ticked: number }[] = []
  let ticked = 0
  for (let at = 0; at <= until; at += 1000 / 60) {
    while ((tickTimes[ticked] ?? Infinity) <= at) {
      clock.tick((ticked + 1) * 100, tickTimes[ticked] ?? 0)
      ticked += 1
    }
    readings.push({ at, shown: clock.read(at, 1), ticked: ticked * 100 })
  }
  return readings
}

describe('time between ticks', () => {
  it('[RUN-26] runs evenly although ticks come unevenly', () => {
    const uneven = Array.from({ length: 50 }, (_, index) => (index + 1) * 100 + (index % 3) * 20)
    const readings = watch(uneven, 5000)
    const steps = readings.slice(1).map(({ shown }, index) => shown - (readings[index]?.shown ?? 0))
    expect(Math.min(...steps)).toBeGreaterThan(10)
    expect(Math.max(...steps)).toBeLessThan(25)
  })

  it('[RUN-26] never goes back and never runs ahead by more than a tick and a half', () => {
    const stalled = Array.from({ length: 30 }, (_, index) => (index + 1) * 100 + (index > 10 ? 700 : 0))
    const readings = watch(stalled, 4000)
    for (const [index, { shown, ticked }] of readings.entries()) {
      expect(shown).toBeGreaterThanOrEqual(readings[index - 1]?.shown ?? 0)
      expect(shown).toBeLessThanOrEqual(ticked + 150)
    }
  })

  it('[RUN-71] goes on by a tick with each step', () => {
    const clock = createDisplayClock()
    clock.start(1000, 0)
    clock.hold(0)
    clock.step(1100)
    const first = clock.shown
    clock.step(1200)
    expect(clock.shown - first).toBe(100)
    expect(clock.read(50, 1)).toBeGreaterThanOrEqual(clock.shown)
  })

  it('[RUN-25] stands still while paused, and continues from there', () => {
    const clock = createDisplayClock()
    clock.start(1000, 0)
    clock.read(0, 1)
    const before = clock.read(16, 1)
    clock.hold(20)
    clock.hold(60_000)
    expect(clock.shown).toBe(before)
    expect(clock.read(60_010, 1) - before).toBeLessThan(20)
  })

  it.each([0.5, 1, 2] as const)('[RUN-37] runs %d times as fast as the wall clock', (speed) => {
    const clock = createDisplayClock()
    const { simulatedMs, ms } = batchAt(speed, 100)
    clock.start(0, 0)
    let told = 0
    const shown: number[] = []
    for (let at = 0; at <= 5000; at += 1000 / 60) {
      while ((told + 1) * ms <= at) {
        told += 1
        clock.tick(told * simulatedMs, told * ms)
      }
      shown.push(clock.read(at, speed))
      expect(clock.shown).toBeLessThanOrEqual(told * simulatedMs + 150)
    }
    expect(shown.toSorted((a, b) => a - b)).toEqual(shown)
    expect(Math.abs((shown.at(-1) ?? 0) / 5000 - speed)).toBeLessThan(0.1 * speed)
  })
})
