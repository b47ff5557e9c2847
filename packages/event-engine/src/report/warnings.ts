import type { Balancing, Model, Step } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { type EventSettings, WARM_UP_SHARE } from '../settings.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import { dependsOnUnseen, isAboutRequests, OBJECTIVE_METRICS, type Verdict } from './objectives.ts'
import { isPlanned } from './planned.ts'
import type { Quality, Saturation, Steadiness, TimeSpent, Warning } from './report.ts'
import { hasLooked, leftInstances } from './saturation.ts'
import { isPlannedOutage, lastsAllRun, loseFaults, slowFaults } from './structure.ts'
import type { Unseen } from './unseen.ts'
import { beginningBias } from './warm-up.ts'

/** A beginning whose mean is off by less is not worth a word. */
const BIAS = 0.1
/** A mean whose interval is wider, as a share of it, is said to be uncertain. */
const WIDE = 0.1

/** A part of a swing of the load that is measured beyond whole ones, as a share of all that is, is not worth a word. */
const PART_OF_SWING = 0.02

/** So many of the requests may be under way at the end without a word. */
const UNENDED = 0.01

interface WarningInput {
  readonly model: Model
  readonly outcomes: readonly RunOutcome[]
  readonly quality: Quality
  readonly steadiness: Steadiness
  readonly unseen: Unseen
  readonly settings: Pick<EventSettings, 'load' | 'faults' | 'recorded'>
  readonly verdicts: readonly Verdict[]
  readonly timePer: TimeSpent['per']
}

/** What a reader should know before believing the figures. */
export function warningsOf({
  model,
  outcomes,
  quality,
  steadiness,
  unseen,
  settings,
  verdicts,
  timePer,
}: WarningInput): readonly string[] {
  const { settledAfterMs, warmUpMs, relativeHalfWidth, replications, endedEarly } = quality
  const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`
  return [
    ...(steadiness.state === 'unsettled'
      ? [
          `${steadiness.overloaded.length > 0 ? 'Slots are held nearly as much as they can be' : 'The requests under way still grew at the end'}: it is not certain that the system can sustain this load. Run longer.`,
        ]
      : []),
    ...(quality.unendedShare > UNENDED
      ? [
          `${percent(quality.unendedShare)} of the requests that arrived had not ended when the runs did, beyond what the response times explain: whether they fail is not known.`,
        ]
      : []),
    ...verdicts.flatMap(({ metric, scope, servedShare }) =>
      servedShare === null
        ? []
        : [
            `The objective for the ${OBJECTIVE_METRICS[metric].name}${scope ? ` of ${scope.name}` : ''} is met by the ${percent(servedShare)} of the ${isAboutRequests(metric) ? 'requests that were served; the others failed' : 'messages that were processed; the others were not'}.`,
          ],
    ),
    ...(steadiness.state !== 'none' &&
    !isPlanned(settings) &&
    settledAfterMs !== null &&
    settledAfterMs > warmUpMs &&
    Math.abs(beginningBias(outcomes, { fromMs: warmUpMs, toMs: settledAfterMs })) > BIAS
      ? [
          `The response times settle only after about ${seconds(settledAfterMs)}, and ${seconds(warmUpMs)} are left out at the beginning.`,
        ]
      : []),
    ...partOfSwing(model, quality),
    ...(relativeHalfWidth !== null && relativeHalfWidth > WIDE
      ? [`The mean response time is known to ${Math.round(relativeHalfWidth * 100)} % only: run longer.`]
      : []),
    ...(slowFaults(model).some((fault) => outcomes.some((outcome) => !lastsAllRun(fault, outcome)))
      ? ['The capacities leave out the faults that make a component slow for a part of the run.']
      : []),
    ...(loseFaults(model).some((fault) => outcomes.some((outcome) => !lastsAllRun(fault, outcome)))
      ? ['The capacities leave out the packets that faults lose for a part of the run.']
      : []),
    ...(model.faults.some(isPlannedOutage) ? ['The capacities leave out the outages that are set.'] : []),
    ...(timePer === 'visit'
      ? [
          'Calls were given up, requests failed or calls were made that nobody waits for, so that where the time goes is told per visit and call, with those: the mean response is of the requests that completed.',
        ]
      : []),
    ...(dependsOnUnseen(unseen, { metric: 'errorRate' })
      ? [
          unseen.leastMs === Number.POSITIVE_INFINITY
            ? `No run is long enough to tell what ${unseen.what.join(' and ')} bring: some come too seldom, or last too long.`
            : `The runs are too short to tell what ${unseen.what.join(' and ')} bring: ${replications === 1 ? 'one run has' : `${replications} runs have`} to take ${seconds(unseen.leastMs)}${replications === 1 ? '' : ' each'}.`,
        ]
      : []),
    ...(replications === 1 ? ['One replication does not show the spread: no figure has an interval.'] : []),
    ...earlyEnds(endedEarly),
  ]
}

/** Rates are of all that is measured, and response times of the later half of the run: a part of a swing biases them. */
function partOfSwing(
  { sources }: Model,
  { warmUpMs, measuredMs, responsesFromMs }: Pick<Quality, 'warmUpMs' | 'measuredMs' | 'responsesFromMs'>,
): readonly string[] {
  const periodMs = Math.max(0, ...sources.map(({ arrivals, rate }) => (arrivals === 'closed' ? 0 : rate.periodMs)))
  const endMs = warmUpMs + measuredMs
  const isWhole = (ms: number) => Math.abs(ms / periodMs - Math.round(ms / periodMs)) * periodMs <= PART_OF_SWING * ms
  if (periodMs === 0 || periodMs > measuredMs || [measuredMs, endMs - responsesFromMs].every(isWhole)) return []
  const durationMs = Math.ceil(endMs / (2 * periodMs)) * 2 * periodMs
  const leftOutMs = Math.ceil((WARM_UP_SHARE * durationMs) / periodMs) * periodMs
  const seconds = (ms: number) => `${Number((ms / 1000).toFixed(3))} s`
  return [
    `The load swings every ${seconds(periodMs)}, and the time measured is no whole number of swings: rates and response times are biased. A run of ${seconds(durationMs)} with a warm-up of ${seconds(leftOutMs)} measures whole swings.`,
  ]
}

/** Of components whose slots calls hold, and whose auto-scaling could add instances but does not, since it looks at the slots at work. */
export function warningsOfScaling(
  { nodes, stations }: Model,
  { limits }: Saturation,
  outcomes: readonly RunOutcome[],
): readonly Warning[] {
  const held = limits.filter(({ limit, load, instances }) => limit === 'slots' && load >= 1 && instances === null)
  return held.flatMap(({ id }) => {
    const node = nodes.findIndex((one) => one.id === id)
    const scaling = stations.find((station) => station.node === node)?.scaling
    if (scaling?.metric !== 'slots' || !hasLooked(outcomes, scaling)) return []
    const had = meanOfValues(outcomes.map((outcome) => outcome.nodes[node]?.meanInstances ?? 0)).mean
    if (had > scaling.max - 1) return []
    const does =
      leftInstances(outcomes, node, scaling) === null
        ? `keeps ${Number(had.toPrecision(3))} of ${scaling.max} instances`
        : 'adds no instance'
    return [{ of: id, text: `Auto-scaling ${does}: it looks at the slots at work, and these are held for calls` }]
  })
}

/** Shares of the calls that differ by less hardly change with the load. */
const UNEVEN = 0.1

/** Of components that choose targets by how busy they are, where these got unequal shares of the calls. */
export function warningsOfShares({ nodes }: Model, outcomes: readonly RunOutcome[]): readonly Warning[] {
  const callsOver = (link: number) => outcomes.reduce((sum, { links }) => sum + (links[link]?.attempts ?? 0), 0)
  const isUneven = ({ links, copies }: Step) => {
    const calls = links.map(callsOver)
    return !copies && Math.min(...calls) < (1 - UNEVEN) * Math.max(...calls)
  }
  return nodes
    .filter(({ balancing, program }) => looksAtLoad(balancing) && program.flat().some(isUneven))
    .map(({ id }) => ({
      of: id,
      text: 'The capacities of its targets are for the shares of the calls that they got in these runs, which are others at another load',
    }))
}

const looksAtLoad = (balancing: Balancing): boolean =>
  balancing.by === 'session'
    ? looksAtLoad(balancing.otherwise)
    : balancing.by === 'least-connections' || balancing.by === 'two-choices'

/** 48 %, and never 100 %. */
const percent = (share: number): string =>
  `${share > 0.99 ? Math.min(99.99, Math.floor(share * 1e4) / 100) : Math.round(share * 100)} %`

/** Why runs ended before their time: a sentence for each reason. */
export function earlyEnds(ended: Quality['endedEarly']): readonly string[] {
  return [...new Set(ended.map(({ reason }) => reason))].map((reason) => {
    const seeds = ended.filter((one) => one.reason === reason).map(({ seed }) => seed)
    const [first, ...others] = seeds
    const which =
      others.length === 0 ? `The run with seed ${first}` : `${seeds.length} runs (seeds ${seeds.join(', ')})`
    return `${which} ended before ${others.length === 0 ? 'its' : 'their'} time: ${reason}.`
  })
}
