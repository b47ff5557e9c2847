import { type Spread, spreadOf } from '@plimsoll/simulation'

/** A figure with its 95 % interval. */
export interface Interval extends Spread {
  /** The ends of the interval, which need not be as far from the figure; null: not known. `halfWidth` is the greater distance. */
  readonly lower: number | null
  readonly upper: number | null
}

/** A figure of several replications; null where it is not known. */
export type Estimate = Interval | null

/** A mean of independent values, with its interval by Student's t. */
export function meanOfValues(values: readonly number[]): Interval {
  const spread = spreadOf(values)
  const { mean, halfWidth } = spread
  return halfWidth === null
    ? { ...spread, lower: null, upper: null }
    : { ...spread, lower: mean - halfWidth, upper: mean + halfWidth }
}

/** A figure between two ends; `values` are those of the single replications. */
export function between(
  mean: number,
  { lower, upper }: { readonly lower: number | null; readonly upper: number | null },
  values: readonly number[],
): Interval {
  const halfWidth = lower === null || upper === null ? null : Math.max(mean - lower, upper - mean)
  return {
    mean,
    halfWidth,
    lower,
    upper,
    lowest: Math.min(...values),
    highest: Math.max(...values),
    count: values.length,
  }
}

/** Half of the width of an interval, as a share of the figure; null where there is no interval. */
export const relativeHalfWidth = ({ mean, lower, upper }: Interval): number | null =>
  lower === null || upper === null || mean <= 0 ? null : (upper - lower) / 2 / mean
