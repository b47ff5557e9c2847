import type { Data, EdgeType, NodeType } from '@plimsoll/catalog'
import { compile, readSettings } from '@plimsoll/event-engine'
import { createEdge, createNode, type Flow, type FlowEdge, type FlowNode } from '@plimsoll/flow'
import { type Finding, type FindingKind, findings, type RunMeasures } from '@plimsoll/simulation'
import { ModelRun } from '../../src/engine/run-model.ts'
import { measuresBetween } from '../../src/running/measures.ts'
import { sumsOf } from '../../src/running/run-sums.ts'

const QUIET_NODES: Readonly<Record<NodeType, Data>> = {
  Client: { thinkTimeBetweenRequests: 1000, concurrentUsers: 50, packetLossRate: 0, networkStability: 1 },
  LoadBalancer: { failureProbability: 0, highAvailability: true },
  Server: {
    failureProbability: 0,
    instances: 2,
    concurrencyModel: 'Worker Pool',
    cpuCores: 4,
    averageProcessingTime: 20,
  },
  Database: { failureProbability: 0, replication: true, readIOPS: 100_000, writeIOPS: 100_000 },
  Cache: { failureProbability: 0, expectedHitRate: 0.8 },
}

const QUIET_EDGE = {
  failureProbability: 0,
  packetLossRate: 0,
  latencyMs: 1,
  latencyLevel: 'Low',
  bandwidthMbps: 10_000,
  maxThroughputRPS: 100_000,
  retryEnabled: false,
}

/** A node with nothing that disturbs, but for the given data. */
export const node = (type: NodeType, id: string, data: Data = {}): FlowNode =>
  createNode(type, {
    id,
    position: { x: 0, y: 0 },
    settings: { ...QUIET_NODES[type], label: id, ...data } as never,
  })

/** An edge with nothing that disturbs, but for the given data. */
export const edge = (source: string, target: string, data: Data = {}, type: EdgeType = 'default'): FlowEdge =>
  createEdge(type, {
    id: `${source}-${target}`,
    ends: { source, target },
    settings: { ...QUIET_EDGE, ...data } as never,
  })

interface Parts {
  readonly client?: Data
  readonly balancer?: Data
  readonly server?: Data
  readonly other?: Data
  readonly database?: Data
  readonly toServer?: Data
  readonly toDatabase?: Data
}

/** Client, balancer, two servers with two instances, and a database with a replica: nothing is the matter with it. */
export const healthy = ({ client, balancer, server, other, database, toServer, toDatabase }: Parts = {}): Flow => ({
  nodes: [
    node('Client', 'users', client),
    node('LoadBalancer', 'balancer', balancer),
    node('Server', 'one', server),
    node('Server', 'two', other ?? server),
    node('Database', 'store', database),
  ],
  edges: [
    edge('users', 'balancer'),
    edge('balancer', 'one', toServer),
    edge('balancer', 'two', toServer),
    edge('one', 'store', toDatabase),
    edge('two', 'store', toDatabase),
  ],
})

export interface Watch {
  readonly simulation?: Readonly<Record<string, unknown>>
  readonly fromS?: number
  readonly untilS?: number
}

/** What was measured from `fromS` to `untilS` of a run. */
export function measured(flow: Flow, { simulation = {}, fromS = 10, untilS = 20 }: Watch = {}): RunMeasures {
  const settings = readSettings({ arrivals: 'open', ...simulation })
  if (!settings.ok) throw new Error(JSON.stringify(settings.faults))
  const compiled = compile(flow as never, settings.settings)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  const run = new ModelRun(compiled.model, { seed: 7, horizonMs: untilS * 1000 })
  run.advance(fromS * 1000)
  const before = sumsOf(run.run)
  run.advance(untilS * 1000)
  return measuresBetween(run.run, before, sumsOf(run.run))
}

export const diagnosed = (flow: Flow, watch?: Watch): Finding[] => findings(flow, measured(flow, watch))

/** The first finding of a kind; throws with all that were found where there is none. */
export function found(list: readonly Finding[], kind: FindingKind): Finding {
  const one = list.find((finding) => finding.kind === kind)
  if (one === undefined)
    throw new Error(`No ${kind} among: ${list.map((other) => `${other.kind}: ${other.sentence}`).join('; ')}`)
  return one
}
