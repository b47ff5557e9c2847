import type {
  ErrorAnalysis,
  FailureReason,
  MissingConnection,
  RequestType,
  RunSnapshot,
  RunState,
} from '@plimsoll/simulation'

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

export type RunCommand = 'start' | 'pause' | 'resume' | 'reset'

/** What is told of a live run after one tick. */
export interface LiveSnapshot extends RunSnapshot {
  readonly engine: 'live'
  readonly errors: Required<ErrorAnalysis>
  readonly state: RunState
}
