import { findBottlenecks } from './metrics/bottlenecks.ts'
import { analyseErrors } from './metrics/error-analysis.ts'
import { averages, finishRates, requestsPerSecond } from './metrics/statistics.ts'
import type { Network } from './network.ts'
import type { LiveSnapshot, RunState } from './results.ts'
import type { LiveState } from './state.ts'

export function takeSnapshot(live: LiveState, { seed, state }: { seed: number; state: RunState }): LiveSnapshot {
  const { network, completed, failed } = live
  const metricHistory = live.samples.list()
  const means = averages(live.keptCompleted.list())
  return {
    engine: 'live',
    seed,
    state,
    elapsedTime: live.elapsed,
    averageResponseTime: means.responseTime,
    averageRequestSize: means.sizeKB,
    createdRequests: live.created,
    activeRequests: live.live.reduce((sum, { standsFor }) => sum + standsFor, 0),
    completedRequests: completed,
    failedRequests: failed,
    retriesTotal: live.retries,
    ...finishRates({ completed, failed }),
    requestsPerSecond: requestsPerSecond(metricHistory),
    nodes: network.nodeIds,
    edges: network.edgeIds,
    nodeUtilization: Float32Array.from(network.stations, ({ utilization }) => utilization),
    edgeUtilization: edgeUtilization(network),
    unreached: live.unreached,
    bottlenecks: findBottlenecks({ nodes: network.stations, edges: network.links }),
    errors: analyseErrors(live.keptFailed.list()),
    metricHistory,
    dots: live.dots.list(network),
  }
}

function edgeUtilization({ edgeIds, links }: Network): Float32Array {
  const utilization = new Float32Array(edgeIds.length)
  for (const link of links) utilization[link.index] = link.utilization
  return utilization
}
