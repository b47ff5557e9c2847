import { type ErrorAnalysis, type Share, UNKNOWN_FAILURE } from '@plimsoll/simulation'
import { ERROR_LISTS } from '../config.ts'
import type { SimulatedRequest } from '../results.ts'

/** What went wrong, from the kept failed requests, oldest first. */
export function analyseErrors(failed: readonly SimulatedRequest[]): Required<ErrorAnalysis> {
  const total = failed.reduce((sum, { standsFor }) => sum + standsFor, 0)
  const reasons = countBy(failed, ({ failureReason }) => failureReason ?? UNKNOWN_FAILURE)
  const nodes = countBy(failed, ({ currentNodeId }) => currentNodeId)
  return {
    total,
    reasons: mostFrequent(reasons, total, ERROR_LISTS.reasons).map(([reason, share]) => ({ reason, ...share })),
    nodes: mostFrequent(nodes, total, ERROR_LISTS.nodes).map(([id, share]) => ({ id, ...share })),
    missing: missingOf(failed, total),
    recent: failed
      .slice(-ERROR_LISTS.recent)
      .toReversed()
      .map(({ failedAt, createdAt, failureReason, currentNodeId, id, type }) => ({
        time: failedAt ?? createdAt,
        reason: failureReason ?? UNKNOWN_FAILURE,
        nodeId: currentNodeId,
        requestId: id,
        type,
      })),
  }
}

const missingOf = (failed: readonly SimulatedRequest[], total: number): Required<ErrorAnalysis>['missing'] => {
  const cutOff = failed.filter(({ missing }) => missing !== null)
  const counts = countBy(cutOff, ({ missing }) => JSON.stringify(missing))
  return mostFrequent(counts, total, ERROR_LISTS.missing).map(([key, share]) => ({ ...JSON.parse(key), ...share }))
}

function countBy(
  failed: readonly SimulatedRequest[],
  keyOf: (request: SimulatedRequest) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const request of failed) {
    const key = keyOf(request)
    counts.set(key, (counts.get(key) ?? 0) + request.standsFor)
  }
  return counts
}

const mostFrequent = (
  counts: ReadonlyMap<string, number>,
  total: number,
  shown: number,
): readonly (readonly [string, Share])[] =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([key, count]) => [key, { count, share: count / total }])
