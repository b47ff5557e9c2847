import { type LiveMeasureOptions, measureLive } from '@plimsoll/live-engine'
import { describe, expect, it } from 'vitest'
import { ResponseTimeCounts } from '../src/metrics/response-times.ts'
import { chain } from './support/flows.ts'
import { started, tick } from './support/runs.ts'

const measure = (options: Partial<LiveMeasureOptions> = {}) =>
  measureLive({ flow: chain(), seed: 3, durationMs: 20_000, warmUpMs: 5_000, ...options })

describe('measuring a run', () => {
  it('[CLI-6] counts what happens between the warm-up and the end', () => {
    const run = started(chain(), { seed: 3 })
    const before = tick(run, 50).snapshot()
    const after = tick(run, 150).snapshot()
    const measured = measure()
    expect(measured).toMatchObject({
      measuredMs: 15_000,
      created: after.createdRequests - before.createdRequests,
      completed: after.completedRequests - before.completedRequests,
      failed: after.failedRequests - before.failedRequests,
      last: after,
    })
    expect(measured.throughput).toBe(measured.completed / 15)
    expect(measured.offered).toBe(10)
  })

  it('[CLI-7] times every completed request', () => {
    const run = tick(started(chain(), { seed: 3 }), 200)
    const times = run
      .history()
      .completed.flatMap(({ completedAt, createdAt }) =>
        (completedAt ?? 0) > 5000 ? (completedAt ?? 0) - createdAt : [],
      )
      .sort((one, other) => one - other)
    const { responseTimes, timed, completed } = measure()
    expect([timed, completed]).toEqual([times.length, times.length])
    expect(responseTimes).toEqual({
      mean: times.reduce((sum, time) => sum + time, 0) / times.length,
      p50: times[Math.ceil(times.length * 0.5) - 1],
      p95: times[Math.ceil(times.length * 0.95) - 1],
      p99: times[Math.ceil(times.length * 0.99) - 1],
      p999: times[Math.ceil(times.length * 0.999) - 1],
      max: times.at(-1),
    })
  })

  it('[CLI-7] counts a request as many times as it stands for', () => {
    const times = new ResponseTimeCounts()
    times.add(100, 95)
    times.add(700, 4)
    times.add(10_000, 1)
    expect(times.total).toBe(100)
    expect(times.summary()).toEqual({ mean: 223, p50: 100, p95: 100, p99: 700, p999: 10_000, max: 10_000 })
    expect(new ResponseTimeCounts().summary()).toBeNull()
  })

  it('[CLI-316] says of how many requests the times are where the engine did not keep all', () => {
    const wide = { instances: 1000, maxConcurrentRequests: 1e6 }
    const measured = measure({
      flow: chain({ client: { concurrentUsers: 15_000 }, server: wide, database: { maxConnections: 1e6 } }),
      durationMs: 3000,
      warmUpMs: 1000,
    })
    expect(measured.timed).toBeLessThan(measured.completed)
    expect(measured.timed).toBeGreaterThan(0.5 * measured.completed)
  })

  it('[CLI-7] groups failures by reason and component', () => {
    const { failures, failed } = measure({ flow: chain({ edges: { failureProbability: 0.5 } }) })
    expect(failures.slice(0, 2).map(({ reason, nodeId }) => [reason, nodeId])).toEqual([
      ['Edge Failure Probability', 'c'],
      ['Edge Failure Probability', 's'],
    ])
    expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(failed)
  })

  it('[CLI-6] tells loads by their mean and their highest', () => {
    const { nodes, edges } = measure()
    expect(nodes.map(({ id }) => id)).toEqual(['c', 's', 'd'])
    expect(edges.map(({ id }) => id)).toEqual(['c-s', 's-d'])
    for (const { mean, highest } of [...nodes, ...edges]) expect(highest).toBeGreaterThanOrEqual(mean)
    expect(nodes[1]?.mean).toBeGreaterThan(0)
  })
})
