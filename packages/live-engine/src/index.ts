export {
  BASE_FAILURE_PER_SECOND,
  BREAKER_TRUST,
  CONGESTION,
  ERROR_LISTS,
  HISTORY as KEPT,
  IMPACT_CAP,
  KB_OVER_MBPS_MS,
  LIFETIME_MS,
  LIMITS,
  NODE_TIME,
  OVERLOAD,
  RANDOM_RETRY_CHANCE,
  REQUEST_PROFILES,
  REQUEST_SIZE,
  SCORE,
  TICK_MS,
} from './config.ts'
export { createLiveRun, type LiveRun, type LiveRunOptions } from './engine.ts'
export { hasCapacity } from './kinds/index.ts'
export {
  type LiveMeasurement,
  type LiveMeasureOptions,
  type MeasuredFailure,
  type MeasuredLoad,
  measureLive,
} from './measure.ts'
export { PERCENTILES, type Percentile, type ResponseTimes } from './metrics/response-times.ts'
export type {
  LiveSnapshot,
  ProcessingData,
  RequestStatus,
  RunCommand,
  SimulatedRequest,
} from './results.ts'
export { type ReportedRun, type RunReport, runReport, toJson } from './run-report.ts'
export { toCsv } from './run-report-csv.ts'
export { createLiveSimulation } from './running/live-simulation.ts'
