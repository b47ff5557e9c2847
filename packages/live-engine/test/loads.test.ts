import type { NodeData } from '@plimsoll/catalog'
import type { FlowNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import type { Station } from '../src/model.ts'
import { edgeImpact, nodeImpact, visitOf } from '../src/rules/formulas.ts'
import { visitOver } from '../src/rules/step.ts'
import { measureUtilization } from '../src/rules/utilization.ts'
import { chain, edge, flow, node, ONE_A_TICK } from './support/flows.ts'
import { Bench, lasting, NOTHING_HAPPENS, started, tick } from './support/runs.ts'

function stationOf(one: FlowNode): Station {
  return new Bench(flow([one]), NOTHING_HAPPENS).station(one.id)
}

const server = (settings: Partial<NodeData<'Server'>> = {}) => stationOf(node('Server', 's', settings))
const database = (settings: Partial<NodeData<'Database'>> = {}) => stationOf(node('Database', 'd', settings))
const balancer = (settings: Partial<NodeData<'LoadBalancer'>> = {}) => stationOf(node('LoadBalancer', 'b', settings))
const cache = (settings: Partial<NodeData<'Cache'>> = {}) => stationOf(node('Cache', 'k', settings))

describe('times, capacities and loads', () => {
  it('[SIM-50] gives each kind its own time for a request', () => {
    expect(server({ averageProcessingTime: 40, cpuSpeed: 5 }).timeMs).toBe(20)
    expect(server({ averageProcessingTime: 40, cpuSpeed: 1 }).timeMs).toBe(100)
    expect(database({ averageLatency: 30, queryComplexity: 'Simple' }).timeMs).toBe(15)
    expect(database({ averageLatency: 30, queryComplexity: 'Moderate' }).timeMs).toBe(30)
    expect(database({ averageLatency: 30, queryComplexity: 'Complex' }).timeMs).toBe(60)
    expect(balancer({ processingLatency: 7 }).timeMs).toBe(7)
    expect(cache({ averageLatency: 3 }).timeMs).toBe(3)
    expect(stationOf(node('Client', 'c')).timeMs).toBe(10)
  })

  it('[SIM-51] multiplies the time of a database by 5 straight from a client, of no other kind', () => {
    const kinds = ['Server', 'Database', 'LoadBalancer', 'Cache'] as const
    const drawn = flow(
      [node('Client', 'c'), node('Server', 'via'), ...kinds.map((kind) => node(kind, kind))],
      kinds.flatMap((kind) => [edge('c', kind), edge('via', kind)]),
    )
    const bench = new Bench(drawn, NOTHING_HAPPENS)
    const factors = kinds.map((kind) => {
      const own = (id: string) => visitOver(bench.link(id), false).nodeMs
      return Math.round(own(`c-${kind}`) / own(`via-${kind}`))
    })
    expect(factors).toEqual([1, 5, 1, 1])
  })

  it('[SIM-52] adds latency and the time on the wire', () => {
    const timeOf = (settings: Parameters<typeof edge>[2]) =>
      new Bench(flow(chain().nodes, [edge('c', 's', settings)]), NOTHING_HAPPENS).link('c-s').timeMs
    expect(timeOf({ latencyMs: 100, averageRequestSizeKB: 1, bandwidthMbps: 10 })).toBeCloseTo(100.8192, 9)
    expect(timeOf({ latencyMs: 0, averageRequestSizeKB: 125, bandwidthMbps: 8 })).toBeCloseTo(128, 9)
  })

  it('[SIM-53] [SIM-861] [SIM-862] shares a node of each kind out by its capacity', () => {
    expect(server({ instances: 3, maxConcurrentRequests: 50 }).capacity).toBe(150)
    expect(database({ maxConnections: 80 }).capacity).toBe(80)
    expect(balancer({ maxConnections: 400 }).capacity).toBe(400)
    expect(cache({ maxThroughput: 20_000, averageLatency: 5 }).capacity).toBe(100)
    expect(nodeImpact(150, lasting(100))).toBeCloseTo(1 / 150, 12)
    expect(nodeImpact(4, lasting(100))).toBe(0.1)
    expect(nodeImpact(stationOf(node('Client', 'c')).capacity, lasting(100))).toBe(0)
  })

  it('[SIM-53] [SIM-860] counts the time that a request spends at the node', () => {
    expect(nodeImpact(100, lasting(50))).toBeCloseTo(0.5 / 100, 12)
    expect(nodeImpact(100, visitOf({ edgeMs: 160, nodeMs: 30 }))).toBeCloseTo(0.15 / 100, 12)
    expect(nodeImpact(1, lasting(5))).toBeCloseTo(0.05, 12)
    expect(nodeImpact(1, lasting(50))).toBe(0.1)
    expect(nodeImpact(0, lasting(0))).toBe(0)
  })

  it('[SIM-54] [SIM-863] shares a connection out by its throughput and the ticks of the visit', () => {
    expect(edgeImpact(1000, { ticks: 1 })).toBeCloseTo(0.01, 12)
    expect(edgeImpact(1000, { ticks: 4 })).toBeCloseTo(0.0025, 12)
    expect(edgeImpact(20, { ticks: 1 })).toBe(0.2)
    expect(edgeImpact(0, { ticks: 1 })).toBe(0.2)
  })

  it('[SIM-54] counts a request at its connection until the visit ends', () => {
    const run = started(chain({ server: { averageProcessingTime: 250 } }), { rng: NOTHING_HAPPENS })
    const utilizations = Array.from({ length: 10 }, () => tick(run).snapshot().edgeUtilization[0])
    // 351 ms are four ticks: four requests at a time, seen from the tick after the first hop on.
    const impact = edgeImpact(1000, { ticks: 4 })
    expect(utilizations.map((utilization) => Math.round((utilization ?? 0) / impact))).toEqual([
      0, 0, 1, 2, 3, 4, 4, 4, 4, 4,
    ])
  })

  it('[SIM-55] adds up to 1 and falls when requests leave', () => {
    const bench = new Bench(chain({ server: { instances: 1, maxConcurrentRequests: 20 } }), NOTHING_HAPPENS)
    const requests = Array.from({ length: 30 }, () => bench.arrived('c-s', { visit: lasting(100) }))
    const utilizationWith = (count: number) => {
      measureUtilization(bench.network, requests.slice(0, count))
      return bench.station('s').utilization
    }
    expect([0, 5, 20, 30, 10, 0].map(utilizationWith)).toEqual([0, 0.25, 1, 1, 0.5, 0])
  })

  it('[SIM-55] does not lie above a limit by a rounding error', () => {
    const utilizationAt = (requests: number, maxConnections: number) => {
      const bench = new Bench(chain({ database: { maxConnections } }), NOTHING_HAPPENS)
      measureUtilization(
        bench.network,
        Array.from({ length: requests }, () => bench.arrived('s-d', { visit: lasting(100) })),
      )
      return bench.station('d').utilization
    }
    expect([utilizationAt(7, 10), utilizationAt(17, 20), utilizationAt(255, 300)]).toEqual([0.7, 0.85, 0.85])
  })

  it('[SIM-56] sets the threshold by kind and settings', () => {
    expect(server().threshold).toBe(0.8)
    expect(server({ autoScaling: true }).threshold).toBe(0.85)
    expect(server({ concurrencyModel: 'Single-Threaded' }).threshold).toBe(0.7)
    expect(server({ concurrencyModel: 'Single-Threaded', autoScaling: true }).threshold).toBe(0.75)
    expect(database().threshold).toBe(0.85)
    expect(database({ replication: true }).threshold).toBe(0.9)
    expect(database({ replication: true, autoScaling: true }).threshold).toBe(0.95)
    expect(balancer({ highAvailability: false }).threshold).toBe(0.8)
    expect(balancer({ highAvailability: true }).threshold).toBe(0.85)
    expect(balancer({ highAvailability: true, connectToAutoScaling: true }).threshold).toBe(0.9)
    expect(cache().threshold).toBe(0.8)
    expect(cache({ autoScalingEnabled: true }).threshold).toBe(0.85)
  })

  it('[SIM-55] shows in the run as the mean of Little’s law', () => {
    const busy = chain({ client: { ...ONE_A_TICK, concurrentUsers: 200 }, server: { averageProcessingTime: 450 } })
    const { nodeUtilization } = tick(started(busy, { rng: NOTHING_HAPPENS }), 50).snapshot()
    // 200 a second, which stay for 450 ms, at 200 places.
    expect(nodeUtilization[1]).toBeCloseTo((200 * 0.45) / 200, 6)
  })
})
