import { expect, it } from 'vitest'
import { Seconds, WINDOWS } from '../src/index.ts'

it('[RPT-33] [RPT-34] windows of a run span their time at the end of each second, and not more between two', () => {
  const seconds = new Seconds(0)
  for (let second = 1; second <= 100; second += 1) seconds.note(second * 1000, second)
  for (const windowMs of Object.values(WINDOWS)) {
    expect(seconds.from(100_000, windowMs)).toEqual({ atMs: 100_000 - windowMs, note: 100 - windowMs / 1000 })
    const { atMs } = seconds.from(100_400, windowMs)
    expect(100_400 - atMs).toBe(windowMs - 600)
  }
})
