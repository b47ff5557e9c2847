export {
  BASE_FAILURE_PER_SECOND,
  BOTTLENECKS_SHOWN,
  BREAKER_TRUST,
  CONGESTION,
  DOTS,
  ERROR_LISTS,
  HISTORY as KEPT,
  IMPACT_CAP,
  KB_OVER_MBPS_MS,
  LIFETIME_MS,
  LIMITS,
  NODE_TIME,
  OVERLOAD,
  RANDOM_RETRY_CHANCE,
  RATE_SAMPLES,
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
export { findBottlenecks } from './metrics/bottlenecks.ts'
export { type DotTone, dotTone, utilizationLevel } from './metrics/display-rules.ts'
export { PERCENTILES, type Percentile, type ResponseTimes } from './metrics/response-times.ts'
export { finishRates, requestsPerSecond } from './metrics/statistics.ts'
export type {
  Bottleneck,
  Dots,
  ErrorAnalysis,
  LiveSnapshot,
  MetricSample,
  MissingConnection,
  ProcessingData,
  RecentError,
  RequestStatus,
  RunCommand,
  RunState,
  Share,
  SimulatedRequest,
  UtilizationLevel,
} from './results.ts'
export { createRunHistory, HISTORY, type HistoryPoint, type HistorySource, type RunHistory } from './run-history.ts'
export { type ReportedRun, type RunReport, runReport, toJson } from './run-report.ts'
export { toCsv } from './run-report-csv.ts'
