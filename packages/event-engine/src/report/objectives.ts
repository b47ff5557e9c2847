import { student95, student98 } from '@plimsoll/simulation'
import { NO_MESSAGES } from '../measure/no-messages.ts'
import type { RunOutcome } from '../outcome.ts'
import { type Estimate, meanOfValues } from '../statistics/estimate.ts'
import { exceedance, pooledMean, type Samples } from '../statistics/pooled.ts'
import { type Confidence, proportionOf, type Trials, wilson } from '../statistics/proportion.ts'
import { PERCENTILES, type ResponseFigure } from '../statistics/response-figures.ts'
import { endedOf, perSecond, unprocessedOf } from './counts.ts'
import type { Scope } from './scope.ts'
import { unendedOf } from './unended.ts'
import type { Unseen } from './unseen.ts'

/** What an objective may be about, and its unit. */
export const OBJECTIVE_METRICS = {
  mean: { unit: 'ms', name: 'mean response time' },
  p50: { unit: 'ms', name: '50th percentile' },
  p95: { unit: 'ms', name: '95th percentile' },
  p99: { unit: 'ms', name: '99th percentile' },
  p999: { unit: 'ms', name: '99.9th percentile' },
  throughput: { unit: 'rps', name: 'throughput' },
  errorRate: { unit: '%', name: 'error rate' },
  'delay.mean': { unit: 'ms', name: 'mean delay of messages' },
  'delay.p50': { unit: 'ms', name: '50th percentile of the delay' },
  'delay.p95': { unit: 'ms', name: '95th percentile of the delay' },
  'delay.p99': { unit: 'ms', name: '99th percentile of the delay' },
  'delay.p999': { unit: 'ms', name: '99.9th percentile of the delay' },
  lag: { unit: 'messages', name: 'most messages waiting' },
  messageLoss: { unit: '%', name: 'share of messages that are not processed' },
} as const
export type ObjectiveMetric = keyof typeof OBJECTIVE_METRICS

/** What an objective about requests may be about; the others are about messages. */
export type RequestMetric = Exclude<ObjectiveMetric, `delay.${string}` | 'lag' | 'messageLoss'>

export const isAboutRequests = (metric: ObjectiveMetric): metric is RequestMetric =>
  metric !== 'lag' && metric !== 'messageLoss' && !isDelay(metric)

/** About a share in % of what ended. */
export const isShare = (metric: ObjectiveMetric): metric is 'errorRate' | 'messageLoss' =>
  metric === 'errorRate' || metric === 'messageLoss'

type Percentile = keyof typeof PERCENTILES

/** About the response time. */
export const isResponseFigure = (metric: ObjectiveMetric): metric is ResponseFigure =>
  metric === 'mean' || metric in PERCENTILES

type DelayMetric = Extract<ObjectiveMetric, `delay.${string}`>

export const isDelay = (metric: ObjectiveMetric): metric is DelayMetric => metric.startsWith('delay.')

/** The figure of the delays that it is about. */
export const delayFigure = (metric: DelayMetric) =>
  metric.slice('delay.'.length) as DelayMetric extends `delay.${infer Figure}` ? Figure : never

export const COMPARISONS = ['<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** A limit that a figure of the simulation has to keep. */
export interface Objective {
  readonly metric: ObjectiveMetric
  /** Null or left out: all requests, or the messages of all connections. */
  readonly scope?: Scope | null
  readonly comparison: Comparison
  /** In the unit of the metric. */
  readonly limit: number
}

/** What is assumed where no objective is about the errors of all requests, or about messages that are not processed: %. */
const ASSUMED_ERRORS: Objective = { metric: 'errorRate', comparison: '<', limit: 1 }
const ASSUMED_LOSS: Objective = { ...ASSUMED_ERRORS, metric: 'messageLoss' }

/** `undecided`: the runs so far do not decide it. */
export type VerdictResult = 'pass' | 'fail' | 'undecided'

/** What became of an objective. */
export interface Verdict extends Objective {
  readonly scope: Scope | null
  /** Nobody set it. */
  readonly isAssumed: boolean
  /** One whose figure could not be measured fails. */
  readonly result: VerdictResult
  /** How far the figure keeps away from the limit, in the metric's unit; negative beyond it. Null: it is not reported. */
  readonly margin: number | null
  readonly measured: Estimate
  /** Why the figure is not reported: `none` was measured, the runs are too `short` for it, or there is no steady state; null: it is. */
  readonly unmeasured: 'none' | 'short' | 'unsteady' | null
  /**
   * Of a response time that is kept while requests fail, or a delay or lag while messages are not processed: the share of those that it
   * is about. Null: of all.
   */
  readonly servedShare: number | null
}

/** What objectives are held against. */
export interface Evidence {
  readonly outcomes: readonly RunOutcome[]
  /** Response times of each replication. */
  readonly samples: Samples
  /** Delays of messages of each replication; null where there are none. */
  readonly delays: Samples | null
  /** Whether a response time that keeps its limit so far would keep it later. */
  readonly isLongEnough: boolean
  /** `none`: no response time; `unsettled`: nothing passes. */
  readonly state: 'steady' | 'unsettled' | 'none'
  /** Whether there is, or was, a backlog that may be transient: nothing is missed for sure. */
  readonly mayBeTransient: boolean
  /** What they have not seen enough of for anything to be met. */
  readonly unseen: Unseen
  /** The figure as it is reported. */
  readonly figureOf: (metric: ObjectiveMetric) => Estimate
}

/** How far the limit must be away: more than of an interval, since a run that grows is looked at often. */
const SURE: Confidence = { z: 2.82, student: student98 }
const sureOf = (replications: number): number => (replications > 1 ? SURE.student(replications - 1) : Number.NaN)

type Asked = Objective & { readonly isAssumed: boolean }

/**
 * With what is assumed where there are objectives: about the errors of all requests, and about what becomes of the messages whose delay
 * or lag is asked for.
 */
function withAssumed(objectives: readonly Objective[]): readonly Asked[] {
  const isSet = (assumed: Objective) =>
    objectives.some(({ metric, scope }) => metric === assumed.metric && isSameScope(scope, assumed.scope))
  const ofMessages = objectives.filter(({ metric }) => isDelay(metric) || metric === 'lag')
  const scopes = ofMessages
    .map(({ scope = null }) => scope)
    .filter((scope, index, all) => all.findIndex((one) => isSameScope(one, scope)) === index)
  const assumed = [...scopes.map((scope) => ({ ...ASSUMED_LOSS, scope })), ASSUMED_ERRORS]
  return [
    ...objectives.map((one) => ({ ...one, isAssumed: false })),
    ...(objectives.length === 0
      ? []
      : assumed.filter((one) => !isSet(one)).map((one) => ({ ...one, isAssumed: true }))),
  ]
}

const isSameScope = (one: Objective['scope'], other: Objective['scope']): boolean =>
  one?.by === other?.by && one?.id === other?.id

/** Holds all objectives against what the runs show. */
export function judge(
  objectives: readonly Objective[],
  all: Evidence,
  evidenceIn: (scope: Scope) => Evidence = () => all,
): readonly Verdict[] {
  return withAssumed(objectives).map((objective): Verdict => {
    const evidence = objective.scope ? evidenceIn(objective.scope) : all
    const isOfRequests = isAboutRequests(objective.metric)
    const failed = proportionOf(isOfRequests ? requestsOf(evidence.outcomes) : messagesOf(evidence.outcomes))?.mean ?? 0
    const measured = evidence.figureOf(objective.metric)
    const sure = resultOf(objective, evidence)
    const isDoubtful =
      (sure === 'fail' && evidence.mayBeTransient) ||
      (sure === 'pass' && (evidence.state === 'unsettled' || dependsOnUnseen(evidence.unseen, objective))) ||
      (measured !== null && objective.metric !== 'lag' && !agrees(objective, measured, sure))
    const result = isDoubtful ? 'undecided' : sure
    const isOfServed = isOfRequests ? isResponseFigure(objective.metric) : objective.metric !== 'messageLoss'
    return {
      metric: objective.metric,
      scope: objective.scope ?? null,
      comparison: objective.comparison,
      limit: objective.limit,
      isAssumed: objective.isAssumed,
      result,
      margin:
        measured === null
          ? null
          : isBelow(objective)
            ? objective.limit - measured.mean
            : measured.mean - objective.limit,
      measured,
      unmeasured: measured === null ? whyUnmeasured(objective.metric, evidence) : null,
      servedShare: isOfServed && result === 'pass' && failed > 0 ? 1 - failed : null,
    }
  })
}

/** Of the share of the requests, or of the time, that an objective leaves open: what takes less of it decides nothing. */
const NEGLIGIBLE = 0.1
const LEFT_OPEN = 0.01

/** Whether a figure may be another because of what was not seen. */
export function dependsOnUnseen(
  { share }: Unseen,
  { metric, limit = 100 * LEFT_OPEN }: Pick<Objective, 'metric'> & { readonly limit?: number },
): boolean {
  if (metric === 'lag') return share > 0
  const figure = isDelay(metric) ? delayFigure(metric) : metric
  const open = isShare(metric) ? limit / 100 : figure in PERCENTILES ? 1 - PERCENTILES[figure as Percentile] : LEFT_OPEN
  return share > NEGLIGIBLE * open
}

function whyUnmeasured(metric: ObjectiveMetric, { samples, delays, state }: Evidence): Verdict['unmeasured'] {
  const values = isDelay(metric) ? delays : isResponseFigure(metric) ? samples : null
  if (values === null) return 'none'
  if (state === 'none') return 'unsteady'
  return values.some(({ count }) => count > 0) ? 'short' : 'none'
}

/** Whether the interval that is printed says the same: it is of later data. */
const agrees = (objective: Objective, { lower, upper }: NonNullable<Estimate>, result: VerdictResult): boolean =>
  held(
    objective,
    { lower: lower ?? Number.NEGATIVE_INFINITY, upper: upper ?? Number.POSITIVE_INFINITY },
    objective.limit,
  ) === result

const isBelow = ({ comparison }: Objective): boolean => comparison.startsWith('<')

/** Between which the figure lies for sure. */
interface Bounds {
  readonly lower: number
  readonly upper: number
}

/** What the runs show of an objective; one about a figure that was not measured fails. */
function resultOf(objective: Objective, evidence: Evidence): VerdictResult {
  const { outcomes, isLongEnough, state } = evidence
  const { metric, limit } = objective
  if (metric === 'throughput') return held(objective, throughputBounds(outcomes), limit)
  if (metric === 'errorRate') return errorResult(objective, outcomes)
  if (metric === 'messageLoss') return lossResult(objective, evidence)
  if (metric === 'lag') return lagResult(objective, evidence)
  const [figure, samples] = isDelay(metric) ? [delayFigure(metric), evidence.delays] : [metric, evidence.samples]
  if (samples === null) return 'fail'
  const isMean = figure === 'mean'
  const bounds = isMean ? meanBounds(samples) : aboveBounds(samples, limit)
  if (state === 'none' || bounds === null) return isBelow(objective) ? 'fail' : 'undecided'
  const beyond = isMean ? 0 : 1 - PERCENTILES[figure]
  // A percentile is below the limit where the share above it is less than its own.
  const result = held(objective, bounds, isMean ? limit : beyond)
  // An empty start only shortens the response times.
  return isLongEnough || result === (isBelow(objective) ? 'fail' : 'pass') ? result : 'undecided'
}

function held(objective: Objective, bounds: Bounds | null, limit: number): VerdictResult {
  if (bounds === null) return 'fail'
  const { lower, upper } = bounds
  if (Number.isNaN(lower + upper)) return 'undecided'
  // What does not vary may lie on the limit.
  if (lower === upper) return HOLDS[objective.comparison](lower, limit) ? 'pass' : 'fail'
  if (upper < limit) return isBelow(objective) ? 'pass' : 'fail'
  if (lower > limit) return isBelow(objective) ? 'fail' : 'pass'
  return 'undecided'
}

/** Whether a value keeps a limit. */
export const HOLDS: Readonly<Record<Comparison, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
}

function meanBounds(samples: Samples): Bounds | null {
  const mean = pooledMean(samples, sureOf(samples.length))
  return mean && { lower: mean.lower ?? Number.NaN, upper: mean.upper ?? Number.NaN }
}

/** Of the share of response times above a limit. That none of a few is beyond it does not prove much. */
function aboveBounds(samples: Samples, limit: number): Bounds | null {
  const above = exceedance(samples, limit)
  if (above === null) return null
  const { share, count, standardError } = above
  const { lower, upper } = wilson({ successes: share * count, of: count }, SURE.z)
  const wide = sureOf(samples.length) * standardError
  return { lower: Math.min(lower, share - wide), upper: Math.max(upper, share + wide) }
}

const throughputBounds = (outcomes: readonly RunOutcome[]): Bounds =>
  boundsOf(outcomes.map((outcome) => perSecond(outcome.requests.completed, outcome)))

/** By the run with the most messages waiting: that one is beyond the limit is sure, that none ever would be is not. */
function lagResult(objective: Objective, { outcomes, state, isLongEnough }: Evidence): VerdictResult {
  const most = highestLag(outcomes)
  if (most === null) return 'fail'
  const isHeld = HOLDS[objective.comparison](most, objective.limit)
  if (isHeld !== isBelow(objective)) return isHeld ? 'pass' : 'fail'
  return outcomes.length > 1 && state === 'steady' && isLongEnough ? (isHeld ? 'pass' : 'fail') : 'undecided'
}

/** The most messages that waited in any of the runs; null where there are no messages. */
export function highestLag(outcomes: readonly RunOutcome[]): number | null {
  const most = outcomes.flatMap(({ messages }) => messages?.mostWaiting ?? [])
  return most.length === 0 ? null : Math.max(...most)
}

function boundsOf(values: readonly number[]): Bounds {
  const { mean, halfWidth, count } = meanOfValues(values)
  const wide = halfWidth === null ? Number.NaN : (halfWidth / student95(count - 1)) * sureOf(count)
  return { lower: mean - wide, upper: mean + wide }
}

/** Not decided where it would be otherwise if what never ended had failed. */
function errorResult(objective: Objective, outcomes: readonly RunOutcome[]): VerdictResult {
  const limit = objective.limit / 100
  const ended = requestsOf(outcomes)
  const result = held(objective, shareBounds(ended), limit)
  const unended = unendedOf(outcomes)
  const total = (of: 'successes' | 'of') => ended.reduce((sum, one) => sum + one[of], 0)
  if (unended === 0 || total('of') === 0) return result
  const isHeld = HOLDS[objective.comparison]((total('successes') + unended) / (total('of') + unended), limit)
  return isHeld === (result === 'pass') ? result : 'undecided'
}

/** Not decided to be kept where ever more messages wait: what becomes of them is not known. */
function lossResult(objective: Objective, { outcomes, state }: Evidence): VerdictResult {
  const result = held(objective, shareBounds(messagesOf(outcomes)), objective.limit / 100)
  return state === 'none' && result === 'pass' ? 'undecided' : result
}

const requestsOf = (outcomes: readonly RunOutcome[]): readonly Trials[] =>
  outcomes.map(({ requests }) => endedOf(requests))

const messagesOf = (outcomes: readonly RunOutcome[]): readonly Trials[] =>
  outcomes.map(({ messages }) => unprocessedOf(messages ?? NO_MESSAGES))

function shareBounds(trials: readonly Trials[]): Bounds | null {
  const share = proportionOf(trials, SURE)
  return share && { lower: share.lower ?? Number.NaN, upper: share.upper ?? Number.NaN }
}

/** The worst of several: all must pass. Null where there is none. */
export function overall(verdicts: readonly Verdict[]): VerdictResult | null {
  if (verdicts.length === 0) return null
  const results = verdicts.map(({ result }) => result)
  if (results.includes('fail')) return 'fail'
  return results.includes('undecided') ? 'undecided' : 'pass'
}
