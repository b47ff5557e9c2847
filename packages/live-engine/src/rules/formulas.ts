import { IMPACT_CAP, KB_OVER_MBPS_MS, SCORE, TICK_MS } from '../config.ts'
import type { Visit } from '../model.ts'

/** Chance of failure in one tick that adds up to `perSecond` (0 to 1) over a second. */
export const failurePerTick = (perSecond: number): number => 1 - (1 - perSecond) ** (TICK_MS / 1000)

/** A visit of the time that the connection and the node take, which lasts at least one tick. */
export const visitOf = ({ edgeMs, nodeMs }: { edgeMs: number; nodeMs: number }): Visit => ({
  nodeMs,
  requiredMs: edgeMs + nodeMs,
  ticks: Math.max(1, Math.ceil((edgeMs + nodeMs) / TICK_MS)),
})

/** What one request adds to the utilization of a node that takes `capacity` at a time, in each tick of its visit. */
export const nodeImpact = (capacity: number, { nodeMs, ticks }: Visit): number =>
  nodeMs === 0 ? 0 : Math.min(IMPACT_CAP.node, nodeMs / (ticks * TICK_MS) / capacity)

/**
 * What one request adds to the utilization of a connection in each tick of the visit that it leads to: it takes its time
 * of a concurrency of throughput × time (Little's law), in which the time cancels out.
 */
export const edgeImpact = (throughputRps: number, { ticks }: Pick<Visit, 'ticks'>): number =>
  Math.min(IMPACT_CAP.edge, 1000 / (throughputRps * ticks * TICK_MS))

/** One way over a connection, in ms. */
export const edgeTimeMs = (edge: { latencyMs: number; sizeKB: number; bandwidthMbps: number }): number =>
  edge.latencyMs + (edge.sizeKB * KB_OVER_MBPS_MS) / edge.bandwidthMbps

/** The share of a score that a short latency earns. */
export const latencyScore = (latencyMs: number): number => SCORE.latency / (1 + latencyMs / SCORE.latencyUnitMs)

/** Requests of all users in one tick. */
export const arrivalsPerTick = ({ users, thinkTimeMs }: { users: number; thinkTimeMs: number }): number =>
  (users * TICK_MS) / thinkTimeMs
