export type { FoundLoad } from './capacity/capacity-here.ts'
export { pageOfCapacity, todayResult } from './capacity/capacity-page.ts'
export type { CapacityInterval, CapacityLimit, CapacityReport } from './capacity/capacity-report.ts'
export { type CapacityProgress, type CapacityRun, type FoundCapacity, findCapacity } from './capacity/find-capacity.ts'
export type { LoadPoint } from './capacity/try-load.ts'
export {
  type ComparedDesign,
  type CompareRun,
  compareDesigns,
  nameOfB,
} from './compare/compare-designs.ts'
export { pageOfComparison } from './compare/comparison-page.ts'
export type { ComparisonReport, PairedFigure } from './compare/comparison-report.ts'
export type { CostPart, CostReport } from './cost/cost-report.ts'
export { costSentence, costTable } from './cost/cost-words.ts'
export { addedPriceFault, PRICE_UNITS, type Price, type PriceUnit } from './cost/prices.ts'
export { applySettings, type Settled } from './design/apply-settings.ts'
export { type ObjectiveScope, objectiveScopes, objectiveText } from './design/objective-choices.ts'
export { describeObjective, type NamedObjective, readObjective } from './design/objectives.ts'
export { clientNames, clientsOf, describeUnknown, findByName, findGroup, type NamedPart } from './design/part-names.ts'
export { MOST_REPLICATIONS } from './design/replications.ts'
export { isSameDesign, type SavedList, savedTexts } from './design/saved-texts.ts'
export { withScope } from './design/scopes.ts'
export { SIMULATION_SETTINGS, type SimulationSetting } from './design/simulation-settings.ts'
export {
  settingOf,
  type VariablePart,
  type VariableProperty,
  variableParts,
} from './design/variable-properties.ts'
export { type Drill, type DrillReport, type DrillRun, drillDesign } from './drill/drill-design.ts'
export { meetsAll, pageOfDrill } from './drill/drill-page.ts'
export { drawBars } from './plots/draw-bars.ts'
export { drawChart } from './plots/draw-chart.ts'
export { drawCurves } from './plots/draw-curves.ts'
export { drawDistribution } from './plots/draw-distribution.ts'
export type { Drawing, LegendEntry, Shape } from './plots/drawing.ts'
export { LEGEND_MARK, legendMark } from './plots/legend-mark.ts'
export { paletteCss, SHAPE_CSS, type Theme } from './plots/palette.ts'
export { shapeMarkup } from './plots/shape-markup.ts'
export { type SvgFile, svgFile } from './plots/svg-file.ts'
export { chartValues, curveValues, distributionValues } from './plots/value-tables.ts'
export {
  type ExperimentRequest,
  type Requested,
  type RequestedDesign,
  runRequest,
} from './requests/run-request.ts'
export { createRunner } from './runs/create-runner.ts'
export { type DesignLoads, loadsOf } from './runs/loads.ts'
export { Unfit } from './runs/must-simulate.ts'
export {
  type GivenPlan,
  type Grown,
  type PlanFault,
  planOf,
  planOfReplay,
  type ReadPlan,
  type RunPlan,
  type WarmUp,
  warmUpMs,
} from './runs/plan.ts'
export type { PointCache } from './runs/point.ts'
export { createPoolHere } from './runs/pool-here.ts'
export type { Progress } from './runs/progress.ts'
export { type DesignReport, type DesignRun, type SimulatedDesign, simulateDesign } from './runs/simulate-design.ts'
export { pageOfSensitivity } from './sensitivity/sensitivity-page.ts'
export { MEASURES, type Measure, type SensitivityReport } from './sensitivity/sensitivity-report.ts'
export { SENSITIVITY, type SensitivityRun, varyDesign } from './sensitivity/vary-design.ts'
export { type Axis, readAxis } from './sweep/axes.ts'
export { type SweepPoint, type SweepReport, type SweepRun, sweepDesign } from './sweep/sweep-design.ts'
export { pageOfSweep } from './sweep/sweep-page.ts'
export {
  EVENT_FIELDS,
  EVENT_KIND_NAMES,
  type EventField,
  type EventFieldName,
  type EventKind,
  emptyMeans,
  isLoad,
  kindInfo,
} from './timeline/event-kinds.ts'
export { drawnEndS, drawnTimes, type Grip, gripsOf, moveEvent } from './timeline/move-event.ts'
export { newEvent, PRESETS, type Preset, partsFor, type Selected, type StruckPart } from './timeline/new-events.ts'
export { readTimeline, savedTimeline, type Timeline, type UnreadEntry } from './timeline/saved-timeline.ts'
export type { TimelineEvent } from './timeline/timeline-event.ts'
export {
  type EventRow,
  eventFault,
  LOAD_BOX,
  type LoadCurve,
  type TimelineView,
  timelineChange,
  timelineView,
} from './timeline/timeline-view.ts'
export { causeOf, saturatedAtWords } from './words/cause.ts'
export { cellText, isNumeric } from './words/cells.ts'
export { commandLine } from './words/command-line.ts'
export { seconds } from './words/durations.ts'
export { describeInterval } from './words/interval.ts'
export { describeJudged, describeMeasured, type Judged, RESULT_WORDS } from './words/judged.ts'
export { markRows } from './words/mark-rows.ts'
export { escapeMarkup } from './words/markup.ts'
export { messagesTitle } from './words/message-table.ts'
export { describeNames } from './words/names.ts'
export { type NameOf, namingOf } from './words/naming.ts'
export { counted, countedOf, formatNumber, formatShare, printable } from './words/numbers.ts'
export { objectiveSentences } from './words/objective-sentences.ts'
export { objectiveTable } from './words/objective-table.ts'
export type { Bar, Bars, Cell, Chart, Curves, Distribution, Notes, Page, Segment, Table } from './words/page.ts'
export { pageOfReport } from './words/report-page.ts'
export { grownSentence, heading, responseTitle, sureness, warnings } from './words/sureness.ts'
export { describeMsLeft, msLeft } from './words/time-left.ts'
export { notProcessed, type Sentence, verdictSentences } from './words/verdict.ts'
export type { WorkerMessage, WorkerReply } from './workers/runner.ts'
export type { Signal } from './workers/signal.ts'
export { Stopped, TIME_IS_OVER } from './workers/signal.ts'
export { createWorkerPool, type RunTask, type WorkerPool, type WorkerPort } from './workers/worker-pool.ts'
