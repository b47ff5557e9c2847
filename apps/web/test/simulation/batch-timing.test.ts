import { TICK_MS } from '@plimsoll/live-engine'
import { describe, expect, it } from 'vitest'
import { SPEEDS, type Speed } from '../../src/features/editor/run/speeds.ts'
import { batchAt, nextDue } from '../../src/features/editor/run/worker/batch-timing.ts'

interface Stall {
  readonly from: number
  readonly to: number
}

/** Lets the worker's clock run: a timer fires when it is due, or at the end of a stretch in which nothing could run. */
function beatsWithin(milliseconds: number, stalls: readonly Stall[], speed: Speed = 1): number[] {
  const beatMs = batchAt(speed, TICK_MS).ms
  const beats: number[] = []
  let due = beatMs
  let now = 0
  while (true) {
    now = Math.max(now, due)
    const stall = stalls.find(({ from, to }) => now >= from && now < to)
    if (stall) now = stall.to
    if (now > milliseconds) return beats
    beats.push(now)
    due = nextDue({ due, began: now, batchMs: beatMs })
  }
}

const HOUR = 3_600_000

describe('the timing of ticks', () => {
  it('[RUN-7] ticks every 100 ms of wall time', () => {
    expect(beatsWithin(1000, [])).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000])
  })

  it('[RUN-7] keeps time after a timer that was a little late', () => {
    expect(beatsWithin(600, [{ from: 200, to: 230 }])).toEqual([100, 230, 300, 400, 500, 600])
  })

  it.each(SPEEDS)(
    '[RUN-31] [RUN-327] runs %d times as fast as the wall clock, and reports at most 25 times a second',
    (speed) => {
      const minute = beatsWithin(60_000, [], speed)
      expect(minute.length * batchAt(speed, TICK_MS).simulatedMs).toBe(60_000 * speed)
      expect(minute.length / 60).toBeLessThanOrEqual(25)
      expect(Number.isInteger(batchAt(speed, TICK_MS).simulatedMs / TICK_MS)).toBe(true)
    },
  )

  it.each(SPEEDS)(
    '[RUN-123] [REL-SI11] catches up by at most five ticks times %d after eight hours of sleep',
    (speed) => {
      const { simulatedMs, ms } = batchAt(speed, TICK_MS)
      const ticks = simulatedMs / TICK_MS
      const waking = 8 * HOUR
      const after = beatsWithin(waking + 1000, [{ from: 300, to: waking }], speed)
      const inARow = after.filter((time) => time === waking)
      expect(inARow.length * ticks).toBeLessThanOrEqual(5 * speed)
      expect(inARow.length * ticks).toBeGreaterThan(5 * speed - 1 - ticks)
      // From then on it keeps time.
      const later = after.filter((time) => time > waking)
      expect(Math.abs(later.length * ms - 1000)).toBeLessThanOrEqual(ms)
    },
  )
})
