import { expect, it } from 'vitest'
import { quantileOf } from '../../src/measure/histogram.ts'
import { client, edge, ran, server } from '../controls/saved-flow.ts'

/** Fifty messages a second to a consumer of a hundred a second that is out for ten seconds. A broker that is not bound gives it all at once. */
const backlog = (messageExpirationMs: number) =>
  ran({
    nodes: [
      client('c', { concurrentUsers: 50 }),
      server('p', { averageProcessingTime: 1 }),
      server('q', { cpuCores: 1, concurrencyModel: 'Single-Threaded' }),
    ],
    edges: [
      edge('c', 'p'),
      edge('p', 'q', { communicationPattern: 'Async', partitioning: true, messageExpirationMs }, 'kafka'),
    ],
    simulation: { durationS: 200, faults: [{ node: 'q', kind: 'outage', fromS: 60, toS: 70 }] },
  }).link('p-q').messages

it('[SIM-919] a backlog is processed in the order in which it came', () => {
  const { delay, processed } = backlog(1e9) ?? {}
  if (delay === undefined || processed === undefined) throw new Error('There are no messages.')
  // One that comes t seconds into the outage waits for 10 - t / 2 seconds.
  expect(processed).toBeGreaterThan(9990)
  for (const [share, seconds] of [
    [0.95, 5],
    [0.99, 9],
    [0.999, 9.9],
  ] as const)
    expect(quantileOf(delay, share) / 1000).toBeCloseTo(seconds, 0)
  expect(delay.max).toBeLessThan(10_100)
})

it('[SIM-919] of a backlog the oldest messages expire', () => {
  // Those of the first five seconds of the outage.
  expect(Math.abs((backlog(5000)?.expired ?? 0) - 250)).toBeLessThan(3)
})
