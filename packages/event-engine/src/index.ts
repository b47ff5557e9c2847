export type { CompileFault } from './compile/compile-fault.ts'
export type { EventFlow } from './compile/event-flow.ts'
export { type Compiled, compile } from './compile/index.ts'
export { nodesInZone } from './compile/zone.ts'
export { CompiledCore } from './core/core.ts'
export { EditedRun, type RecordedRun, replay, type SimulatedFlow, startEditedRun } from './edited-run.ts'
export { runModel, toEnd } from './engine/run-model.ts'
export {
  endOfGrowth,
  expectedGrowth,
  expectedOfShort,
  type Growth,
  growsInLength,
  growthOf,
  isBudgetSpent,
  ROUND,
} from './growth.ts'
export { meanOf, quantileOf } from './measure/histogram.ts'
export type { Model as EventModel } from './model.ts'
export type { RunOutcome } from './outcome.ts'
export {
  createGrower,
  createReplicator,
  type Replication,
  type ReplicationTask,
  type Stage,
  type StageEvents,
} from './replication.ts'
export { nearerTo, type Overload, overloadOf, tooFewUnder, withCarried } from './report/carried.ts'
export { estimate } from './report/estimates.ts'
export { eventReportToCsv } from './report/event-report-csv.ts'
export { askedFigures, askedInWords, GOAL, type Goal, type GrowthEnd } from './report/goal.ts'
export type { Mark } from './report/marks.ts'
export { mergeRuns, type NamedParts, type Replications, type ReportNote } from './report/merge.ts'
export {
  COMPARISONS,
  type Comparison,
  HOLDS,
  isAboutRequests,
  isResponseFigure,
  OBJECTIVE_METRICS,
  type Objective,
  type ObjectiveMetric,
  type RequestMetric,
  type Verdict,
  type VerdictResult,
} from './report/objectives.ts'
export {
  type ChangeReport,
  type EdgeReport,
  type Estimate,
  EVENT_ENGINE,
  type EventReport,
  type Hop,
  type LimitKind,
  type MessagesReport,
  type NodeReport,
  type PartRef,
  type SaturationLimit,
  type TraceReport,
} from './report/report.ts'
export { type Scope, scopeInWords } from './report/scope.ts'
export { settledAfterMs } from './report/warm-up.ts'
export { earlyEnds } from './report/warnings.ts'
export { createEventSimulation, type EventSimulation, SHOWN_RUN } from './running/event-simulation.ts'
export { DEFAULT_SETTINGS, type EventSettings, readSettings } from './settings.ts'
export { relativeHalfWidth } from './statistics/estimate.ts'
