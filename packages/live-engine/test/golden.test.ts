import { describe, expect, it } from 'vitest'
import { edge, flow, node } from './support/flows.ts'
import { started, tick } from './support/runs.ts'

/** Two clients, a balancer before two servers, a cache before a database: somewhat too small, so that things go wrong. */
const THREE_TIERS = flow(
  [
    node('Client', 'browser', { concurrentUsers: 120, requestPattern: 'Bursty' }),
    node('Client', 'app', { concurrentUsers: 60, thinkTimeBetweenRequests: 700, retryOnError: false }),
    node('LoadBalancer', 'balancer', { algorithm: 'Least Connections', maxConnections: 200 }),
    node('Server', 'server-1', { instances: 1, maxConcurrentRequests: 10 }),
    node('Server', 'server-2', { instances: 1, maxConcurrentRequests: 12, failureProbability: 0.02 }),
    node('Cache', 'cache', { maxThroughput: 8000 }),
    node('Database', 'database', { maxConnections: 4, queryComplexity: 'Complex' }),
  ],
  [
    edge('browser', 'balancer'),
    edge('app', 'balancer', { latencyMs: 180 }),
    edge('balancer', 'server-1', { maxThroughputRPS: 300 }),
    edge('balancer', 'server-2', { maxThroughputRPS: 400 }),
    edge('server-1', 'cache', {}, { type: 'tcp' }),
    edge('server-2', 'cache', {}, { type: 'tcp' }),
    edge('server-2', 'database', {}, { type: 'database' }),
    edge('cache', 'database', {}, { type: 'database' }),
  ],
)

describe('a golden run', () => {
  it('[SIM-5] of three tiers for 15 s stays as it was', async () => {
    const run = started(THREE_TIERS, { seed: 20 })
    const seconds = Array.from({ length: 15 }, () => {
      const { dots, metricHistory, nodeUtilization, edgeUtilization, windows, ...figures } = tick(run, 10).snapshot()
      return {
        ...figures,
        nodeUtilization: [...nodeUtilization],
        edgeUtilization: [...edgeUtilization],
        windows: Object.values(windows).map(({ completed, p95 }) => [completed, p95]),
        dots: { count: dots.count, first: [dots.id[0], dots.edge[0], dots.startedAt[0], dots.retries[0]] },
        samples: metricHistory.length,
      }
    })
    const lines = [...seconds, run.history().completed.at(-1), run.history().failed.at(-1)]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await expect(text).toMatchFileSnapshot('./golden/three-tiers.jsonl')
  })
})
