import type { HistoryPoint } from '@plimsoll/simulation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  timeScale,
  timeText,
  timeTick,
  valueScale,
  valueTick,
} from '../../src/features/editor/panels/simulation/plots/scales.ts'
import { SERIES, spoken, summary } from '../../src/features/editor/panels/simulation/plots/series.ts'

const point = (time: number, changes: Partial<HistoryPoint> = {}): HistoryPoint => ({
  time,
  throughput: 0,
  responseTime: 0,
  active: 0,
  completed: 0,
  failed: 0,
  errorRate: 0,
  ...changes,
})

const marks = ({ ticks }: { ticks: readonly number[] }) => ticks.map(valueTick)

describe('the value axis of a plot', () => {
  it.each([
    [0, ['0', '1']],
    [0.4, ['0', '0.2', '0.4']],
    [1, ['0', '0.5', '1']],
    [98, ['0', '50', '100']],
    [120, ['0', '50', '100', '150']],
    [150, ['0', '50', '100', '150']],
    [2000, ['0', '1,000', '2,000']],
    [38_000, ['0', '20K', '40K']],
    [2_400_000, ['0', '1M', '2M', '3M']],
  ])('[RUN-53] up to %d is marked %j', (most, expected) => {
    expect(marks(valueScale(most))).toEqual(expected)
  })

  it.each([
    [1, ['0', '1']],
    [2, ['0', '1', '2']],
    [5, ['0', '2', '4', '6']],
  ])('[RUN-796] of what counts, up to %d, is marked %j', (most, expected) => {
    expect(marks(valueScale(most, 1))).toEqual(expected)
    expect(SERIES.filter(({ isCount }) => isCount).map(({ name }) => name)).toEqual(['Active requests'])
  })

  it('[RUN-53] holds every value with few marks, at round distances', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (most) => {
        const { top, step, ticks } = valueScale(most)
        expect(top).toBeGreaterThanOrEqual(most * (1 - 1e-6))
        expect(top - step).toBeLessThan(most)
        expect(ticks.length).toBeLessThanOrEqual(4)
        expect(String(step.toExponential(3))).toMatch(/^[125]\.000e/)
      }),
    )
  })
})

describe('the time axis of a plot', () => {
  const ticksOf = (last: number) => {
    const { ticks, step } = timeScale(last)
    return ticks.map((tick) => timeTick(tick, step))
  }

  it.each([
    [0, ['0 s', '20 s', '40 s', '60 s']],
    [59, ['0 s', '20 s', '40 s', '60 s']],
    [85, ['0 s', '30 s', '60 s']],
    [130, ['0 min', '1 min', '2 min']],
    [1800, ['0 min', '10 min', '20 min', '30 min']],
    [4 * 3600, ['0 h', '1 h', '2 h', '3 h', '4 h']],
    [100 * 3600, ['0 h', '48 h', '96 h']],
  ])('[RUN-337] of a run of %d s is marked %j', (last, expected) => {
    expect(ticksOf(last)).toEqual(expected)
  })

  it('[RUN-336] begins at Start and ends with the run, however long', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), (last) => {
        const { top, ticks } = timeScale(last)
        expect(top).toBe(Math.max(60, last))
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.every((tick) => tick <= top)).toBe(true)
      }),
    )
  })

  it.each([
    [1, '1 s'],
    [5.6, '5.6 s'],
    [42, '42 s'],
    [65, '1 min 05 s'],
    [61.6, '1 min 01.6 s'],
    [600, '10 min 00 s'],
    [3605, '1 h 00 min 05 s'],
  ])('[RUN-339] calls %d s %j', (seconds, text) => {
    expect(timeText(seconds)).toBe(text)
  })
})

describe('what is drawn', () => {
  const points = [
    point(1, { throughput: 90, active: 40, failed: 4, errorRate: 4.26 }),
    point(3, { throughput: 120, active: 61, failed: 10, errorRate: 2.44 }),
  ]

  it('[RUN-335] is throughput, active requests, and failures per second', () => {
    expect(SERIES.map(({ name, values }) => [name, values(points)])).toEqual([
      ['Throughput', [90, 120]],
      ['Active requests', [40, 61]],
      ['Errors', [4, 3]],
    ])
  })

  it('[RUN-334] [RUN-335] is read with its units', () => {
    const last = point(3, { errorRate: 2.4 })
    const texts = SERIES.map(({ read }) => spoken(read(last, 1234.5)))
    expect(texts).toEqual(['1,235 rps', '1,235', '1,235 per s, 2.40 %'])
  })

  it('[RUN-55] is said in a sentence', () => {
    expect(SERIES.map((series) => summary(series, points))).toEqual([
      'Throughput: 120.0 rps now, between 90.0 and 120.0 since Start.',
      'Active requests: 61 now, between 40 and 61 since Start.',
      'Errors: 3.0 per s, 2.44 % now, between 3.0 and 4.0 since Start.',
    ])
    expect(SERIES.map((series) => summary(series, []))[0]).toBe('Throughput: nothing yet.')
  })
})
