import type { Rng } from '@plimsoll/simulation'
import { balancer, cache, client, type Drawn, database, edge, server } from '../controls/saved-flow.ts'

type Data = Readonly<Record<string, unknown>>
type OneOf = <T>(...values: readonly T[]) => T

/** Settings of components and connections by chance, most of which change what becomes of requests. */
export function anyDrawn(random: Rng): Drawn {
  const one: OneOf = <T>(...values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const call = (from: string, to: string, data: Data = {}, kind?: Parameters<typeof edge>[3]) =>
    edge(from, to, { ...anyCall(one), ...data }, kind)
  const message = (from: string, to: string) => call(from, to, anyMessage(one), one('amqp', 'kafka', 'mqtt'))
  const workers = ['w', 'v'].map((id) => server(id, anyServer(one)))
  const database_ = database('d', { averageLatency: 20, maxConnections: one(3, 100), replication: one(true, false) })
  const store = cache('k', { expectedHitRate: 0.5, writePolicy: one('Write-Through', 'Write-Behind', 'Write-Around') })
  const edges = [
    call('c', 'lb', { communicationPattern: 'Sync' }, 'http'),
    call('lb', 'a', {}, 'http'),
    call('lb', 'b', {}, 'grpc'),
    message('a', 'w'),
    message('b', 'w'),
    message('a', 'v'),
    call('a', 'k'),
    call('k', 'd', { minConnections: 1, maxConnections: one(2, 10) }, 'database'),
    call('b', 'd', { minConnections: 1, maxConnections: one(2, 10) }, 'database'),
  ].filter(({ source }) => source === 'c' || random() < 0.8)
  return {
    nodes: [
      client('c', { concurrentUsers: one(20, 60), retryOnError: one(true, false), cacheEnabled: one(true, false) }),
      balancer('lb', { healthCheckEnabled: one(true, false), healthCheckInterval: 1, maxConnections: one(1e9, 10) }),
      server('a', anyServer(one)),
      server('b', anyServer(one)),
      ...workers,
      store,
      database_,
    ],
    edges,
    simulation: {
      arrivals: one('open', 'closed', 'deterministic'),
      callStyle: one('asDrawn', 'asDrawn', 'synchronous', 'pipeline'),
      jitter: one('none', 'full', 'decorrelated'),
      cancelOnTimeout: one(true, false),
      outlierEjection: one(true, false),
      requestMix: { Read: 2, Write: 1 },
      service: 'exponential',
      durationS: 10,
      faults: [
        { node: one('a', 'w', 'd', 'k'), mode: one('refuse', 'hang'), atS: 2, forS: 2 },
        { edge: one(...edges.map(({ id }) => id)), mode: one('refuse', 'hang'), atS: 5, forS: 1 },
      ],
    },
  }
}

const anyCall = (one: OneOf): Data => ({
  communicationPattern: one('Sync', 'Sync', 'Async'),
  latencyMs: one(1, 5, 50),
  bandwidthMbps: one(1, 1e6),
  averageRequestSizeKB: one(0, 2, 20),
  failureProbability: one(0, 0, 0.1),
  timeout: one(1e9, 1000, 100),
  retryEnabled: one(true, false),
  maxRetries: 2,
  retryIntervalMs: 100,
  circuitBreakerEnabled: one(true, false, false),
  failoverStrategy: one('None', 'Active-Passive', 'Active-Active'),
  maxThroughputRPS: one(1e9, 40),
})

const anyMessage = (one: OneOf): Data => ({
  communicationPattern: one('Async', 'Pub-Sub', 'Stream'),
  deliveryGuarantee: one('At-Most-Once', 'At-Least-Once', 'Exactly-Once'),
  messageExpirationMs: one(50, 500, 1e9),
  deadLetterQueueEnabled: one(true, false),
  messagePriority: one('Low', 'High'),
})

const anyServer = (one: OneOf): Data => ({
  instances: one(1, 2),
  cpuCores: one(1, 4),
  concurrencyModel: one('Worker Pool', 'Multi-Threaded', 'Event-Loop'),
  averageProcessingTime: one(5, 20, 80),
  maxConcurrentRequests: one(1e9, 20, 3),
  failureProbability: one(0, 0.1, 0.5),
  autoScaling: one(true, false),
})
