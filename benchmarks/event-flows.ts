import { compile, DEFAULT_SETTINGS, type EventFlow, type EventModel, type EventSettings } from '@plimsoll/event-engine'

const READS_ONLY = [1, 0, 0, 0] as const
const SETTINGS: EventSettings = {
  ...DEFAULT_SETTINGS,
  arrivals: 'open',
  service: { kind: 'exponential' },
  callStyle: 'pipeline',
  requestMix: READS_ONLY,
}

/** A flow made ready; throws what is wrong with it. */
function modelOf(flow: EventFlow, settings: EventSettings): EventModel {
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

/** Nodes of a part of `manyParts`. */
export const PART_NODES = 10
const PART_SERVERS = [0, 1, 2, 3, 4]
const PART_DATABASES = [0, 1]

/** A diagram of separate parts of ten nodes, each with its own client that makes so many requests per second. */
export function manyParts(parts: number, perSecond: number): EventModel {
  const nodes = range(parts).flatMap((part) => [
    { id: `c${part}`, type: 'Client', data: { concurrentUsers: perSecond, thinkTimeBetweenRequests: 1000 } },
    { id: `l${part}`, type: 'LoadBalancer', data: { algorithm: 'Round Robin', processingLatency: 1 } },
    ...PART_SERVERS.map((server) => ({
      id: `s${part}.${server}`,
      type: 'Server',
      data: { instances: 1, cpuCores: 8, concurrencyModel: 'Worker Pool', averageProcessingTime: 25 },
    })),
    { id: `k${part}`, type: 'Cache', data: { averageLatency: 1, expectedHitRate: 0.5 } },
    ...PART_DATABASES.map((database) => ({
      id: `d${part}.${database}`,
      type: 'Database',
      data: { maxConnections: 20, averageLatency: 10 },
    })),
  ])
  const edges = range(parts).flatMap((part) => [
    http(`c${part}`, `l${part}`),
    ...PART_SERVERS.flatMap((server) => [
      http(`l${part}`, `s${part}.${server}`),
      http(`s${part}.${server}`, `k${part}`),
    ]),
    ...PART_DATABASES.map((database) => http(`k${part}`, `d${part}.${database}`)),
  ])
  return modelOf({ nodes, edges } as EventFlow, SETTINGS)
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
