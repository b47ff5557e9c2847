import type { SimulatedRequest } from '@plimsoll/live-engine'
import {
  DOT_TONES,
  dotTone,
  FAILURE_REASONS,
  findBottlenecks,
  finishRates,
  Kept,
  requestsPerSecond,
  utilizationLevel,
} from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { averages } from '../src/metrics/averages.ts'
import { analyseErrors } from '../src/metrics/error-analysis.ts'
import { chain, edge, flow, node, ONE_A_TICK } from './support/flows.ts'
import { NOTHING_HAPPENS, started, tick } from './support/runs.ts'

const ONE_IN_800_MS = { concurrentUsers: 1, thinkTimeBetweenRequests: 800 } as const

/** The record of a failed request of a real run, with what the test wants to be different. */
function failure(changes: Partial<SimulatedRequest>): SimulatedRequest {
  const lone = flow([node('Client', 'c', { ...ONE_A_TICK, retryOnError: false })])
  const [record] = tick(started(lone, { rng: NOTHING_HAPPENS }), 2).history().failed
  if (record === undefined) throw new Error('Nothing failed.')
  return { ...record, ...changes }
}

describe('figures', () => {
  it('[SIM-70] [SIM-869] rounds the rates to two decimals', () => {
    expect(finishRates({ completed: 0, failed: 0 })).toEqual({ successRate: 0, errorRate: 0 })
    expect(finishRates({ completed: 5, failed: 0 })).toEqual({ successRate: 100, errorRate: 0 })
    expect(finishRates({ completed: 1, failed: 2 })).toEqual({ successRate: 33.33, errorRate: 66.67 })
    expect(finishRates({ completed: 99_999, failed: 1 })).toEqual({ successRate: 100, errorRate: 0 })
  })

  it('[SIM-71] [SIM-870] takes the requests per second from the last ten samples', () => {
    const samples = (...counts: readonly number[]) =>
      counts.map((completedRequestCount, index) => ({ timestamp: 100 * (index + 1), completedRequestCount }))
    expect(requestsPerSecond([])).toBe(0)
    expect(requestsPerSecond(samples(7))).toBe(0)
    expect(requestsPerSecond(samples(7, 10))).toBe(30)
    // Only what rose within the last 0.9 s counts.
    expect(requestsPerSecond(samples(0, 500, 500, 500, 500, 500, 500, 500, 500, 500, 509))).toBe(10)
  })

  it('[SIM-72] [SIM-871] means over the kept completed requests', () => {
    expect(averages([])).toEqual({ responseTime: 0, sizeKB: 0 })
    const run = tick(started(chain(), { rng: NOTHING_HAPPENS }), 30)
    expect(run.snapshot()).toMatchObject({ averageResponseTime: 500, averageRequestSize: expect.closeTo(2.392) })
    const two = [
      failure({ createdAt: 0, completedAt: 300, sizeKB: 1 }),
      failure({ createdAt: 100, completedAt: 1100, sizeKB: 4, standsFor: 3 }),
    ]
    expect(averages(two)).toEqual({ responseTime: 825, sizeKB: 3.25 })
  })

  it('[SIM-73] [SIM-872] keeps the last ones, and counts all', () => {
    const run = tick(started(chain({ client: { concurrentUsers: 150 } }), { rng: NOTHING_HAPPENS }), 130)
    const { completedRequests, metricHistory } = run.snapshot()
    expect(completedRequests).toBe(15 * 125)
    expect(metricHistory.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 100 }, (_, i) => 3100 + 100 * i),
    )
    const { completed } = run.history()
    expect(completed).toHaveLength(1000)
    expect(completed.at(-1)?.completedAt).toBe(13_000)
  })

  it('[SIM-73] keeps the newest of any number', () => {
    const kept = new Kept<number>(3)
    const lists = Array.from({ length: 8 }, (_, number) => {
      kept.add(number)
      return kept.list()
    })
    expect(lists).toEqual([[0], [0, 1], [0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6], [5, 6, 7]])
  })

  it('[SIM-74] [SIM-873] lists the deepest parts above one half with their level', () => {
    const part = (id: string, utilization: number) => ({ id, utilization })
    const found = findBottlenecks({
      nodes: [part('a', 0.5), part('b', 0.500001), part('c', 0.9), part('d', 1)],
      edges: [part('e', 0.9000001), part('f', 0.7), part('g', 0.6), part('h', 0.2)],
    })
    expect(found).toEqual([
      { of: 'node', id: 'd', utilization: 1, level: 90 },
      { of: 'edge', id: 'e', utilization: 0.9000001, level: 90 },
      { of: 'node', id: 'c', utilization: 0.9, level: 70 },
      { of: 'edge', id: 'f', utilization: 0.7, level: 50 },
      { of: 'edge', id: 'g', utilization: 0.6, level: 50 },
    ])
    expect(findBottlenecks({ nodes: [part('a', 0.5)], edges: [] })).toEqual([])
    expect([0, 0.5, 0.51, 0.7, 0.71, 0.9, 0.91, 1].map(utilizationLevel)).toEqual([0, 0, 50, 50, 70, 70, 90, 90])
  })

  it('[SIM-507] name nine reasons of a failure', () => {
    expect(FAILURE_REASONS).toEqual([
      'Timeout - exceeded maximum lifetime',
      'Exceeded maximum retry attempts',
      'Current node not found',
      'Node overload',
      'Random node failure',
      'Next node not found',
      'Next edge not found',
      'Network congestion',
      'Edge Failure Probability',
    ])
  })

  it('[SIM-75] [SIM-874] [SIM-875] groups the kept failures', () => {
    const [timeout, , , overload, random] = FAILURE_REASONS
    const failures = [
      failure({ failureReason: overload, currentNodeId: 'a', failedAt: 100, id: 'req-1' }),
      failure({ failureReason: overload, currentNodeId: 'b', failedAt: 200, id: 'req-2', standsFor: 4 }),
      failure({ failureReason: timeout, currentNodeId: 'b', failedAt: 300, id: 'req-3' }),
      failure({ failureReason: null, currentNodeId: 'd', failedAt: 400, id: 'req-4' }),
      failure({ failureReason: random, currentNodeId: 'e', failedAt: 500, id: 'req-5' }),
      failure({ failureReason: random, currentNodeId: 'e', failedAt: 600, id: 'req-6', type: 'Write' }),
    ]
    const { total, reasons, nodes, recent } = analyseErrors(failures)
    expect(total).toBe(9)
    expect(reasons).toEqual([
      { reason: overload, count: 5, share: 5 / 9 },
      { reason: random, count: 2, share: 2 / 9 },
      { reason: timeout, count: 1, share: 1 / 9 },
      { reason: 'Unknown Error', count: 1, share: 1 / 9 },
    ])
    expect(nodes.map(({ id, count }) => [id, count])).toEqual([
      ['b', 5],
      ['e', 2],
      ['a', 1],
    ])
    expect(recent.map(({ requestId }) => requestId)).toEqual(['req-6', 'req-5', 'req-4', 'req-3', 'req-2'])
    expect(recent[0]).toEqual({ time: 600, reason: random, nodeId: 'e', requestId: 'req-6', type: 'Write' })
    expect(analyseErrors([])).toEqual({ total: 0, reasons: [], nodes: [], missing: [], recent: [] })
  })

  it('[SIM-75] lists at most five reasons and three nodes', () => {
    const failures = FAILURE_REASONS.map((failureReason, index) =>
      failure({ failureReason, currentNodeId: `n${index}` }),
    )
    const { reasons, nodes } = analyseErrors(failures)
    expect([reasons.length, nodes.length]).toEqual([5, 3])
  })

  it('[SIM-76] colours dots by retries', () => {
    expect([0, 1, 2, 3, 4, 200].map((retries) => DOT_TONES[dotTone(retries)])).toEqual([
      'blue',
      'purple',
      'amber',
      'red',
      'red',
      'red',
    ])
  })

  it('[SIM-76] colours a dot anew when its request is retried while it shows', () => {
    const run = started(chain({ client: ONE_IN_800_MS }), { seed: 4 })
    const recoloured = new Set<number>()
    for (let ticks = 0; ticks < 2000; ticks += 1) {
      const { dots } = tick(run).snapshot()
      const [request, ...others] = run.requests()
      if (request === undefined || others.length > 0 || dots.count !== 1 || request.path.length === 1) continue
      expect(dots.retries[0]).toBe(request.retryCount)
      if (request.retryCount > 0 && request.processingData.processingTime === 0) recoloured.add(request.createdAt)
    }
    expect(recoloured.size).toBeGreaterThan(5)
  })

  it('[SIM-77] shows a dot for 500 ms on each connection that is taken, from the tick after the hop on', () => {
    const run = started(chain({ client: ONE_IN_800_MS }), { rng: NOTHING_HAPPENS })
    const seen = Array.from({ length: 16 }, () => {
      const { dots, elapsedTime, edges } = tick(run).snapshot()
      return Array.from(dots.edge, (index, dot) => [elapsedTime, edges[index], dots.id[dot], dots.shownMs[dot]])
    })
    // Made at 800; hops at 900 and, after two ticks at the server, at 1,100.
    expect(seen.flat()).toEqual(
      [
        ...[900, 1000, 1100, 1200, 1300].map((time) => [time, 'c-s', 0, 500]),
        ...[1100, 1200, 1300, 1400, 1500].map((time) => [time, 's-d', 1, 500]),
      ].toSorted(([one = 0], [other = 0]) => Number(one) - Number(other)),
    )
  })

  it('[RUN-318] lets the dots of a tick set out spread over it', () => {
    const run = tick(started(chain({ client: { concurrentUsers: 400 } }), { rng: NOTHING_HAPPENS }), 2)
    const { dots, elapsedTime } = run.snapshot()
    const late = [...dots.startedAt].map((at) => at - elapsedTime)
    expect(new Set(late).size).toBeGreaterThan(30)
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...late)).toBeLessThan(100)
  })

  it('[SIM-845] has no dot whose time is over', () => {
    const run = started(chain({ client: { concurrentUsers: 400 } }), { rng: NOTHING_HAPPENS })
    for (let ticks = 0; ticks < 30; ticks += 1) {
      const { dots, elapsedTime } = tick(run).snapshot()
      for (let index = 0; index < dots.count; index += 1)
        expect((dots.startedAt[index] ?? 0) + (dots.shownMs[index] ?? 0)).toBeGreaterThan(elapsedTime)
    }
    expect(run.snapshot().dots.count).toBeGreaterThan(0)
  })

  it('[SIM-77] drops the dots of a connection that was deleted', () => {
    const run = tick(started(chain(), { rng: NOTHING_HAPPENS }), 10)
    expect(run.snapshot().dots.count).toBeGreaterThan(2)
    run.update(flow(chain().nodes, [edge('s', 'd')]))
    const { dots, edges } = tick(run).snapshot()
    expect(dots.count).toBeGreaterThan(0)
    for (const index of dots.edge) expect(edges[index]).toBe('s-d')
  })
})
