import type { Data, EdgeType, NodeType } from '@plimsoll/catalog'
import { type Flow, parseFlow } from '@plimsoll/flow'
import { compile } from '../../src/compile/index.ts'
import { runModel } from '../../src/engine/run-model.ts'
import type { LinkOutcome, NodeOutcome, RunOutcome, Trace } from '../../src/outcome.ts'
import { mergeRuns } from '../../src/report/merge.ts'
import type { Objective } from '../../src/report/objectives.ts'
import type { EventReport } from '../../src/report/report.ts'
import { readSettings } from '../../src/settings.ts'

interface DrawnNode {
  readonly id: string
  readonly type: NodeType
  readonly data: Data
}

interface DrawnEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly type: EdgeType
  readonly data: Data
}

export interface Drawn {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
  readonly simulation?: Readonly<Record<string, unknown>>
}

const UNLIMITED = 1e9

/**
 * Every effect that a row does not name is switched off, as far as a saved flow can: the device of a client still takes 5 ms for each
 * request, and wired access 2 ms each way, ±5 % by the lowest latency level.
 */
const NEUTRAL_NODES: Readonly<Record<NodeType, Data>> = {
  Client: {
    concurrentUsers: 10,
    thinkTimeBetweenRequests: 1000,
    devicePerformance: 'High',
    connectionType: 'Wired',
    bandwidthLimit: 100,
    packetLossRate: 0,
    networkStability: 1,
    retryOnError: false,
    cacheEnabled: false,
    authenticationMethod: 'None',
    requireSecureConnection: false,
    geographicDistribution: ['North America'],
  },
  LoadBalancer: {
    processingLatency: 0,
    maxThroughput: UNLIMITED,
    maxConnections: UNLIMITED,
    failureProbability: 0,
    highAvailability: false,
    healthCheckEnabled: false,
    sslTermination: true,
  },
  Server: {
    instances: 1,
    cpuCores: 100,
    concurrencyModel: 'Worker Pool',
    averageProcessingTime: 10,
    maxConcurrentRequests: UNLIMITED,
    maxRequestsPerSecond: 1e6,
    failureProbability: 0,
    healthCheckEnabled: false,
  },
  Cache: { averageLatency: 1, expectedHitRate: 0, maxThroughput: 1e6, failureProbability: 0 },
  Database: {
    averageLatency: 10,
    maxConnections: UNLIMITED,
    readIOPS: UNLIMITED,
    writeIOPS: UNLIMITED,
    failureProbability: 0,
    backupStrategy: 'None',
  },
}

const NEUTRAL_EDGE: Data = {
  communicationPattern: 'Sync',
  latencyMs: 0,
  bandwidthMbps: 1e6,
  averageRequestSizeKB: 0,
  averageResponseSizeKB: 0,
  maxThroughputRPS: UNLIMITED,
  packetLossRate: 0,
  failureProbability: 0,
  timeout: UNLIMITED,
  retryEnabled: false,
  encryption: 'None',
  authentication: 'None',
}

const NEUTRAL_EDGES: Readonly<Partial<Record<EdgeType, Data>>> = {
  http: { httpVersion: 'HTTP/2', rateLimit: 0 },
  tcp: { nagleAlgorithmEnabled: false },
  database: { connectionPooling: true, minConnections: UNLIMITED, maxConnections: UNLIMITED, queryTimeout: UNLIMITED },
  eventStream: { maxBatchSize: 1, sharding: true, shardCount: 1000, latencyMs: 1 },
}

const drawnNode =
  (type: NodeType) =>
  (id: string, data: Data = {}): DrawnNode => ({ id, type, data: { ...NEUTRAL_NODES[type], ...data } })

/** Ten users who make a request a second each. */
export const client = drawnNode('Client')
export const balancer = drawnNode('LoadBalancer')
/** A hundred slots; 10 ms. */
export const server = drawnNode('Server')
export const cache = drawnNode('Cache')
export const database = drawnNode('Database')

/** Takes no time and holds its caller; `id` is `source-target`. */
export const edge = (source: string, target: string, data: Data = {}, type: EdgeType = 'default'): DrawnEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  type,
  data: { ...NEUTRAL_EDGE, ...NEUTRAL_EDGES[type], ...data },
})

/** What a run measured, by the ids of the flow. */
export interface Ran {
  readonly outcome: RunOutcome
  readonly requests: RunOutcome['requests']
  /** Mean response time of completed requests, ms. */
  readonly meanMs: number
  /** Of completed requests, ms: their longest response time. */
  readonly maxMs: number
  node(id: string): NodeOutcome
  link(id: string): LinkOutcome
  client(index: number): RunOutcome['requests']
  readonly breakerChanges: RunOutcome['changes']['list']
  /** The routes of the first 200 requests, as far as they have ended. */
  traces(): readonly Trace[]
  /** The route of a request by its number; the first is 0. */
  trace(serial: number): Trace
}

/** Even arrivals of Reads, service times without spread, no warm-up, 100 s. */
const SIMULATION = {
  durationS: 100,
  warmUpS: 0,
  arrivals: 'deterministic',
  service: 'det',
  requestMix: { Read: 1 },
}

/** Numbers of the first requests. */
const TRACED = new Set(Array.from({ length: 200 }, (_, serial) => serial))

/** A flow as a saved one is: parsed, so that every property is present. */
export function saved({ nodes, edges, simulation = {} }: Drawn): Flow {
  const position = { x: 0, y: 0 }
  const parsed = parseFlow({
    documentVersion: 1,
    nodes: nodes.map((node) => ({ ...node, position })),
    edges,
    simulation: { ...SIMULATION, ...simulation },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return parsed.flow
}

function prepared(drawn: Drawn) {
  const flow = saved(drawn)
  const read = readSettings(flow.simulation)
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  const { settings } = read
  const compiled = compile(flow, settings)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  return { flow, settings, model: compiled.model }
}

/** What replications of a flow show together, the first with seed 1. */
export function reportOf(drawn: Drawn, replications = 5, objectives: readonly Objective[] = []): EventReport {
  const { flow, settings, model } = prepared(drawn)
  const { durationMs, warmUpMs } = settings
  const outcomes = Array.from({ length: replications }, (_, index) =>
    runModel(model, { seed: index + 1, durationMs, warmUpMs }),
  )
  return mergeRuns({ name: 'Drawn', flow, settings, model, notes: [], outcomes, objectives })
}

/** Simulates a flow once. */
export function ran(drawn: Drawn): Ran {
  const { settings, model } = prepared(drawn)
  const { durationMs, warmUpMs } = settings
  const options = { seed: 17, durationMs, warmUpMs }
  const outcome = runModel(model, options)
  const traces = () => runModel(model, { ...options, trace: TRACED }).traces
  const { requests } = outcome
  const at = <T>(list: readonly T[], index: number, what: string): T => {
    const found = list[index]
    if (found === undefined) throw new Error(`There is no ${what}.`)
    return found
  }
  return {
    outcome,
    requests,
    meanMs: requests.response.sum / requests.response.count,
    maxMs: requests.response.max,
    node: (id) =>
      at(
        outcome.nodes,
        model.nodes.findIndex((node) => node.id === id),
        id,
      ),
    link: (id) =>
      at(
        outcome.links,
        model.links.findIndex((link) => link.id === id),
        id,
      ),
    breakerChanges: outcome.changes.list.filter((change) => change.of === 'edge'),
    client: (index) => at(outcome.byClient, index, `client ${index}`),
    traces,
    trace: (number) => {
      const found = traces().find(({ serial }) => serial === number)
      if (found === undefined) throw new Error(`Request ${number} has not ended.`)
      return found
    },
  }
}
