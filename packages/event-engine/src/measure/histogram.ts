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
  readonly counts: Counts
  /** Buckets that each count is of: a power of two that divides `first`. Left out: one. */
  readonly width?: number
}

/**
 * Of two bytes where that is enough: a run keeps thousands of histograms, and sends them from thread to thread. No third kind, of one
 * byte: loops over several kinds take longer than that saves.
 */
export type Counts = Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>

/** Counts of so many values together: so many of nothing, or those that are given. */
export function countsOf(values: number, from: number | Counts): Counts {
  // The type that is declared for these constructors takes one of both, not either.
  const given = from as number
  return values < 2 ** 16 ? new Uint16Array(given) : new Int32Array(given)
}

/** For so many counts a piece of memory has room. */
const PIECE = 4096

/**
 * Copies counts into pieces of memory that many copies share: memory of its own takes a small array longer to get than to be filled. A
 * piece lives for as long as one of them.
 */
export class SharedCounts {
  #piece = new Uint16Array(0)
  #used = 0

  /** Counts of so many values together. */
  copy(values: number, counts: Counts): Counts {
    const { length } = counts
    if (values >= 2 ** 16 || length > PIECE) return countsOf(values, counts)
    if (this.#used + length > this.#piece.length) {
      this.#piece = new Uint16Array(PIECE)
      this.#used = 0
    }
    const copied = this.#piece.subarray(this.#used, this.#used + length)
    for (let index = 0; index < length; index += 1) copied[index] = counts[index]!
    this.#used += length
    return copied
  }
}

const NO_VALUES: Histogram = { count: 0, sum: 0, min: 0, max: 0, zeros: 0, first: 0, counts: countsOf(0, 0) }

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
  for (let index = 0; index < counts.length; index += 1) {
    const inside = counts[index]!
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
  const whole = bucketsUpTo(histogram, limit)
  let below = limit >= 0 ? zeros : 0
  for (let index = 0; index < whole; index += 1) below += counts[index]!
  if (whole < counts.length) {
    const { from, to } = boundsOf(histogram, whole)
    if (limit > from) below += (counts[whole]! * (limit - from)) / (to - from)
  }
  return 1 - below / count
}

/** How many of the buckets end at `limit` or before. By halves: a report asks that of every replication for each of its percentiles. */
function bucketsUpTo(histogram: Histogram, limit: number): number {
  let [from, to] = [0, histogram.counts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (boundsOf(histogram, middle).to <= limit) from = middle + 1
    else to = middle
  }
  return from
}

/** The values that came after an earlier state of the same histogram; the least and the greatest of them are not known. */
export function histogramSince(now: Histogram, then: Histogram): Histogram {
  const before = (bucket: number) => then.counts[bucket - then.first] ?? 0
  return {
    ...now,
    count: now.count - then.count,
    sum: now.sum - then.sum,
    min: 0,
    zeros: now.zeros - then.zeros,
    counts: now.counts.map((count, index) => count - before(now.first + index)),
  }
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
  const sums = countsOf(
    histogram.count,
    counts.length === 0 ? 0 : Math.floor((first + (counts.length - 1) * before - start) / width) + 1,
  )
  for (let index = 0; index < counts.length; index += 1)
    sums[Math.floor((first + index * before - start) / width)]! += counts[index]!
  return { ...histogram, first: counts.length === 0 ? 0 : start, counts: sums, width }
}

/** All together; all have buckets of the same width. Plain loops, since a run merges response times at each span of its series. */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  let only: Histogram | undefined
  let filled = 0
  let count = 0
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let zeros = 0
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const one of histograms) {
    if (one.count === 0) continue
    only ??= one
    if ((one.width ?? 1) !== (only.width ?? 1)) throw new Error('The buckets differ in width.')
    filled += 1
    count += one.count
    sum += one.sum
    min = Math.min(min, one.min)
    max = Math.max(max, one.max)
    zeros += one.zeros
    if (one.counts.length === 0) continue
    first = Math.min(first, one.first)
    last = Math.max(last, one.first + one.counts.length * (one.width ?? 1))
  }
  if (only === undefined) return NO_VALUES
  if (filled === 1) return only
  const { width = 1 } = only
  const counts = countsOf(count, Math.max(0, last - first) / width)
  for (const one of histograms) if (one.count > 0) addCounts(counts, one.counts, (one.first - first) / width)
  return { count, sum, min, max, zeros, first: Number.isFinite(first) ? first : 0, counts, ...(width > 1 && { width }) }
}

function addCounts(to: Counts, counts: Counts, from: number): void {
  for (let index = 0; index < counts.length; index += 1) to[from + index]! += counts[index]!
}
