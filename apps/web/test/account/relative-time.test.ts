import { describe, expect, it } from 'vitest'
import { relativeTime } from '../../src/shared/time/relative-time.ts'

const now = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a moment in words', () => {
  it.each([
    [0, 'just now'],
    [59_000, 'just now'],
    [-5_000, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [23 * HOUR, '23 hours ago'],
    [DAY, 'yesterday'],
    [6 * DAY, '6 days ago'],
    [7 * DAY, 'last week'],
    [30 * DAY, 'last month'],
    [800 * DAY, '2 years ago'],
    [-2 * HOUR, 'in 2 hours'],
  ])('[UI-893] %d ms ago is %s', (ago, words) => {
    expect(relativeTime(now - ago, now)).toBe(words)
  })
})
