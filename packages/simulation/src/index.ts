export type { CompileFault } from './events/compile/compile-fault.ts'
export type { EventFlow } from './events/compile/event-flow.ts'
export { type Compiled, compile } from './events/compile/index.ts'
export { runModel } from './events/engine/run-model.ts'
export { meanOf, quantileOf } from './events/measure/histogram.ts'
export type { Model as EventModel } from './events/model.ts'
export type { RunOutcome } from './events/outcome.ts'
export { createReplicator, type Replication, type ReplicationTask } from './events/replication.ts'
export { eventReportToCsv } from './events/report/event-report-csv.ts'
export { mergeRuns, type NamedParts, type Replications, type ReportNote } from './events/report/merge.ts'
export {
  COMPARISONS,
  type Comparison,
  judge,
  OBJECTIVE_METRICS,
  type Objective,
  type ObjectiveMetric,
  type Verdict,
  type VerdictResult,
} from './events/report/objectives.ts'
export type {
  EdgeReport,
  Estimate,
  EventReport,
  Hop,
  LimitKind,
  NodeReport,
  PartRef,
  SaturationLimit,
} from './events/report/report.ts'
export { settledAfterMs } from './events/report/warm-up.ts'
export { DEFAULT_SETTINGS, type EventSettings, readSettings } from './events/settings.ts'
export { FAILURE_REASONS, type FailureReason, UNKNOWN_FAILURE } from './failure-reasons.ts'
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
  TRAFFIC,
} from './live/config.ts'
export { createLiveRun, type LiveRun, type LiveRunOptions } from './live/engine.ts'
export { hasCapacity } from './live/kinds/index.ts'
export {
  type LiveMeasurement,
  type LiveMeasureOptions,
  type MeasuredFailure,
  type MeasuredLoad,
  measureLive,
} from './live/measure.ts'
export { findBottlenecks } from './live/metrics/bottlenecks.ts'
export { type DotTone, dotTone, utilizationLevel } from './live/metrics/display-rules.ts'
export { PERCENTILES, type Percentile, type ResponseTimes } from './live/metrics/response-times.ts'
export { finishRates, requestsPerSecond } from './live/metrics/statistics.ts'
export {
  type Bottleneck,
  type Dots,
  type ErrorAnalysis,
  type LiveSnapshot,
  type MetricSample,
  type ProcessingData,
  REQUEST_TYPES,
  type RecentError,
  type RequestStatus,
  type RequestType,
  type RunCommand,
  type RunState,
  type Share,
  type SimulatedRequest,
  type UtilizationLevel,
} from './results.ts'
export { createRng, MOST_SEED, type Rng } from './rng.ts'
export { createRunHistory, HISTORY, type HistoryPoint, type HistorySource, type RunHistory } from './run-history.ts'
export { type ReportedRun, type RunReport, runReport, toJson } from './run-report.ts'
export { csvLine, toCsv } from './run-report-csv.ts'
export { type Spread, spreadOf } from './spread.ts'
