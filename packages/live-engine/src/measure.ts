import type { Flow } from '@plimsoll/flow'
import { TICK_MS } from './config.ts'
import { createLiveRun } from './engine.ts'
import { ResponseTimeCounts, type ResponseTimes } from './metrics/response-times.ts'
import type { LiveSnapshot, SimulatedRequest } from './results.ts'

export interface LiveMeasureOptions {
  readonly flow: Flow
  readonly seed: number
  /** Simulated ms, rounded up to whole ticks; the warm-up is the first part of it and is left out of the figures. */
  readonly durationMs: number
  readonly warmUpMs: number
  /** Called after every tick, those of the warm-up included. */
  readonly onTick?: (snapshot: LiveSnapshot) => void
}

/** How loaded a node or connection was, 0 to 1: on the mean of all ticks, and in the worst of them. */
export interface MeasuredLoad {
  readonly id: string
  readonly mean: number
  readonly highest: number
}

/** Failures that were alike, of those that the engine kept. */
export interface MeasuredFailure {
  readonly reason: string
  readonly nodeId: string
  readonly count: number
}

/** What one run shows between its warm-up and its end. */
export interface LiveMeasurement {
  readonly seed: number
  /** Simulated ms that the figures are of. */
  readonly measuredMs: number
  readonly created: number
  readonly completed: number
  readonly failed: number
  /** Completed requests a second. */
  readonly throughput: number
  /** Requests made a second. */
  readonly offered: number
  /** Percent of the finished requests; 0 when none has finished. */
  readonly errorRate: number
  /** Requests under way, on the mean of all ticks. */
  readonly active: number
  /** Null when no request was completed. */
  readonly responseTimes: ResponseTimes | null
  /** How many of the completed requests the response times are of: the engine keeps the last 1,000 of a tick. */
  readonly timed: number
  readonly nodes: readonly MeasuredLoad[]
  readonly edges: readonly MeasuredLoad[]
  /** Most frequent first. */
  readonly failures: readonly MeasuredFailure[]
  /** The state at the end, the warm-up included. */
  readonly last: LiveSnapshot
}

/** Runs a flow in the live engine to the end and measures it after its warm-up. */
export function measureLive({ flow, seed, durationMs, warmUpMs, onTick }: LiveMeasureOptions): LiveMeasurement {
  const ticks = Math.max(1, Math.ceil(durationMs / TICK_MS))
  const warmUpTicks = Math.min(ticks - 1, Math.ceil(warmUpMs / TICK_MS))
  const run = createLiveRun({ flow, seed })
  run.command('start')
  let last = run.snapshot()
  const step = () => {
    run.tick()
    last = run.snapshot()
    onTick?.(last)
  }
  for (let done = 0; done < warmUpTicks; done += 1) step()

  const before = last
  const times = new ResponseTimeCounts()
  const failures = new Map<string, { reason: string; nodeId: string; count: number }>()
  const nodes = createLoads(last.nodes)
  const edges = createLoads(last.edges)
  let active = 0
  for (let done = warmUpTicks; done < ticks; done += 1) {
    step()
    const { completed, failed } = run.history()
    for (const { createdAt, standsFor } of endedAt(last.elapsedTime, completed)) {
      times.add(last.elapsedTime - createdAt, standsFor)
    }
    for (const failure of endedAt(last.elapsedTime, failed)) countFailure(failures, failure)
    nodes.add(last.nodeUtilization)
    edges.add(last.edgeUtilization)
    active += last.activeRequests
  }

  const measuredTicks = ticks - warmUpTicks
  const seconds = (measuredTicks * TICK_MS) / 1000
  const created = last.createdRequests - before.createdRequests
  const completed = last.completedRequests - before.completedRequests
  const failed = last.failedRequests - before.failedRequests
  return {
    seed,
    measuredMs: measuredTicks * TICK_MS,
    created,
    completed,
    failed,
    throughput: completed / seconds,
    offered: created / seconds,
    errorRate: completed + failed === 0 ? 0 : (100 * failed) / (completed + failed),
    active: active / measuredTicks,
    responseTimes: times.summary(),
    timed: times.total,
    nodes: nodes.list(measuredTicks),
    edges: edges.list(measuredTicks),
    failures: [...failures.values()].sort((one, other) => other.count - one.count),
    last,
  }
}

/** The requests at the end of a history that ended in this tick. */
function endedAt(now: number, history: readonly SimulatedRequest[]): readonly SimulatedRequest[] {
  const before = history.findLastIndex(({ completedAt, failedAt }) => (completedAt ?? failedAt) !== now)
  return history.slice(before + 1)
}

function countFailure(
  failures: Map<string, { reason: string; nodeId: string; count: number }>,
  { failureReason, currentNodeId, standsFor }: SimulatedRequest,
): void {
  const key = `${failureReason} ${currentNodeId}`
  const known = failures.get(key)
  if (known) known.count += standsFor
  else failures.set(key, { reason: failureReason ?? '', nodeId: currentNodeId, count: standsFor })
}

function createLoads(ids: readonly string[]) {
  const sums = new Float64Array(ids.length)
  const highest = new Float64Array(ids.length)
  return {
    add(utilization: Float32Array) {
      utilization.forEach((value, index) => {
        sums[index] = (sums[index] ?? 0) + value
        highest[index] = Math.max(highest[index] ?? 0, value)
      })
    },
    list: (ticks: number): MeasuredLoad[] =>
      ids.map((id, index) => ({ id, mean: (sums[index] ?? 0) / ticks, highest: highest[index] ?? 0 })),
  }
}
