import { Unmapped } from '../reference-case.ts'
import type { Drawing } from './scenario.ts'

type Data = Readonly<Record<string, unknown>>
type Profile = Data | undefined

export interface RoughNode {
  readonly id: string
  readonly type: string
  readonly data?: Data
}

export interface RoughEdge {
  readonly source: string
  readonly target: string
  readonly data?: Data
}

/** A diagram from what a case tells; what it leaves out comes from the profile. An edge's kind stands among its properties. */
export function draw(nodes: readonly RoughNode[], edges: readonly RoughEdge[], profile: Profile): Drawing {
  const defaultsOf = (name: string): Data => (profile?.[name] ?? {}) as Data
  const lost = edges
    .flatMap(({ source, target }) => [source, target])
    .find((end) => !nodes.some(({ id }) => id === end))
  if (lost !== undefined) throw new Unmapped(`An edge leads to or from ${lost}, which is not there.`)
  return {
    nodes: nodes.map(({ id, type, data = {} }) => ({ id, type, data: { ...defaultsOf(type), ...data } })),
    edges: edges.map(({ source, target, data = {} }, index) => {
      const { kind = 'default', ...told } = data
      const twins = edges.slice(0, index).filter((one) => one.source === source && one.target === target).length
      const id = `${source}-${target}${twins === 0 ? '' : `-${twins + 1}`}`
      return { id, source, target, type: String(kind), data: { ...defaultsOf('edge'), ...told } }
    }),
  }
}

/** Users who send so many requests a second together. */
export const users = (rps: number, id = 'c'): RoughNode => ({
  id,
  type: 'Client',
  data: { concurrentUsers: rps, thinkTimeBetweenRequests: 1000, requestPattern: 'Steady' },
})

/** A server with one queue and so many workers. */
export const workers = (id: string, count: number, meanMs: number, data: Data = {}): RoughNode => ({
  id,
  type: 'Server',
  data: {
    instances: 1,
    cpuCores: count,
    concurrencyModel: 'Worker Pool',
    averageProcessingTime: meanMs,
    maxConcurrentRequests: 1_000_000,
    ...data,
  },
})

/** A balancer that takes no time. */
export const balancer = (algorithm: string, data: Data = {}): RoughNode => ({
  id: 'lb',
  type: 'LoadBalancer',
  data: { algorithm, processingLatency: 0, ...data },
})

export const link = (source: string, target: string, data: Data = {}): RoughEdge => ({ source, target, data })

export const named = (count: number, name = 's'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`)
