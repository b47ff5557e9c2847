import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { Model } from '../model.ts'
import type { PartCounts, RunOutcome, Trace } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { checkConservation } from './conservation.ts'
import { endedOf } from './counts.ts'
import { warningsOfHits } from './derived-hits.ts'
import { estimate, failuresOf, percentOf, requestsOf, responseOf } from './estimates.ts'
import { evidenceOf, type RunEvidence } from './evidence.ts'
import { marksOf } from './marks.ts'
import { judge, type Objective, overall } from './objectives.ts'
import { edgesOf, type Naming, nodesOf } from './parts.ts'
import { qualityOf } from './quality.ts'
import { type FigureOfRun, figuresOfRun, replicationsOf } from './replications.ts'
import {
  type Estimate,
  EVENT_ENGINE,
  EVENT_REPORT,
  type EventReport,
  type Figures,
  type Named,
  type TraceReport,
} from './report.ts'
import { binsOf } from './response-bins.ts'
import { seriesOf } from './series.ts'
import { timeSpent } from './time-spent.ts'
import { warningsOf, warningsOfScaling, warningsOfShares } from './warnings.ts'

/** What is needed of a flow to name its parts. */
export interface NamedParts {
  readonly nodes: readonly NamedPart[]
  readonly edges: readonly NamedPart[]
}

interface NamedPart {
  readonly id: string
  readonly type: string
  readonly data: { readonly label?: unknown }
}

/** What compiling a flow had to say. */
export type ReportNote =
  | { readonly kind: 'warning'; readonly of: string | null; readonly text: string }
  | { readonly kind: 'assumption'; readonly id: string; readonly text: string }

export interface Replications {
  /** What the flow is called. */
  readonly name: string
  readonly flow: NamedParts
  readonly settings: EventSettings
  readonly model: Model
  readonly notes: readonly ReportNote[]
  /** In the order of their seeds; at least one. */
  readonly outcomes: readonly RunOutcome[]
  readonly objectives?: readonly Objective[]
  /** Dollars an hour of a run; absent: those of its connections. */
  readonly costOf?: FigureOfRun
}

/** What all replications show together. Throws where a run broke the law of conservation or measured nothing. */
export function mergeRuns({
  name,
  flow,
  settings,
  model,
  notes,
  outcomes,
  objectives = [],
  costOf,
}: Replications): EventReport {
  if (outcomes.length === 0) throw new Error('There is no replication.')
  for (const outcome of outcomes) {
    checkConservation(outcome)
    checkMeasured(outcome)
  }
  const evidence = evidenceOf({ model, settings, outcomes, asksBeyondLimits: true })
  const { saturation, steadiness, messages, unseen } = evidence
  const isSteady = steadiness.state !== 'none'
  const figures = figuresOf(model, outcomes, evidence, costOf)
  const quality = qualityOf(outcomes, {
    warmUpMs: settings.warmUpMs,
    response: figures.response,
    evidence,
  })
  const time = timeSpent(model, outcomes, evidence.figures.has('mean'))
  const verdicts = judge(objectives, evidence, evidence.evidenceIn)
  const parts = { model, outcomes, isSteady, reportedOf: evidence.reportedOf, naming: namingOf(flow) }
  return {
    ...EVENT_REPORT,
    flow: { name },
    engine: EVENT_ENGINE,
    settings: plain(settings),
    verdict: overall(verdicts),
    objectives: verdicts,
    steadiness,
    figures,
    histogram: isSteady ? binsOf(evidence.reported) : [],
    failures: failuresOf(outcomes.map(({ requests }) => requests)),
    messages,
    timeSpent: time,
    saturation,
    nodes: nodesOf(parts),
    edges: edgesOf(parts),
    clients: model.sources.map((source, index) => ({
      ...parts.naming('node', model.nodes[source.node]?.id ?? ''),
      ...requestsOf(outcomes, ({ byClient }) => byClient[index] as PartCounts, parts),
      histogram: isSteady ? binsOf(outcomes.flatMap(({ byClient }) => byClient[index]?.response ?? [])) : [],
    })),
    requestTypes: REQUEST_TYPES.map((type, index) => ({
      type,
      ...requestsOf(outcomes, ({ byClass }) => byClass[index] as PartCounts, parts),
    })).filter(({ arrived, completed, failed }) => arrived + completed + failed > 0),
    series: seriesOf(model, outcomes),
    marks: marksOf(model, settings, outcomes),
    replications: replicationsOf(outcomes, { model, evidence, costOf }),
    traces: tracesOf(model, outcomes),
    quality,
    assumptions: notes.flatMap((note) => (note.kind === 'assumption' ? [{ id: note.id, text: note.text }] : [])),
    warnings: [
      ...warningsOf({ model, outcomes, quality, steadiness, unseen, settings, verdicts, timePer: time.per }).map(
        (text) => ({
          of: null,
          text,
        }),
      ),
      ...warningsOfScaling(model, saturation, outcomes),
      ...warningsOfShares(model, outcomes),
      ...warningsOfHits(model, outcomes),
      ...notes.flatMap((note) => (note.kind === 'warning' ? [{ of: note.of, text: note.text }] : [])),
    ],
  }
}

/** Throws where a run ended in its warm-up. */
function checkMeasured({ seed, measuredMs, endedEarly }: RunOutcome): void {
  if (measuredMs > 0) return
  throw new Error(
    `The run with seed ${seed} ended before it measured anything: ${endedEarly ?? 'no time was left'}. Simulate a shorter time, or less load.`,
  )
}

function figuresOf(
  model: Model,
  outcomes: readonly RunOutcome[],
  { reported, figures, state }: RunEvidence,
  costOf: FigureOfRun | undefined,
): Figures {
  const ofRun = figuresOfRun(model, costOf)
  const of = (figure: Exclude<keyof typeof ofRun, 'successRate' | 'errorRate'>): Estimate =>
    estimate(outcomes.map(ofRun[figure]))
  return {
    offered: of('offered'),
    accepted: of('accepted'),
    goodput: of('goodput'),
    fromClientCache: of('fromClientCache'),
    successRate: percentOf(
      outcomes.map(({ requests: { completed, failed } }) => ({ successes: completed, of: completed + failed })),
    ),
    errorRate: percentOf(outcomes.map(({ requests }) => endedOf(requests))),
    inFlightAtEnd: of('inFlightAtEnd'),
    amplification: of('amplification'),
    costPerHour: of('costPerHour'),
    response: responseOf(
      reported,
      figures,
      state === 'none' ? null : outcomes.map(({ requests }) => requests.response),
    ),
  }
}

function namingOf({ nodes, edges }: NamedParts): Naming {
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  const edgeById = new Map(edges.map((edge) => [edge.id, edge]))
  return (of, id): Named => {
    const part = (of === 'node' ? nodeById : edgeById).get(id)
    const label = part?.data.label
    return { id, kind: part?.type ?? '', label: typeof label === 'string' ? label : '' }
  }
}

function tracesOf({ nodes, links }: Model, outcomes: readonly RunOutcome[]): readonly TraceReport[] {
  const idOf = (node: number) => nodes[node]?.id ?? ''
  const report = (seed: number, { serial, requestType, client, startMs, responseMs, spans }: Trace): TraceReport => ({
    seed,
    serial,
    type: REQUEST_TYPES[requestType] ?? REQUEST_TYPES[0],
    client: idOf(client),
    startMs,
    responseMs,
    spans: spans.map(({ node, link, ...times }) => ({ node: idOf(node), edge: links[link]?.id ?? null, ...times })),
  })
  return outcomes
    .flatMap(({ seed, traces }) => traces.map((trace) => report(seed, trace)))
    .sort((one, other) => other.responseMs - one.responseMs)
}

/** As JSON has it: what is not finite is null. */
const plain = (settings: EventSettings): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(settings))
