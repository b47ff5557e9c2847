import type { NodeData, NodeType } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow, type FlowEdge, type FlowNode } from '@plimsoll/flow'
import { createLiveRun, type LiveRun, type SimulatedRequest } from '@plimsoll/live-engine'
import type { Rng } from '@plimsoll/simulation'

const SEED = 1
const TICKS_A_SECOND = 10

/** No chance comes true. */
const NOTHING_HAPPENS: Rng = () => 0.99

const node = <T extends NodeType>(type: T, id: string, settings: Partial<NodeData<T>> = {}): FlowNode =>
  createNode(type, { id, position: { x: 0, y: 0 }, settings })

/** Wide enough never to be what limits. */
const WIDE = { maxThroughputRPS: 1e7 } as const

const edge = (source: string, target: string, settings: Partial<FlowEdge['data']> = WIDE): FlowEdge =>
  createEdge('http', { id: `${source}-${target}`, ends: { source, target }, settings })

/** A client before the nodes, each connected with the next. */
function line(
  client: Partial<NodeData<'Client'>>,
  nodes: readonly FlowNode[],
  settings?: Partial<FlowEdge['data']>,
): Flow {
  const all = [node('Client', 'client', client), ...nodes]
  return { nodes: all, edges: nodes.map(({ id }, index) => edge(all[index]?.id ?? '', id, settings)) }
}

/** As many requests a second, steadily. */
const rate = (perSecond: number) => ({ concurrentUsers: perSecond, thinkTimeBetweenRequests: 1000 })

function started(flow: Flow, rng?: Rng): LiveRun {
  const run = createLiveRun({ flow, seed: SEED, ...(rng && { rng }) })
  run.command('start')
  return run
}

function pass(run: LiveRun, seconds: number, eachTick: () => void = () => {}): LiveRun {
  for (let tick = 0; tick < seconds * TICKS_A_SECOND; tick += 1) {
    run.tick()
    eachTick()
  }
  return run
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

function meanAndSd(values: readonly number[]): { mean: number; sd: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) }
}

/** Completed requests a second, over 10 s after a warm-up of 5, and their mean response time in ms. */
function throughput(flow: Flow): { completed: number; responseMs: number } {
  const run = pass(started(flow), 5)
  const before = run.snapshot().completedRequests
  const { completedRequests, averageResponseTime } = pass(run, 10).snapshot()
  return { completed: Math.round((completedRequests - before) / 10), responseMs: Math.round(averageResponseTime) }
}

/** All requests that the run completes in so many seconds. */
function completedIn(run: LiveRun, seconds: number): SimulatedRequest[] {
  const all = new Map<string, SimulatedRequest>()
  for (let second = 0; second < seconds; second += 1) {
    for (const request of pass(run, 1).history().completed) all.set(request.id, request)
  }
  return [...all.values()]
}

/** Default server and database; the cores of the server can do 2 × 4 / 0.05 s. */
function ceiling() {
  const { instances, cpuCores, averageProcessingTime } = node('Server', 's').data as NodeData<'Server'>
  return {
    coresAllow: (instances * cpuCores * 1000) / averageProcessingTime,
    steps: [100, 500, 1000, 2000, 4000, 8000].map((offered) => ({
      offered,
      ...throughput(line(rate(offered), [node('Server', 's'), node('Database', 'd')])),
    })),
  }
}

/** One default server at three depths, beside what a queue does there: 1 / (1 − utilization) times the time at rest. */
function queueing() {
  return [25, 50, 75].map((percent) => {
    const utilization: number[] = []
    const run = pass(started(line(rate(percent * 40), [node('Server', 's')])), 5)
    pass(run, 20, () => utilization.push(run.snapshot().nodeUtilization[1] ?? 0))
    const { mean } = meanAndSd(utilization)
    return {
      utilization: Math.round(100 * mean),
      responseMs: Math.round(run.snapshot().averageResponseTime),
      queueFactor: round(1 / (1 - mean), 1),
    }
  })
}

const responseMs = (flow: Flow): number => {
  const run = started(flow, NOTHING_HAPPENS)
  return pass(run, 3).snapshot().averageResponseTime
}

/** The same way in ticks, and as the sum of its times: client, two connections of 100 ms and 0.8 ms for 1 KB, server, database. */
function grid() {
  const cache = (averageLatency: number) =>
    responseMs(
      line({ ...rate(10), retryOnError: false }, [node('Cache', 'k', { averageLatency }), node('Server', 's')], {}),
    )
  return {
    engineMs: responseMs(line(rate(10), [node('Server', 's'), node('Database', 'd')], {})),
    exactMs: Math.round(10 + 50 + 5 + 2 * (100 + 8.192 / 10)),
    fastCacheMs: 1,
    slowCacheMs: 99,
    withFastCacheMs: cache(1),
    withSlowCacheMs: cache(99),
  }
}

/** Three visits in which nothing fails, each done over with 5 %. */
function retries() {
  const sound = { failureProbability: 0 }
  const run = started(
    line(rate(500), [node('Server', 's', sound), node('Database', 'd', sound)], { ...WIDE, ...sound }),
  )
  const ended = completedIn(run, 120).filter(({ path }) => path.length === 3)
  return {
    requests: ended.length,
    share: round((100 * ended.filter(({ retryCount }) => retryCount > 0).length) / ended.length, 1),
  }
}

/** Arrivals in a tick, beside what independent visitors would make. */
function arrivals() {
  return (['Steady', 'Random'] as const).flatMap((requestPattern) =>
    [10, 1000].map((perTick) => {
      const counts: number[] = []
      const run = started(line({ ...rate(perTick * TICKS_A_SECOND), requestPattern, retryOnError: false }, []))
      let before = 0
      pass(run, 100, () => {
        const { createdRequests } = run.snapshot()
        counts.push(createdRequests - before)
        before = createdRequests
      })
      return {
        pattern: requestPattern,
        perTick,
        sd: round(meanAndSd(counts).sd, 1),
        independentSd: round(Math.sqrt(perTick), 1),
      }
    }),
  )
}

/** Which of four equal servers gets how many in a hundred requests. */
function routing() {
  const ids = ['a', 'b', 'c', 'd']
  const shares = (hub: FlowNode, perSecond: number) => {
    const flow: Flow = {
      nodes: [
        node('Client', 'client', rate(perSecond)),
        hub,
        ...ids.map((id) => node('Server', id)),
        node('Database', 'db'),
      ],
      edges: [edge('client', 'hub'), ...ids.flatMap((id) => [edge('hub', id), edge(id, 'db')])],
    }
    const paths = completedIn(started(flow), 1500 / perSecond).filter(({ path }) => path.length > 2)
    const share = (id: string) => Math.round((100 * paths.filter(({ path }) => path[2] === id).length) / paths.length)
    return Object.fromEntries(ids.map((id) => [id, share(id)]))
  }
  return [
    { by: 'score', perSecond: 1, ...shares(node('Server', 'hub'), 1) },
    { by: 'score', perSecond: 100, ...shares(node('Server', 'hub'), 100) },
    { by: 'Round Robin', perSecond: 1, ...shares(node('LoadBalancer', 'hub'), 1) },
  ]
}

/** How much the requests per second of the panel waver at 100 a second. */
function wavering() {
  return (['Steady', 'Random'] as const).map((requestPattern) => {
    const figures: number[] = []
    const run = pass(started(line({ ...rate(100), requestPattern }, [node('Server', 's'), node('Database', 'd')])), 10)
    pass(run, 200, () => figures.push(run.snapshot().requestsPerSecond))
    const { mean, sd } = meanAndSd(figures)
    return { pattern: requestPattern, percent: round((100 * sd) / mean, 1) }
  })
}

/** Nodes in a row at many times what they can take. */
function successFloor() {
  return [1, 2, 3].map((hops) => {
    const full = Array.from({ length: hops - 1 }, (_, index) =>
      node('LoadBalancer', `b${index}`, { maxConnections: 1 }),
    )
    const server = node('Server', 's', { instances: 1, maxConcurrentRequests: 1 })
    const run = pass(started(line(rate(5000), [...full, server])), 20)
    return { hops, success: round(run.snapshot().successRate, 1), ofChance: round(100 * 0.7 ** hops, 1) }
  })
}

/** What every connection carries each way by default, in KB. */
function sizes() {
  const { averageRequestSizeKB, averageResponseSizeKB } = edge('a', 'b', {}).data
  return { requestKB: averageRequestSizeKB, responseKB: averageResponseSizeKB }
}

/** Every figure that the help page states about the live engine: by its name, how it is measured on it. */
export const MEASUREMENTS = {
  ceiling,
  queueing,
  grid,
  retries,
  arrivals,
  routing,
  wavering,
  successFloor,
  sizes,
}
