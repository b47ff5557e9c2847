import { type Histogram, meanOf, quantileOf } from '../measure/histogram.ts'
import { NO_MESSAGES } from '../measure/no-messages.ts'
import type { LinkModel, Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { PERCENTILES, type ResponseFigure } from '../statistics/response-figures.ts'
import { costPerHour } from './cost.ts'
import { endedOf, perSecond } from './counts.ts'
import { ratio } from './estimates.ts'
import type { RunEvidence } from './evidence.ts'
import { delayValues } from './messages.ts'
import { TURNED_AWAY } from './reasons.ts'
import type { Figures, ReplicationReport } from './report.ts'

/** A figure of all requests of one replication; null: it has none. */
export type FigureOfRun = (run: RunOutcome) => number | null

type RunFigure = Exclude<keyof Figures, 'response'>

/** The figures of all requests other than response times, each of one replication. */
export const figuresOfRun = (
  model: Model,
  costOf: FigureOfRun = costOfLinks(model),
): Readonly<Record<RunFigure, FigureOfRun>> => ({
  offered: (run) => perSecond(run.requests.arrived, run),
  accepted: (run) => perSecond(run.requests.arrived - turnedAway(run), run),
  goodput: (run) => perSecond(run.requests.completed, run),
  fromClientCache: (run) => perSecond(run.requests.kept, run),
  successRate: ({ requests: { completed, failed } }) => percent(completed, completed + failed),
  errorRate: ({ requests }) => percent(endedOf(requests).successes, endedOf(requests).of),
  inFlightAtEnd: ({ requests }) => requests.inFlightAtEnd,
  amplification: ({ links }) => {
    const attempts = links.reduce((sum, link) => sum + link.attempts, 0)
    return ratio(attempts, attempts - links.reduce((sum, { retries, failovers }) => sum + retries + failovers, 0))
  },
  costPerHour: costOf,
})

/** What the connections that have a price cost. */
const costOfLinks =
  (model: Model): FigureOfRun =>
  ({ links, measuredMs }) => {
    const costs = links.map((link, index) => costPerHour(model.links[index] as LinkModel, link, measuredMs))
    const known = costs.filter((cost) => cost !== null)
    return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost)
  }

const percent = (part: number, of: number): number | null => (of > 0 ? (100 * part) / of : null)

const turnedAway = ({ requests }: RunOutcome): number =>
  TURNED_AWAY.reduce((sum, reason) => sum + (requests.reasons[reason] ?? 0), 0)

/** Changes of all replications that a report has, and of one at least. */
const MOST_CHANGES = { together: 2000, each: 10 } as const

interface Known {
  readonly model: Model
  readonly costOf?: FigureOfRun | undefined
  readonly evidence: Pick<RunEvidence, 'reported' | 'figures' | 'state' | 'messages' | 'reportedOf'>
}

/** The figures of each replication, as far as those of all are reported, so that two reports of the same seeds can be paired. */
export function replicationsOf(
  outcomes: readonly RunOutcome[],
  { model, evidence, costOf }: Known,
): readonly ReplicationReport[] {
  const figures = Object.entries(figuresOfRun(model, costOf)) as [RunFigure, FigureOfRun][]
  const isSteady = evidence.state !== 'none'
  const delays = evidence.reportedOf(delayValues(outcomes))
  const mostChanges = Math.max(MOST_CHANGES.each, Math.floor(MOST_CHANGES.together / outcomes.length))
  return outcomes.map((outcome, index) => {
    const { seed, changes } = outcome
    const messages = evidence.messages && (outcome.messages ?? NO_MESSAGES)
    const all = isSteady ? outcome.requests.response : null
    return {
      seed,
      ...(Object.fromEntries(figures.map(([name, of]) => [name, of(outcome)])) as Record<RunFigure, number | null>),
      response: responseOfRun(evidence.reported[index] ?? null, evidence.figures, all),
      messages: messages && {
        publishedPerSecond: perSecond(messages.published, outcome),
        processedPerSecond: perSecond(messages.processed, outcome),
        delay: responseOfRun(delays.samples[index] ?? null, delays.figures, isSteady ? messages.delay : null),
        lag: isSteady ? messages.meanWaiting : null,
        mostLag: messages.mostWaiting,
      },
      changes: changes.list.slice(0, mostChanges).map(({ index: part, ...change }) => ({
        ...change,
        id: (change.of === 'node' ? model.nodes : model.links)[part]?.id ?? '',
      })),
      changesLeftOut: changes.leftOut + Math.max(0, changes.list.length - mostChanges),
    }
  })
}

/** Percentiles of one replication; `all`: what the slowest is of. */
function responseOfRun(
  values: Histogram | null,
  asked: ReadonlySet<ResponseFigure>,
  all: Histogram | null,
): ReplicationReport['response'] {
  const known = values !== null && values.count > 0 ? values : null
  const of = (figure: ResponseFigure) => {
    if (known === null || !asked.has(figure)) return null
    return figure === 'mean' ? meanOf(known) : quantileOf(known, PERCENTILES[figure])
  }
  return {
    mean: of('mean'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    p999: of('p999'),
    max: all !== null && all.count > 0 ? all.max : null,
  }
}
