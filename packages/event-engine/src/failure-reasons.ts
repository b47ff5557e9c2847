import type { FailureReason } from '@plimsoll/simulation'

/** What the live engine knows too, by the same words. */
const SHARED = {
  overload: 'Node overload',
  randomFailure: 'Random node failure',
  noTarget: 'Next node not found',
  edgeFailure: 'Edge Failure Probability',
  currentNodeGone: 'Current node not found',
  nextEdgeGone: 'Next edge not found',
} as const satisfies Record<string, FailureReason>

/** Why a request or a call fails in the event engine, as a person reads it. */
export const EVENT_FAILURES = {
  ...SHARED,
  outOfMemory: 'Out of memory',
  nodeDown: 'Node down',
  edgeCut: 'Connection cut',
  packetLost: 'Packet lost',
  rateLimited: 'Rate limited',
  connectionRefused: 'Connection refused',
  breakerOpen: 'Circuit breaker open',
  timeout: 'Timeout',
  expired: 'Message expired',
  queueFull: 'Queue full',
} as const
