import { edgeOf } from './buckets.ts'

/** Counts of values: plain data. Zero and what is below the first bucket counts as zero. */
export interface Histogram {
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  readonly zeros: number
  /** Counts of the buckets from `first` on. */
  readonly first: number
  readonly counts: readonly number[]
  /** Buckets that each count is of: a power of two that divides `first`. Left out: one. */
  readonly width?: number
}

const NO_VALUES: Histogram = { count: 0, sum: 0, min: 0, max: 0, zeros: 0, first: 0, counts: [] }

/** The mean; NaN of no values. */
export const meanOf = ({ sum, count }: Histogram): number => sum / count

/**
 * The value that a share of all values does not exceed, 0 to 1: evenly spread within its bucket, never outside the least and the
 * greatest value. NaN of no values.
 */
export function quantileOf(histogram: Histogram, share: number): number {
  const { count, min, max, zeros, counts } = histogram
  if (count === 0) return Number.NaN
  const rank = share * count
  let below = zeros
  if (rank <= below) return Math.max(0, min)
  for (const [index, inside] of counts.entries()) {
    if (below + inside >= rank) {
      const { from, to } = boundsOf(histogram, index)
      const value = from + (to - from) * ((rank - below) / inside)
      return Math.min(max, Math.max(min, value))
    }
    below += inside
  }
  return max
}

/** Share of the values above `limit`, evenly spread within their bucket. */
export function shareAbove(histogram: Histogram, limit: number): number {
  const { count, counts, zeros } = histogram
  if (count === 0) return Number.NaN
  let below = limit >= 0 ? zeros : 0
  for (const [index, inside] of counts.entries()) {
    const { from, to } = boundsOf(histogram, index)
    if (limit >= to) below += inside
    else if (limit > from) below += (inside * (limit - from)) / (to - from)
  }
  return 1 - below / count
}

/** Between which values a count is. */
export const boundsOf = ({ first, width = 1 }: Histogram, index: number) => ({
  from: edgeOf(first + index * width),
  to: edgeOf(first + (index + 1) * width),
})

/** The same values in buckets `times` as wide, a power of two. */
export function coarser(histogram: Histogram, times: number): Histogram {
  const { first, counts, width: before = 1 } = histogram
  const width = before * times
  const start = Math.floor(first / width) * width
  const sums: number[] = []
  for (const [index, inside] of counts.entries()) {
    const at = Math.floor((first + index * before - start) / width)
    sums[at] = (sums[at] ?? 0) + inside
  }
  return { ...histogram, first: counts.length === 0 ? 0 : start, counts: Array.from(sums, (sum) => sum ?? 0), width }
}

/** All together; all have buckets of the same width. */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const filled = histograms.filter(({ count }) => count > 0)
  if (filled.length === 0) return NO_VALUES
  const first = Math.min(...filled.filter(({ counts }) => counts.length > 0).map((one) => one.first))
  const { width = 1 } = filled[0] as Histogram
  if (filled.some((one) => (one.width ?? 1) !== width)) throw new Error('The buckets differ in width.')
  const last = Math.max(...filled.map((one) => one.first + one.counts.length * width))
  const counts = Array.from({ length: Math.max(0, last - first) / width || 0 }, () => 0)
  for (const one of filled)
    for (const [index, inside] of one.counts.entries()) counts[(one.first - first) / width + index]! += inside
  const total = (of: 'count' | 'sum' | 'zeros') => filled.reduce((sum, one) => sum + one[of], 0)
  return {
    count: total('count'),
    sum: total('sum'),
    min: Math.min(...filled.map(({ min }) => min)),
    max: Math.max(...filled.map(({ max }) => max)),
    zeros: total('zeros'),
    first: Number.isFinite(first) ? first : 0,
    counts,
    ...(width > 1 && { width }),
  }
}
