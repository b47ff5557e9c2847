import { findBottlenecks, finishRates, type RunState, requestsPerSecond } from '@plimsoll/simulation'
import { averages } from './metrics/averages.ts'
import { analyseErrors } from './metrics/error-analysis.ts'
import type { Network } from './network.ts'
import type { LiveSnapshot } from './results.ts'
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
    bottlenecks: findBottlenecks({ nodes: network.stations, edges: network.links }),
    errors: analyseErrors(live.keptFailed.list()),
    metricHistory,
    dots: live.dots.list(live.elapsed),
    windows: live.counts.windows(live.elapsed, live),
    nodeFigures: null,
    edgeFigures: null,
    missing: missingIn(network),
  }
}

function edgeUtilization({ edgeIds, links }: Network): Float32Array {
  const utilization = new Float32Array(edgeIds.length)
  for (const link of links) utilization[link.index] = link.utilization
  return utilization
}

/** Why nothing makes requests. */
function missingIn({ sources }: Network): readonly string[] {
  const clients = sources.filter(({ client }) => client !== null && client.users > 0)
  if (clients.length === 0) return ['There is no client with users, so nothing makes requests.']
  if (clients.every(({ out }) => out.length === 0))
    return ['No client is connected to a component that answers requests.']
  return []
}
