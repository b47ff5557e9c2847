import type { Flow } from '@plimsoll/flow'

type Values = Readonly<Record<string, unknown>>
type Node = Flow['nodes'][number]
type Edge = Flow['edges'][number]

/* A property that is absent has its effect switched off: what is drawn here is nothing but stations. */

const node = (type: string, id: string, data: Values) =>
  ({ id, type, position: { x: 0, y: 0 }, data: { label: id, ...data } }) as unknown as Node

/** So many requests a second, one each of so many users. */
export const client = (id: string, rps: number, data: Values = {}): Node =>
  node('Client', id, { concurrentUsers: rps, thinkTimeBetweenRequests: 1000, requestPattern: 'Steady', ...data })

/** So many slots with a queue without end. */
export const station = (id: string, slots: number, serviceMs: number, data: Values = {}): Node =>
  node('Server', id, {
    instances: 1,
    cpuCores: slots,
    concurrencyModel: 'Worker Pool',
    averageProcessingTime: serviceMs,
    maxConcurrentRequests: 1_000_000,
    ...data,
  })

export const cache = (id: string, data: Values = {}): Node => node('Cache', id, data)

export const call = (source: string, target: string, data: Values = {}): Edge =>
  ({ id: `${source}-${target}`, source, target, type: 'default', data }) as unknown as Edge

export const flowOf = (nodes: readonly Node[], edges: readonly Edge[], simulation: Values = {}): Flow =>
  ({ nodes, edges, groups: [], simulation: { arrivals: 'open', service: 'exp', ...simulation } }) as unknown as Flow
