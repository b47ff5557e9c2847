import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRunHistory, HISTORY, type HistorySource } from '../src/running/run-history.ts'

const at = (seconds: number, changes: Partial<HistorySource> = {}): HistorySource => ({
  elapsedTime: seconds * 1000,
  averageResponseTime: 0,
  activeRequests: 0,
  completedRequests: 0,
  failedRequests: 0,
  ...changes,
})

describe('the history of a run', () => {
  it('[RUN-50] takes one point for each simulated second', () => {
    const history = createRunHistory()
    const taken = Array.from({ length: 35 }, (_, tick) => history.note(at((tick + 1) / 10)))
    expect(taken.filter(Boolean)).toHaveLength(3)
    expect(history.points().map(({ time }) => time)).toEqual([1, 2, 3])
  })

  it('[RUN-133] gives counts as they were, and rates since the point before', () => {
    const history = createRunHistory()
    history.note(at(1, { completedRequests: 90, failedRequests: 10, activeRequests: 7, averageResponseTime: 250 }))
    history.note(at(2, { completedRequests: 120, failedRequests: 20, activeRequests: 5, averageResponseTime: 300 }))
    history.note(at(3, { completedRequests: 120, failedRequests: 20 }))
    expect(history.points()).toEqual([
      { time: 1, throughput: 90, responseTime: 250, active: 7, completed: 90, failed: 10, errorRate: 10 },
      { time: 2, throughput: 30, responseTime: 300, active: 5, completed: 120, failed: 20, errorRate: 25 },
      { time: 3, throughput: 0, responseTime: 0, active: 0, completed: 120, failed: 20, errorRate: 0 },
    ])
  })

  it('[RUN-134] takes a point at its own time where a snapshot comes late', () => {
    const history = createRunHistory()
    for (const [seconds, completedRequests] of [
      [0.8, 80],
      [1.6, 160],
      [2.4, 240],
      [5.6, 560],
      [5.9, 590],
    ] as const) {
      history.note(at(seconds, { completedRequests }))
    }
    expect(history.points().map(({ time, throughput }) => [time, throughput])).toEqual([
      [1.6, 100],
      [2.4, 100],
      [5.6, 100],
    ])
  })

  it('[RUN-51] [RUN-332] keeps a long run in at most 600 points, ever further apart', () => {
    const history = createRunHistory()
    const hours = 10
    for (let second = 1; second <= hours * 3600; second += 1) {
      history.note(at(second, { completedRequests: second * 40, failedRequests: second * 10 }))
      expect(history.points().length).toBeLessThan(HISTORY.points)
    }
    const points = history.points()
    expect(HISTORY.points).toBe(600)
    expect(points.length).toBeGreaterThanOrEqual(HISTORY.points / 2 - 1)
    expect(new Set(points.map(({ time }, index) => time - (points[index - 1]?.time ?? 0)))).toEqual(new Set([64]))
    expect(points.at(-1)?.time).toBeGreaterThan(hours * 3600 - 64)
    for (const { throughput, errorRate } of points)
      expect({ throughput, errorRate }).toEqual({ throughput: 40, errorRate: 20 })
  })

  it('[RUN-333] loses no request over any run', () => {
    const step = fc.record({ ms: fc.integer({ min: 1, max: 60 }), completed: fc.nat(500), failed: fc.nat(500) })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 2000 }), (steps) => {
        const history = createRunHistory()
        let [elapsed, completedRequests, failedRequests] = [0, 0, 0]
        for (const { ms, completed, failed } of steps) {
          elapsed += ms * 100
          completedRequests += completed
          failedRequests += failed
          history.note(at(elapsed / 1000, { completedRequests, failedRequests }))
        }
        let [time, completed] = [0, 0]
        for (const point of history.points()) {
          completed += point.throughput * (point.time - time)
          expect(point.time).toBeGreaterThan(time)
          // Rounded to two decimals, over at most the whole run.
          expect(Math.abs(completed - point.completed)).toBeLessThan(0.006 * point.time + 1e-6)
          completed = point.completed
          time = point.time
        }
      }),
      { numRuns: 60 },
    )
  })
})
