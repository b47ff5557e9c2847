import type { Spread } from '@plimsoll/simulation'
import { formatNumber } from './quantities.ts'

/** What an objective may be about, and the unit that it is told in. */
export const METRICS = {
  mean: { unit: 'ms', name: 'mean response time' },
  p50: { unit: 'ms', name: '50th percentile' },
  p95: { unit: 'ms', name: '95th percentile' },
  p99: { unit: 'ms', name: '99th percentile' },
  p999: { unit: 'ms', name: '99.9th percentile' },
  throughput: { unit: 'rps', name: 'throughput' },
  errorRate: { unit: '%', name: 'error rate' },
} as const
export type Metric = keyof typeof METRICS

const COMPARISONS = {
  '<': (value: number, limit: number) => value < limit,
  '<=': (value: number, limit: number) => value <= limit,
  '>': (value: number, limit: number) => value > limit,
  '>=': (value: number, limit: number) => value >= limit,
} as const
type Comparison = keyof typeof COMPARISONS

/** A limit that a figure of the simulation has to keep. */
export interface Objective {
  readonly metric: Metric
  readonly comparison: Comparison
  /** In the unit of the metric. */
  readonly limit: number
}

/** What became of an objective; one whose figure could not be measured is not met. */
export interface Verdict extends Objective {
  readonly isMet: boolean
  readonly measured: Spread | null
}

const FORM = /^\s*([a-zA-Z0-9]+)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)\s*([a-zA-Z%/]*)\s*$/
/** Seconds are understood too. */
const FACTORS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ms: { '': 1, ms: 1, s: 1000 },
  rps: { '': 1, rps: 1 },
  '%': { '': 1, '%': 1 },
}

/** Reads `p99<250ms`; a text says what is wrong with it. */
export function readObjective(text: string): Objective | string {
  const [, name = '', comparison, number, unit = ''] = FORM.exec(text) ?? []
  if (comparison === undefined) return `"${text}" must be like p99<250ms, throughput>=90rps or errorRate<1%`
  if (!Object.hasOwn(METRICS, name)) return `"${text}": ${name} is none of ${Object.keys(METRICS).join(', ')}`
  const metric = name as Metric
  const factor = FACTORS[METRICS[metric].unit]?.[unit]
  if (factor === undefined) return `"${text}": ${metric} is in ${METRICS[metric].unit}, not in ${unit}`
  return { metric, comparison: comparison as Comparison, limit: Number(number) * factor }
}

/** Holds an objective against the mean over all runs. */
export function judge(objective: Objective, measured: Spread | null): Verdict {
  const { comparison, limit } = objective
  return { ...objective, measured, isMet: measured !== null && COMPARISONS[comparison](measured.mean, limit) }
}

/** `p99 < 250 ms`. */
export function describeObjective({ metric, comparison, limit }: Objective): string {
  return `${metric} ${comparison} ${formatNumber(limit)} ${METRICS[metric].unit}`
}
