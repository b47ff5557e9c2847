export { bounded, entryOf } from './bounded.ts'
export { csvLine } from './csv.ts'
export { changeFor } from './diagnosis/apply.ts'
export type { Evidence, Finding, FindingElement, FindingKind, ProposedChange } from './diagnosis/finding.ts'
export { findings } from './diagnosis/findings.ts'
export {
  type EdgeMeasures,
  type MessageMeasures,
  NO_MEASURES,
  type NodeMeasures,
  type RunMeasures,
  type StationMeasures,
} from './diagnosis/run-measures.ts'
export { type Trial, tryChanges } from './diagnosis/trial.ts'
export { DEFAULT_ENGINE, ENGINES, type Engine, engineOf, UNKNOWN_ENGINE } from './engines.ts'
export { FAILURE_REASONS, type FailureReason, UNKNOWN_FAILURE } from './failure-reasons.ts'
export { REQUEST_TYPES, type RequestType } from './request-types.ts'
export { createRng, hashText, MOST_SEED, type Rng, scramble } from './rng.ts'
export { BOTTLENECKS_SHOWN, findBottlenecks } from './running/bottlenecks.ts'
export { type ComparedWindow, comparedWindow } from './running/compared-window.ts'
export { DOT_TONES, dotTone, utilizationLevel } from './running/display-rules.ts'
export { DOTS, DotSampler, mostDotsOf } from './running/dot-sampler.ts'
export { type EditMark, EditMarks } from './running/edit-marks.ts'
export { finishRates, RATE_SAMPLES, requestsPerSecond } from './running/finish-rates.ts'
export { fullestOf, PLACES, type Places, shareTaken } from './running/fullest.ts'
export { Kept } from './running/kept.ts'
export {
  createRunHistory,
  HISTORY,
  type HistoryPoint,
  type HistorySource,
  type RunHistory,
} from './running/run-history.ts'
export type { Applied, DotView, Reached, RunLog, RunningSimulation, RunState } from './running/running-simulation.ts'
export { Seconds } from './running/seconds.ts'
export {
  type Bottleneck,
  type Dots,
  type EdgeFigures,
  type ErrorAnalysis,
  type MetricSample,
  type MissingConnection,
  NODE_STATES,
  type NodeFigures,
  type Rates,
  type RecentError,
  type RunSnapshot,
  type Share,
  type UtilizationLevel,
  WINDOWS,
  type WindowFigures,
  type Windows,
} from './running/snapshot.ts'
export { inUseText, poolText, takenInShort, takenText } from './running/taken-text.ts'
export { type Spread, spreadOf, student95, student98 } from './spread.ts'
export { TRAFFIC } from './traffic.ts'
