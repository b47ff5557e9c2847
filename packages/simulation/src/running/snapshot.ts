import type { Engine } from '../engines.ts'

/** How loaded a part is: above 50, 70 or 90 percent utilization, or none of them. */
export type UtilizationLevel = 0 | 50 | 70 | 90

export interface Bottleneck {
  readonly of: 'node' | 'edge'
  readonly id: string
  /** Above 0.5, at most 1. */
  readonly utilization: number
  readonly level: Exclude<UtilizationLevel, 0>
}

/** A number of failures, and their share of all that are analysed (0 to 1). */
export interface Share {
  readonly count: number
  readonly share: number
}

export interface RecentError {
  readonly time: number
  readonly reason: string
  readonly nodeId: string
  readonly requestId: string
  readonly type: string
}

/** A connection that is not there: ids of two nodes. */
export interface MissingConnection {
  readonly from: string
  /** Null where nothing that could answer was ever connected. */
  readonly to: string | null
}

/** Failures by reason and by node, most frequent first, and the last of them, newest first. */
export interface ErrorAnalysis {
  /** Failures that are analysed: the last ones, or all since Start. */
  readonly total: number
  readonly reasons: readonly (Share & { readonly reason: string })[]
  readonly nodes: readonly (Share & { readonly id: string })[]
  /** For want of which connections requests failed, whatever the reason says. Absent: the engine does not tell. */
  readonly missing?: readonly (Share & MissingConnection)[]
  readonly recent: readonly RecentError[]
}

export interface MetricSample {
  readonly timestamp: number
  readonly completedRequestCount: number
}

/** Requests shown as dots: `count` of them, by position in each array. */
export interface Dots {
  readonly count: number
  /** The dot's own number: the same dot in the next snapshot has the same one. */
  readonly id: Uint32Array
  /** Index into the snapshot's `edges`. */
  readonly edge: Uint32Array
  /** Simulated ms at which it sets out over that edge, and for which it is shown on its way to the other end. */
  readonly startedAt: Float64Array
  readonly shownMs: Float32Array
  readonly retries: Uint8Array
}

/** Figures of some stretch of a run that ends now. Times are ms; null: nothing completed, or the engine cannot know. */
export interface WindowFigures {
  /** Simulated ms that it covers: less than the window's name says in a run that is younger. */
  readonly spanMs: number
  readonly offered: number
  readonly completed: number
  readonly failed: number
  readonly retries: number
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[]
  readonly mean: number | null
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

export const WINDOWS = { last10s: 10_000, last60s: 60_000 } as const

export interface Windows {
  readonly last10s: WindowFigures
  readonly last60s: WindowFigures
  readonly sinceStart: WindowFigures
}

export const NODE_STATES = ['up', 'down', 'cold'] as const

/** Requests or calls per second of the last 10 s: those that came, that were served, that were turned away, and that failed otherwise. */
export interface Rates {
  readonly offered: Float32Array
  readonly served: Float32Array
  readonly rejected: Float32Array
  readonly failed: Float32Array
}

/** Of each node, in the order of the snapshot's `nodes`; of a client, of its own requests. NaN where there is no such figure. */
export interface NodeFigures extends Rates {
  /** Infinity: no limit. */
  readonly slots: Float32Array
  /** Requests that wait for a slot, or for a connection of a pool that leads here; of those that share a processor as many as are more than its slots. */
  readonly waiting: Float32Array
  /** 95th percentile of the visits of the last 10 s, ms. */
  readonly p95: Float32Array
  readonly instances: Float32Array
  /** Requests there: waiting ones, those at work, and those that wait for a call; like those below a mean of the last one to two seconds. */
  readonly present: Float32Array
  /** Share of all its slots that work, 0 to 1. */
  readonly working: Float32Array
  /** Of what is taken the most, which its utilization is of: how much is taken, of how much, and the share of its slots that work. */
  readonly taken: Float32Array
  readonly takenOf: Float32Array
  readonly takenWorking: Float32Array
  /** What that is: index into `PLACES`. */
  readonly takenPlaces: Uint8Array
  /** Index into `NODE_STATES`. */
  readonly state: Uint8Array
}

/** Of each edge, in the order of the snapshot's `edges`. */
export interface EdgeFigures extends Rates {
  /** Of those that failed, those that timed out. */
  readonly timedOut: Float32Array
  /** Share of the time that the busier direction transfers, 0 to 1, and connections of its pool in use and in all (Infinity: no limit, or its calls are messages): means of the last one to two seconds. */
  readonly transferring: Float32Array
  readonly poolInUse: Float32Array
  readonly poolSize: Float32Array
}

/**
 * All that a screen shows of a run at one simulated time; survives structured cloning. `nodes` and `edges` are the same
 * arrays from one snapshot to the next until the diagram changes, so a sender may leave them out.
 */
export interface RunSnapshot {
  readonly engine: Engine
  readonly seed: number
  /** Simulated ms. */
  readonly elapsedTime: number
  /** Mean, in ms and KB; 0 when there is none. Queueing: since Start. Ticks: of the last 1,000 completed requests. */
  readonly averageResponseTime: number
  readonly averageRequestSize: number
  readonly createdRequests: number
  readonly activeRequests: number
  readonly completedRequests: number
  readonly failedRequests: number
  readonly retriesTotal: number
  /** Percent of the finished requests, two decimals; both 0 when none has finished. */
  readonly successRate: number
  readonly errorRate: number
  readonly requestsPerSecond: number
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
  /** 0 to 1, in the order of `nodes` and `edges`. Queueing: of a node what is taken, by work or by requests that wait for a call; of an edge its line or its pool, whichever is fuller. */
  readonly nodeUtilization: Float32Array
  readonly edgeUtilization: Float32Array
  readonly bottlenecks: readonly Bottleneck[]
  readonly errors: ErrorAnalysis
  readonly metricHistory: readonly MetricSample[]
  readonly dots: Dots
  readonly windows: Windows
  /** Null: the engine does not tell them. */
  readonly nodeFigures: NodeFigures | null
  readonly edgeFigures: EdgeFigures | null
  /** Why nothing makes requests, in sentences; empty where something does. */
  readonly missing: readonly string[]
}
