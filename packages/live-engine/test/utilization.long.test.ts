import { describe, expect, it } from 'vitest'
import { type LiveMeasurement, measureLive } from '../src/measure.ts'
import { chain, edge, flow, node } from './support/flows.ts'
import { NOTHING_HAPPENS, started, tick } from './support/runs.ts'

const LATENCIES = [1, 2, 5, 10, 20, 50, 99, 100, 101, 150, 200, 300, 400, 500]
const THROUGHPUTS = [200, 500, 1000, 5000]
const RATES = [20, 150]

const quiet = { failureProbability: 0 } as const
const rate = (perSecond: number) => ({ concurrentUsers: perSecond, thinkTimeBetweenRequests: 1000 })

const measured = (options: Parameters<typeof chain>[0]): LiveMeasurement =>
  measureLive({ flow: chain(options), seed: 7, durationMs: 25_000, warmUpMs: 5_000 })

const percentOf = (parts: LiveMeasurement['edges'], id: string) =>
  100 * (parts.find((part) => part.id === id)?.mean ?? 0)

describe('the utilization of a connection', () => {
  it.each(LATENCIES)('[SIM-500] is a tenth at 100 of 1,000 requests per second and %i ms', (latencyMs) => {
    const { edges } = measured({ client: rate(100), edges: { latencyMs, maxThroughputRPS: 1000 } })
    expect(percentOf(edges, 'c-s')).toBeGreaterThan(8)
    expect(percentOf(edges, 'c-s')).toBeLessThan(12)
  })

  it.each(THROUGHPUTS)('[SIM-500] is its part of %i requests per second whatever the latency', (maxThroughputRPS) => {
    for (const perSecond of RATES) {
      const part = 100 * Math.min(1, perSecond / maxThroughputRPS)
      // Above, chance makes a connection congested now and then, which delays and fails some requests.
      if (part > 50) continue
      for (const latencyMs of [1, 30, 100, 250, 500]) {
        const { edges } = measured({ client: rate(perSecond), edges: { latencyMs, maxThroughputRPS } })
        expect(Math.abs(percentOf(edges, 'c-s') - part), `${perSecond} at ${latencyMs} ms`).toBeLessThan(2 + part / 10)
      }
    }
  })

  it.each([1, 90, 350])('[SIM-500] is a tenth in every tick when nothing comes of chance, at %i ms', (latencyMs) => {
    const flow = chain({ client: rate(100), edges: { latencyMs, maxThroughputRPS: 1000 } })
    const run = tick(started(flow, { rng: NOTHING_HAPPENS }), 30)
    for (let ticks = 0; ticks < 50; ticks += 1) expect(tick(run).snapshot().edgeUtilization[0]).toBeCloseTo(0.1, 6)
  })

  it('[SIM-501] is never higher on a faster connection', () => {
    for (const maxThroughputRPS of [10, 40, 300]) {
      const fullness = [500, 350, 200, 120, 80, 20, 1].map((latencyMs) =>
        percentOf(measured({ client: rate(60), edges: { latencyMs, maxThroughputRPS } }).edges, 'c-s'),
      )
      expectNoRise(fullness)
    }
  })
})

describe('the utilization of a node', () => {
  const cached = (averageLatency: number, maxThroughput: number) =>
    flow(
      [
        node('Client', 'c', rate(100)),
        node('Server', 's', quiet),
        node('Cache', 'k', { ...quiet, averageLatency, maxThroughput, expectedHitRate: 1 }),
      ],
      [edge('c', 's', quiet), edge('s', 'k', { ...quiet, latencyMs: 1 })],
    )

  it('[SIM-501] is never higher of a faster cache', () => {
    for (const maxThroughput of [20, 300]) {
      const fullness = [400, 150, 90, 30, 10, 1, 0.1, 0.01].map((averageLatency) => {
        const { nodes } = measureLive({
          flow: cached(averageLatency, maxThroughput),
          seed: 3,
          durationMs: 25_000,
          warmUpMs: 5_000,
        })
        return percentOf(nodes, 'k')
      })
      expectNoRise(fullness)
    }
  })

  it('[SIM-501] is never higher of a faster server', () => {
    const fullness = [600, 300, 120, 100, 60, 20, 5].map((averageProcessingTime) => {
      const server = { averageProcessingTime, instances: 1, maxConcurrentRequests: 100 }
      return percentOf(measured({ client: rate(100), server, edges: { latencyMs: 1 } }).nodes, 's')
    })
    expectNoRise(fullness)
  })
})

/** Chance moves a mean by a point. */
function expectNoRise(percents: readonly number[]): void {
  for (const [index, percent] of percents.entries()) {
    expect(percent, percents.map(Math.round).join(' ')).toBeLessThanOrEqual((percents[index - 1] ?? 100) + 1)
  }
}
