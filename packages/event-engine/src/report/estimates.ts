import type { Histogram } from '../measure/histogram.ts'
import type { PartCounts, RequestCounts, RunOutcome } from '../outcome.ts'
import { type Estimate, meanOfValues } from '../statistics/estimate.ts'
import type { Samples } from '../statistics/pooled.ts'
import { proportionOf, type Trials } from '../statistics/proportion.ts'
import { type ResponseFigure, responseFigures } from '../statistics/response-figures.ts'
import { endedOf, perSecond } from './counts.ts'
import type { FailureShare, RequestsReport, ResponseReport } from './report.ts'
import type { MeasuredValues, ReportedValues } from './reported-values.ts'

/** Null where one of the runs has no such figure: a mean over the others alone would flatter. */
export function estimate(values: readonly (number | null | undefined)[]): Estimate {
  const known = values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value))
  return known.length === values.length && known.length > 0 ? meanOfValues(known) : null
}

/** `top / bottom`; null where nothing is below. */
export const ratio = (top: number, bottom: number): number | null => (bottom > 0 ? top / bottom : null)

/** Response times of the same requests in each run; `asked`: those that are known well enough; `all`: what the slowest is of. */
export const responseOf = (
  samples: Samples,
  asked: ReadonlySet<ResponseFigure>,
  all: readonly Histogram[] | null,
): ResponseReport => ({
  ...responseFigures(samples, asked),
  max: all && estimate(all.map(({ count, max }) => (count > 0 ? max : null))),
})

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

/** A share over the runs, between binomial bounds. */
export const shareOf = (trials: readonly Trials[]): Estimate => proportionOf(trials)

/** The same in %. */
export function percentOf(trials: readonly Trials[]): Estimate {
  const share = proportionOf(trials)
  if (share === null) return null
  const times = (value: number | null) => (value === null ? null : value * 100)
  return {
    mean: share.mean * 100,
    halfWidth: times(share.halfWidth),
    lower: times(share.lower),
    upper: times(share.upper),
    lowest: share.lowest * 100,
    highest: share.highest * 100,
    count: share.count,
  }
}

/** What became of some of the requests, such as a client's. */
export function requestsOf(
  outcomes: readonly RunOutcome[],
  countsOf: (outcome: RunOutcome) => PartCounts,
  {
    isSteady,
    reportedOf,
  }: { readonly isSteady: boolean; readonly reportedOf: (values: MeasuredValues) => ReportedValues },
): RequestsReport {
  const counts = outcomes.map(countsOf)
  const responses = counts.map(({ response }) => response)
  const { samples, figures } = reportedOf({ whole: responses, slices: counts.map(({ slices }) => slices) })
  const total = (of: 'arrived' | 'completed' | 'failed') => counts.reduce((sum, one) => sum + one[of], 0)
  return {
    arrived: total('arrived'),
    completed: total('completed'),
    failed: total('failed'),
    offered: estimate(outcomes.map((one) => perSecond(countsOf(one).arrived, one))),
    goodput: estimate(outcomes.map((one) => perSecond(countsOf(one).completed, one))),
    fromClientCache: estimate(outcomes.map((one) => perSecond(countsOf(one).kept, one))),
    errorRate: percentOf(counts.map(endedOf)),
    response: responseOf(samples, figures, isSteady ? responses : null),
    failures: failuresOf(counts),
  }
}
