import type { FailureReason, RequestType } from '@plimsoll/simulation'

export type RequestStatus = 'pending' | 'processing' | 'completed' | 'failed'

/** One simulated request as it is shown, exported and tested. Times are simulated milliseconds since Start. */
export interface SimulatedRequest {
  /** `req-` and eight characters, unique within a run. */
  readonly id: string
  readonly type: RequestType
  readonly status: RequestStatus
  readonly sourceNodeId: string
  readonly currentNodeId: string
  /** Null when nothing that could answer the request was within reach. */
  readonly destinationNodeId: string | null
  /** Ids of the nodes visited, the source first. */
  readonly path: readonly string[]
  readonly sizeKB: number
  readonly createdAt: number
  readonly completedAt: number | null
  readonly failedAt: number | null
  readonly failureReason: FailureReason | null
  /** For want of what it failed, where it found no way. */
  readonly missing: MissingConnection | null
  readonly retryCount: number
  readonly processingData: ProcessingData
  /** Until when its dot is shown; null before its first hop. */
  readonly visibleUntil: number | null
  /** How many requests this one stands for: 1 unless there are too many to follow one by one. */
  readonly standsFor: number
}

export interface ProcessingData {
  readonly retryCount: number
  /** Spent on the present visit, and needed for it, in ms. */
  readonly processingTime: number
  readonly requiredProcessingTime: number
  /** Spent on all visits, in ms. */
  readonly totalProcessingTime: number
  /** 0 to 1, of the present node and of the connection that led to it (0 before the first hop). */
  readonly nodeUtilization: number
  readonly edgeUtilization: number
}

/** A connection that is not there: ids of two nodes. */
export interface MissingConnection {
  readonly from: string
  /** Null where nothing that could answer was ever connected. */
  readonly to: string | null
}

export type RunState = 'stopped' | 'running' | 'paused'
export type RunCommand = 'start' | 'pause' | 'resume' | 'reset'

/** How deep a part sits: above 50, 70 or 90 percent utilization, or none of them. */
export type UtilizationLevel = 0 | 50 | 70 | 90

export interface Bottleneck {
  readonly of: 'node' | 'edge'
  readonly id: string
  /** Above 0.5, at most 1. */
  readonly utilization: number
  readonly level: Exclude<UtilizationLevel, 0>
}

/** How many of the kept failures, and their share of all kept failures (0 to 1). */
export interface Share {
  readonly count: number
  readonly share: number
}

export interface RecentError {
  readonly time: number
  readonly reason: string
  readonly nodeId: string
  readonly requestId: string
  readonly type: RequestType
}

/** The kept failures by reason and by node, most frequent first, and the last of them, newest first. */
export interface ErrorAnalysis {
  readonly total: number
  readonly reasons: readonly (Share & { readonly reason: string })[]
  readonly nodes: readonly (Share & { readonly id: string })[]
  /** For want of which connections requests failed, whatever the reason says. */
  readonly missing: readonly (Share & MissingConnection)[]
  readonly recent: readonly RecentError[]
}

export interface MetricSample {
  readonly timestamp: number
  readonly completedRequestCount: number
}

/** Requests shown as dots: `count` of them, by position in each array. */
export interface Dots {
  readonly count: number
  /** The request's own number: the same dot in the next snapshot has the same one. */
  readonly id: Uint32Array
  /** Index into the snapshot's `edges`. */
  readonly edge: Uint32Array
  /** Simulated ms at which it set out over that edge. */
  readonly startedAt: Float64Array
  readonly retries: Uint8Array
}

/**
 * All that a screen shows of a live run, after one tick; survives structured cloning. `nodes` and `edges` are the same
 * arrays from one snapshot to the next until the diagram changes, so a sender may leave them out.
 */
export interface LiveSnapshot {
  readonly engine: 'live'
  readonly seed: number
  readonly state: RunState
  /** Simulated ms. */
  readonly elapsedTime: number
  /** Mean over the kept completed requests: ms, and KB. 0 when there is none. */
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
  /** 0 to 1, in the order of `nodes` and `edges`. */
  readonly nodeUtilization: Float32Array
  readonly edgeUtilization: Float32Array
  /** Ids of the nodes that no client reaches; the same array until the diagram changes. */
  readonly unreached: readonly string[]
  readonly bottlenecks: readonly Bottleneck[]
  readonly errors: ErrorAnalysis
  readonly metricHistory: readonly MetricSample[]
  readonly dots: Dots
}
