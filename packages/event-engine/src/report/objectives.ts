import type { Spread } from '@plimsoll/simulation'

/** What an objective may be about, and the unit that it is told in. */
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
} as const
export type ObjectiveMetric = keyof typeof OBJECTIVE_METRICS

/** What an objective about requests may be about; the others are about messages. */
export type RequestMetric = Exclude<ObjectiveMetric, `delay.${string}` | 'lag'>

export const isAboutRequests = (metric: ObjectiveMetric): metric is RequestMetric =>
  metric !== 'lag' && !isDelay(metric)

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
  readonly comparison: Comparison
  /** In the unit of the metric. */
  readonly limit: number
}

/** `undecided`: the interval straddles the limit, so that more runs could tell either way. */
export type VerdictResult = 'pass' | 'fail' | 'undecided'

/** What became of an objective. */
export interface Verdict extends Objective {
  /** One whose figure could not be measured fails. */
  readonly result: VerdictResult
  /** How far the mean keeps away from the limit, in the metric's unit; negative beyond it. Null: not measured. */
  readonly margin: number | null
  readonly measured: Spread | null
}

const HOLDS: Readonly<Record<Comparison, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
}

/** Holds an objective against the whole 95 % interval; against the mean where there is none. */
export function judge(objective: Objective, measured: Spread | null): Verdict {
  const { comparison, limit } = objective
  if (measured === null) return { ...objective, result: 'fail', margin: null, measured }
  const { mean, halfWidth } = measured
  const ends = [mean - (halfWidth ?? 0), mean + (halfWidth ?? 0)].map((end) => HOLDS[comparison](end, limit))
  const result = ends.every(Boolean) ? 'pass' : ends.some(Boolean) ? 'undecided' : 'fail'
  return { ...objective, result, margin: comparison.startsWith('<') ? limit - mean : mean - limit, measured }
}

/** While the requests under way still grow, figures are of those that ended early: one that passes is not decided yet. */
export const judgeUnsettled = (objective: Objective, measured: Spread | null): Verdict => {
  const verdict = judge(objective, measured)
  return verdict.result === 'pass' ? { ...verdict, result: 'undecided' } : verdict
}

/** The worst of several: all must pass. Null where there is none. */
export function overall(verdicts: readonly Verdict[]): VerdictResult | null {
  if (verdicts.length === 0) return null
  const results = verdicts.map(({ result }) => result)
  if (results.includes('fail')) return 'fail'
  return results.includes('undecided') ? 'undecided' : 'pass'
}
