import { student95 } from '@plimsoll/simulation'
import { type Histogram, meanOf, mergeHistograms, quantileOf, shareAbove } from '../measure/histogram.ts'
import { between, type Interval } from './estimate.ts'

/*
 * Figures of the values of all replications together. The replications are independent, so that how far each of them is from the
 * whole gives the standard error, however the values within one are correlated. Averaging a percentile over replications would keep
 * the bias of a single one.
 */

/** Values of each replication. */
export type Samples = readonly Histogram[]

/** All values together; null where there is none. */
const pooled = (samples: Samples): Histogram | null => {
  const all = mergeHistograms(samples)
  return all.count > 0 ? all : null
}

/** The standard error of a ratio of sums over replications; NaN of one replication. `deviations`: of each numerator from the ratio × its denominator. */
function standardError(deviations: readonly number[], denominator: number): number {
  const count = deviations.length
  const squares = deviations.reduce((sum, one) => sum + one * one, 0)
  return Math.sqrt((count / (count - 1)) * squares) / denominator
}

/** A share of the values and its standard error over the replications. */
export interface ShareAbove {
  readonly share: number
  readonly standardError: number
  readonly count: number
}

/** The share of the values above a limit; null of no values. */
export function exceedance(samples: Samples, limit: number): ShareAbove | null {
  const all = pooled(samples)
  if (all === null) return null
  const share = shareAbove(all, limit)
  return { share, count: all.count, standardError: errorOfShare(samples, limit, { share, count: all.count }) }
}

const errorOfShare = (samples: Samples, limit: number, { share, count }: { share: number; count: number }) =>
  standardError(
    samples.map((one) => (one.count === 0 ? 0 : shareAbove(one, limit) * one.count) - share * one.count),
    count,
  )

/**
 * A percentile, 0 to 1, with a linear Woodruff interval (Woodruff 1952): the standard error of the share beyond it, read back from the
 * pooled histogram. `uncertainty` is the half-width of that share's interval over the share. Null of no values.
 */
export function percentileOf(
  samples: Samples,
  share: number,
): { readonly interval: Interval; readonly uncertainty: number } | null {
  const all = pooled(samples)
  if (all === null) return null
  const value = quantileOf(all, share)
  const beyond = 1 - share
  // Where many values are the same, the share above the percentile may be less than the one beyond it.
  const above = { share: shareAbove(all, value), count: all.count }
  const wide = factor(samples) * errorOfShare(samples, value, above)
  const values = filled(samples).map((one) => quantileOf(one, share))
  const ends = Number.isNaN(wide)
    ? { lower: null, upper: null }
    : {
        lower: quantileOf(all, Math.max(0, share - wide)),
        upper: wide < beyond ? quantileOf(all, share + wide) : null,
      }
  return { interval: between(value, ends, values), uncertainty: wide / Math.min(share, beyond) }
}

/** The mean of all values, with an interval on a logarithmic scale. Null of no values. */
export function pooledMean(samples: Samples, factorOfError = factor(samples)): Interval | null {
  const all = pooled(samples)
  if (all === null) return null
  const mean = meanOf(all)
  const error = standardError(
    samples.map(({ sum, count }) => sum - mean * count),
    all.count,
  )
  const wide = mean > 0 ? (factorOfError * error) / mean : 0
  const ends = Number.isNaN(wide)
    ? { lower: null, upper: null }
    : { lower: mean * Math.exp(-wide), upper: mean * Math.exp(wide) }
  return between(mean, ends, filled(samples).map(meanOf))
}

const filled = (samples: Samples) => samples.filter(({ count }) => count > 0)

const factor = (samples: Samples): number => (samples.length > 1 ? student95(samples.length - 1) : Number.NaN)
