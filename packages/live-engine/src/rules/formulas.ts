import { IMPACT_CAP, KB_OVER_MBPS_MS, SCORE, TICK_MS } from '../config.ts'

/** Chance of failure in one tick that adds up to `perSecond` (0 to 1) over a second. */
export const failurePerTick = (perSecond: number): number => 1 - (1 - perSecond) ** (TICK_MS / 1000)

/** What one request adds to the utilization of a node that takes `capacity` at a time. */
export const nodeImpact = (capacity: number): number => Math.min(IMPACT_CAP.node, 1 / capacity)

/** What one request adds to the utilization of a connection: 1 / (throughput × time), by Little's law. */
export const edgeImpact = ({ throughputRps, timeMs }: { throughputRps: number; timeMs: number }): number =>
  Math.min(IMPACT_CAP.edge, 1000 / (throughputRps * timeMs))

/** One way over a connection, in ms. */
export const edgeTimeMs = (edge: { latencyMs: number; sizeKB: number; bandwidthMbps: number }): number =>
  edge.latencyMs + (edge.sizeKB * KB_OVER_MBPS_MS) / edge.bandwidthMbps

/** The share of a score that a short latency earns. */
export const latencyScore = (latencyMs: number): number => SCORE.latency / (1 + latencyMs / SCORE.latencyUnitMs)

/** Requests of all users in one tick. */
export const arrivalsPerTick = ({ users, thinkTimeMs }: { users: number; thinkTimeMs: number }): number =>
  (users * TICK_MS) / thinkTimeMs
