import { compile, DEFAULT_SETTINGS, type EventFlow, type EventModel, type EventSettings } from '@plimsoll/simulation'

const READS_ONLY = [1, 0, 0, 0] as const
const SETTINGS: EventSettings = {
  ...DEFAULT_SETTINGS,
  arrivals: 'open',
  service: { kind: 'exponential' },
  callStyle: 'pipeline',
  requestMix: READS_ONLY,
}

/** A flow made ready; throws what is wrong with it. */
export function modelOf(flow: EventFlow, settings: EventSettings): EventModel {
  const compiled = compile(flow, settings)
  if (!compiled.ok) throw new Error(compiled.faults.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return compiled.model
}

const http = (source: string, target: string, data: object = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  type: 'http' as const,
  data,
})

const SERVERS = ['s0', 's1', 's2', 's3']

/** The workload of `event-baseline/three-tier.c`; the rate and the time at the servers may be others. */
export function threeTiers({ perSecond = 1000, serverMs = 25, serverSlots = 8, timeoutMs = 1000 } = {}): EventModel {
  const flow = {
    nodes: [
      { id: 'c', type: 'Client', data: { concurrentUsers: perSecond, thinkTimeBetweenRequests: 1000 } },
      { id: 'lb', type: 'LoadBalancer', data: { algorithm: 'Round Robin', processingLatency: 1 } },
      ...SERVERS.map((id) => ({
        id,
        type: 'Server' as const,
        data: {
          instances: 1,
          cpuCores: serverSlots,
          concurrencyModel: 'Worker Pool',
          averageProcessingTime: serverMs,
        },
      })),
      { id: 'cache', type: 'Cache', data: { averageLatency: 1, expectedHitRate: 0.8 } },
      { id: 'db', type: 'Database', data: { maxConnections: 20, averageLatency: 10 } },
    ],
    edges: [
      http('c', 'lb', {
        timeout: timeoutMs,
        retryEnabled: true,
        maxRetries: 2,
        retryStrategy: 'Constant',
        retryIntervalMs: 0,
      }),
      ...SERVERS.flatMap((id) => [http('lb', id), http(id, 'cache')]),
      http('cache', 'db'),
    ],
  } as EventFlow
  const fixed = { kind: 'deterministic' } as const
  return modelOf(flow, { ...SETTINGS, serviceOf: { lb: fixed, cache: fixed } })
}

const CHAIN_NODES = 5

/** A diagram of so many nodes in separate chains of five, with the same requests per second in all. */
export function chains(nodes: number, perSecond: number): EventModel {
  const count = nodes / CHAIN_NODES
  const users = 100
  const flow = {
    nodes: range(count).flatMap((chain) => [
      {
        id: `c${chain}`,
        type: 'Client',
        data: { concurrentUsers: users, thinkTimeBetweenRequests: (1000 * users * count) / perSecond },
      },
      { id: `l${chain}`, type: 'LoadBalancer', data: { algorithm: 'Round Robin', processingLatency: 1 } },
      ...['s', 't'].map((server) => ({
        id: `${server}${chain}`,
        type: 'Server',
        data: { instances: 1, cpuCores: 8, concurrencyModel: 'Worker Pool', averageProcessingTime: 25 },
      })),
      { id: `d${chain}`, type: 'Database', data: { maxConnections: 20, averageLatency: 10 } },
    ]),
    edges: range(count).flatMap((chain) => [
      http(`c${chain}`, `l${chain}`),
      ...['s', 't'].flatMap((server) => [
        http(`l${chain}`, `${server}${chain}`),
        http(`${server}${chain}`, `d${chain}`),
      ]),
    ]),
  } as EventFlow
  return modelOf(flow, SETTINGS)
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
