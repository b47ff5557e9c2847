import { describe, expect, it } from 'vitest'
import { nextDue } from '../../src/features/simulation/engine/pace.ts'

/** Lets the worker's clock run: a timer fires when it is due, or at the end of a stretch in which nothing could run. */
function ticksWithin(milliseconds: number, stalls: readonly { from: number; to: number }[]): number[] {
  const ticks: number[] = []
  let due = 100
  let now = 0
  while (true) {
    now = Math.max(now, due)
    const stall = stalls.find(({ from, to }) => now >= from && now < to)
    if (stall) now = stall.to
    if (now > milliseconds) return ticks
    ticks.push(now)
    due = nextDue(due, now)
  }
}

describe('pace', () => {
  it('[RUN-7] ticks every 100 ms of wall time', () => {
    expect(ticksWithin(1000, [])).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000])
  })

  it('[RUN-7] keeps the beat after a timer that was a little late', () => {
    expect(ticksWithin(600, [{ from: 200, to: 230 }])).toEqual([100, 230, 300, 400, 500, 600])
  })

  it('[RUN-7] makes up for five ticks at most after eight hours of sleep', () => {
    const eightHours = 8 * 3_600_000
    const after = ticksWithin(eightHours + 1000, [{ from: 300, to: eightHours }])
    expect(after.filter((time) => time === eightHours)).toHaveLength(5)
    expect(after.filter((time) => time > eightHours)).toHaveLength(10)
  })
})
