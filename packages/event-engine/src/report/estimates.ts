import { spreadOf } from '@plimsoll/simulation'
import { type Histogram, meanOf, quantileOf } from '../measure/histogram.ts'
import type { RequestCounts, RunOutcome } from '../outcome.ts'
import type { Estimate, FailureShare, RequestsReport, ResponseReport } from './report.ts'

/** Null where one of the runs has no such figure: a mean over the others alone would flatter. */
export function estimate(values: readonly (number | null | undefined)[]): Estimate {
  const known = values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value))
  return known.length === values.length && known.length > 0 ? spreadOf(known) : null
}

/** `top / bottom`; null where nothing is below. */
export const ratio = (top: number, bottom: number): number | null => (bottom > 0 ? top / bottom : null)

const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99, p999: 0.999 } as const

/** A percentile of fewer values than one beyond it would be their maximum under another name. */
export const percentile = (histogram: Histogram | null, share: number): number | null =>
  histogram !== null && histogram.count * (1 - share) >= 1 ? quantileOf(histogram, share) : null

const UNKNOWN: ResponseReport = { mean: null, p50: null, p95: null, p99: null, p999: null, max: null }

/** Response times of the same requests in each run. */
export function responseOf(histograms: readonly Histogram[], isSteady: boolean): ResponseReport {
  if (!isSteady) return UNKNOWN
  const at = (share: number) => estimate(histograms.map((one) => percentile(one, share)))
  return {
    mean: estimate(histograms.map(meanOf)),
    p50: at(SHARES.p50),
    p95: at(SHARES.p95),
    p99: at(SHARES.p99),
    p999: at(SHARES.p999),
    max: estimate(histograms.map(({ count, max }) => (count > 0 ? max : null))),
  }
}

/** Failures of all runs by reason, most frequent first. */
export function failuresOf(counts: readonly RequestCounts[]): readonly FailureShare[] {
  const all = tally(counts.map(({ reasons }) => reasons))
  const total = all.reduce((sum, { count }) => sum + count, 0)
  return all.map((one) => ({ ...one, share: one.count / total }))
}

/** Counts by reason, summed up, most frequent first. */
export function tally(
  lists: readonly Readonly<Record<string, number>>[],
): readonly { reason: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const [reason, count] of lists.flatMap(Object.entries)) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
}

/** Per second of the measured time. */
export const perSecond = (count: number, { measuredMs }: RunOutcome): number => (count / measuredMs) * 1000

/** In % of the requests that ended; null where none did. */
export function endedShare({ completed, failed }: RequestCounts, of: number): number | null {
  const share = ratio(of, completed + failed)
  return share === null ? null : share * 100
}

/** What became of some of the requests, such as a client's. */
export function requestsOf(
  outcomes: readonly RunOutcome[],
  countsOf: (outcome: RunOutcome) => RequestCounts,
  isSteady: boolean,
): RequestsReport {
  const counts = outcomes.map(countsOf)
  const total = (of: 'arrived' | 'completed' | 'failed') => counts.reduce((sum, one) => sum + one[of], 0)
  return {
    arrived: total('arrived'),
    completed: total('completed'),
    failed: total('failed'),
    offered: estimate(outcomes.map((one) => perSecond(countsOf(one).arrived, one))),
    goodput: estimate(outcomes.map((one) => perSecond(countsOf(one).completed, one))),
    errorRate: estimate(counts.map((one) => endedShare(one, one.failed))),
    response: responseOf(
      counts.map(({ response }) => response),
      isSteady,
    ),
    failures: failuresOf(counts),
  }
}
