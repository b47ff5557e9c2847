import { DOTS, scramble } from '@plimsoll/simulation'
import type { MissingConnections } from './missing-connections.ts'
import type { LiveRequest, Outcome } from './model.ts'
import type { SimulatedRequest } from './results.ts'

interface PresentOptions {
  readonly idSalt: number
  readonly missingConnections: MissingConnections
  /** How and when it ended, if it has. */
  readonly ended?: { readonly at: number; readonly outcome: Exclude<Outcome, 'live'> }
}

/** A request as others see it: a copy without references into the engine. */
export function presentRequest(
  request: LiveRequest,
  { idSalt, missingConnections, ended }: PresentOptions,
): SimulatedRequest {
  const path = [...request.path]
  const nodeId = path.at(-1) ?? ''
  const completed = ended?.outcome === 'completed'
  const failed = ended !== undefined && ended.outcome !== 'completed'
  return {
    id: `req-${scramble(request.serial + idSalt)
      .toString(16)
      .padStart(8, '0')}`,
    type: request.type,
    status: completed ? 'completed' : failed ? 'failed' : request.status,
    sourceNodeId: path[0] ?? '',
    currentNodeId: nodeId,
    destinationNodeId: request.destinationId,
    path,
    sizeKB: request.sizeKB,
    createdAt: request.createdAt,
    completedAt: completed ? ended.at : null,
    failedAt: failed ? ended.at : null,
    failureReason: failed ? ended.outcome : null,
    missing: failed && request.cutOff ? missingConnections.between(nodeId, request.destinationId) : null,
    retryCount: request.retries,
    processingData: {
      retryCount: request.retries,
      processingTime: request.processingTime,
      requiredProcessingTime: request.visit.requiredMs,
      totalProcessingTime: request.totalTime,
      nodeUtilization: request.station?.utilization ?? 0,
      edgeUtilization: request.link?.utilization ?? 0,
    },
    visibleUntil: request.hoppedAt === null ? null : request.hoppedAt + DOTS.shownMs,
    standsFor: request.standsFor,
  }
}
