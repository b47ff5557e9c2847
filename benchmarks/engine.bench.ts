import { EMPTY_FLOW, type Flow, type FlowNode } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/live-engine'
import { createRng, type RunSnapshot } from '@plimsoll/simulation'
import { layeredFlow } from './graphs.ts'
import { compare, timed } from './harness.ts'

const SIZES = [100, 500, 2000]
/** By then as many requests arrive as leave. Ticks. */
const SETTLING = 100
/** Ticks measured together. */
const TICKS = 50

/** A crowd that comes to about 10,000 requests under way, in a system of 500 components that has room for it. */
const CROWD = { nodes: 500, usersPerClient: 615 } as const

/**
 * Time of a tick of the live engine with its snapshot: against a tick with nothing on the board, and with 10,000 requests under way
 * against the least that any engine does with them.
 */
export async function bench(): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const size of SIZES) {
    const [run, empty] = [settledRun(layeredFlow(size)), settledRun(EMPTY_FLOW)]
    const result = await compare({ subject: timed(run.tick, TICKS), baseline: timed(empty.tick, TICKS), rounds: 5 })
    figures[`tick.${size}.toEmpty`] = result.ratio
    figures[`tick.${size}.ms`] = result.subjectMs
    figures[`tick.${size}.liveRequests`] = run.liveRequests()
  }
  return { ...figures, ...(await benchCrowd()) }
}

async function benchCrowd(): Promise<Record<string, number>> {
  const run = settledRun(withRoom(layeredFlow(CROWD.nodes), CROWD.usersPerClient))
  const least = leastWork({ requests: run.liveRequests(), nodes: CROWD.nodes })
  const result = await compare({ subject: timed(run.tick, TICKS), baseline: timed(least, TICKS), rounds: 9 })
  return {
    'tick.crowd.toLeastWork': result.ratio,
    'tick.crowd.ms': result.subjectMs,
    'tick.crowd.leastWorkMs': result.baselineMs,
    'tick.crowd.liveRequests': run.liveRequests(),
  }
}

/** The flow with so many users for each client, and capacities that leave all of them in the system. */
function withRoom(flow: Flow, concurrentUsers: number): Flow {
  const settings: Partial<Record<FlowNode['type'], object>> = {
    Client: { concurrentUsers },
    LoadBalancer: { maxConnections: 1e6 },
    Server: { maxConcurrentRequests: 1e4 },
    Cache: { maxThroughput: 1e7 },
    Database: { maxConnections: 1e6 },
  }
  const nodes = flow.nodes.map((node) => ({ ...node, data: { ...node.data, ...settings[node.type] } }))
  const edges = flow.edges.map((edge) => ({ ...edge, data: { ...edge.data, maxThroughputRPS: 1e6 } }))
  return { nodes, edges } as Flow
}

/** What the contract asks for each request under way, and no more: its share of a node's load, two chances, one step. */
function leastWork({ requests, nodes }: { requests: number; nodes: number }): () => number {
  const rng = createRng(1)
  const loads = new Float64Array(nodes)
  const live = Array.from({ length: requests }, (_, index) => ({ node: index % nodes, age: 0, failed: 0 }))
  return () => {
    loads.fill(0)
    for (const request of live) loads[request.node] = (loads[request.node] ?? 0) + 1
    for (const request of live) {
      request.age += 100
      if (rng() < 0.001 || rng() < 0.05) request.failed += 1
    }
    return loads[0] ?? 0
  }
}

function settledRun(flow: Flow) {
  const run = createLiveRun({ flow, seed: 1 })
  run.command('start')
  const tick = (): RunSnapshot => {
    run.tick()
    return run.snapshot()
  }
  for (let ticks = 0; ticks < SETTLING; ticks += 1) tick()
  return { tick, liveRequests: () => run.snapshot().activeRequests }
}
