import type { NodeType } from '@plimsoll/catalog'
import type { RequestType } from '@plimsoll/simulation'

/** Simulated time of one tick, in ms. */
export const TICK_MS = 100

/** A request older than this, in ms, fails. */
export const LIFETIME_MS = 10_000

/** Chance that a finished visit to a node is done over, without a cause. */
export const RANDOM_RETRY_CHANCE = 0.05

/** Failure of a request at a node, per second, where the node has no such property. */
export const BASE_FAILURE_PER_SECOND = 0.001

export const OVERLOAD = {
  threshold: 0.8,
  databaseThreshold: 0.85,
  whenScaling: 0.05,
  whenHighlyAvailable: 0.05,
  whenReplicated: 0.05,
  whenSingleThreaded: -0.1,
  lowest: 0.5,
  highest: 0.95,
  failureChance: 0.3,
} as const

export const CONGESTION = { above: 0.9, failureChance: 0.2, addedMs: 20 } as const

/** Most that one request adds to a utilization. */
export const IMPACT_CAP = { node: 0.1, edge: 0.2 } as const

export const NODE_TIME = {
  clientMs: 10,
  /** GHz at which a server needs its stated time. */
  referenceCpuSpeed: 2.5,
  byComplexity: { Simple: 0.5, Moderate: 1, Complex: 2 },
  /** A database asked by a client itself. */
  databaseFromClient: 5,
} as const

/** Milliseconds for 1 KB (1,024 bytes) at 1 Mbps (10^6 bit/s). */
export const KB_OVER_MBPS_MS = 8.192

export const SCORE = {
  nodeSpare: 0.4,
  edgeSpare: 0.2,
  latency: 0.2,
  latencyUnitMs: 100,
  nearness: 0.2,
  lowest: 0.01,
  candidates: 3,
} as const

/** What a way onward is worth by the state of its circuit breaker; 0: it is not taken. */
export const BREAKER_TRUST = { Closed: 1, 'Half-Open': 0.1, Open: 0 } as const

export interface RequestProfile {
  /** Part of all requests. */
  readonly share: number
  readonly sizeFactor: number
  /** Kinds that can answer it, the first within reach is taken. */
  readonly answeredBy: readonly NodeType[]
}

export const REQUEST_PROFILES = {
  Read: { share: 0.4, sizeFactor: 0.7, answeredBy: ['Database', 'Cache', 'Server'] },
  Write: { share: 0.3, sizeFactor: 1.5, answeredBy: ['Database', 'Server'] },
  Compute: { share: 0.15, sizeFactor: 1, answeredBy: ['Server', 'Database'] },
  Transaction: { share: 0.15, sizeFactor: 2, answeredBy: ['Database', 'Server'] },
} as const satisfies Record<RequestType, RequestProfile>

export const REQUEST_SIZE = { baseKB: 1, jitterFrom: 0.8, jitterTo: 1.2 } as const

/** How a request fares whose client was deleted. */
export const ORPHAN = { maxRetries: 3, retryOnError: false } as const

export const HISTORY = { completed: 1000, failed: 1000, samples: 100 } as const

export const ERROR_LISTS = { reasons: 5, nodes: 3, missing: 5, recent: 5 } as const

/** Ours, not the specification's: what keeps any diagram within a machine's means. */
export const LIMITS = {
  /** Requests followed at a time; beyond it one stands for many. */
  liveRequests: 20_000,
  /** Requests that one client makes in one tick. */
  arrivalsPerTick: 1_000_000,
  /** Any duration, size, capacity or number of users. */
  quantity: 1e12,
  /** The slowest line: one bit a second. */
  bandwidthMbps: 1e-6,
} as const
