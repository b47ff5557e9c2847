/*
 * A histogram over positive numbers whose buckets are 1/128 of an octave wide: at most 0.79 % of the value.
 */

/** Buckets per octave, as a power of two. */
const SPLIT_BITS = 7
const SPLIT = 2 ** SPLIT_BITS
/** The first bucket begins at 2^-23 (a tenth of a nanosecond, in ms); what is less counts as zero. */
const LOWEST_EXPONENT = -23
/** Up to 2^43: 278 years. What is more counts in the last bucket. */
const OCTAVES = 66
const BUCKETS = OCTAVES * SPLIT
/** Values are made whole numbers of 31 bits at most: of 2^-30 below 1, of 2^-20 below 2^11, and so on upwards. */
const FINEST_BITS = 30
const FINE_BITS = 20
const FINE_BELOW = 2 ** (31 - FINE_BITS)

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
}

/** Collects values. It keeps counts only of the octaves that it has met, and of those between them. */
export class Recorder {
  sum = 0
  min = Number.POSITIVE_INFINITY
  max = 0
  zeros = 0
  /** The bucket that the counts begin with: the first of an octave. */
  #from = 0
  #counts = new Uint32Array(0)

  record(value: number): void {
    this.sum += value
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
    const bucket = bucketOf(value)
    const counts = this.#counts
    const place = bucket - this.#from
    if (place >>> 0 < counts.length) counts[place]! += 1
    else if (bucket < 0) this.zeros += 1
    else this.#countBeyond(bucket)
  }

  /** Makes room for its octave first. */
  #countBeyond(bucket: number): void {
    const counts = this.#counts
    const octave = (bucket >> SPLIT_BITS) << SPLIT_BITS
    const isFirst = counts.length === 0
    const from = isFirst ? octave : Math.min(this.#from, octave)
    const end = isFirst ? octave + SPLIT : Math.max(this.#from + counts.length, octave + SPLIT)
    const larger = new Uint32Array(end - from)
    larger.set(counts, isFirst ? 0 : this.#from - from)
    larger[bucket - from]! += 1
    this.#counts = larger
    this.#from = from
  }

  reset(): void {
    this.sum = 0
    this.min = Number.POSITIVE_INFINITY
    this.max = 0
    this.zeros = 0
    this.#counts.fill(0)
  }

  toHistogram(): Histogram {
    const { sum, max, zeros } = this
    const counts = this.#counts
    const count = counts.reduce((total, one) => total + one, zeros)
    const first = counts.findIndex((one) => one > 0)
    const last = counts.findLastIndex((one) => one > 0)
    return {
      count,
      sum,
      min: count === 0 ? 0 : this.min,
      max,
      zeros,
      first: first < 0 ? 0 : this.#from + first,
      counts: first < 0 ? [] : Array.from(counts.subarray(first, last + 1)),
    }
  }
}

/** Below 0 for zero: the leading bits of the value tell its bucket, without a logarithm. */
function bucketOf(value: number): number {
  let scale = FINE_BITS
  let whole = value * 2 ** FINE_BITS
  if (value < 1) {
    scale = FINEST_BITS
    whole = value * 2 ** FINEST_BITS
  } else if (value >= FINE_BELOW) {
    scale = FINEST_BITS - Math.floor(Math.log2(value))
    whole = value * 2 ** scale
  }
  const bits = whole | 0
  if (bits < SPLIT) return -1
  const exponent = 31 - Math.clz32(bits)
  const bucket = (exponent - scale - LOWEST_EXPONENT) * SPLIT + ((bits >>> (exponent - SPLIT_BITS)) & (SPLIT - 1))
  return bucket < BUCKETS ? bucket : BUCKETS - 1
}

const NO_VALUES: Histogram = { count: 0, sum: 0, min: 0, max: 0, zeros: 0, first: 0, counts: [] }

/** The mean; NaN of no values. */
export const meanOf = ({ sum, count }: Histogram): number => sum / count

/**
 * The value that a share of all values does not exceed, 0 to 1: evenly spread within its bucket, never outside the least and the
 * greatest value. NaN of no values.
 */
export function quantileOf({ count, min, max, zeros, first, counts }: Histogram, share: number): number {
  if (count === 0) return Number.NaN
  const rank = share * count
  let below = zeros
  if (rank <= below) return Math.max(0, min)
  for (const [index, inside] of counts.entries()) {
    if (below + inside >= rank) {
      const from = edgeOf(first + index)
      const value = from + (edgeOf(first + index + 1) - from) * ((rank - below) / inside)
      return Math.min(max, Math.max(min, value))
    }
    below += inside
  }
  return max
}

/** Share of the values above `limit`, evenly spread within their bucket. */
export function shareAbove({ count, first, counts, zeros }: Histogram, limit: number): number {
  if (count === 0) return Number.NaN
  let below = limit >= 0 ? zeros : 0
  for (const [index, inside] of counts.entries()) {
    const from = edgeOf(first + index)
    const to = edgeOf(first + index + 1)
    if (limit >= to) below += inside
    else if (limit > from) below += (inside * (limit - from)) / (to - from)
  }
  return 1 - below / count
}

/** Both together. */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const filled = histograms.filter(({ count }) => count > 0)
  if (filled.length === 0) return NO_VALUES
  const first = Math.min(...filled.filter(({ counts }) => counts.length > 0).map((one) => one.first))
  const last = Math.max(...filled.map((one) => one.first + one.counts.length))
  const counts = Array.from({ length: Math.max(0, last - first) || 0 }, () => 0)
  for (const one of filled)
    for (const [index, inside] of one.counts.entries()) counts[one.first - first + index]! += inside
  const total = (of: 'count' | 'sum' | 'zeros') => filled.reduce((sum, one) => sum + one[of], 0)
  return {
    count: total('count'),
    sum: total('sum'),
    zeros: total('zeros'),
    min: Math.min(...filled.map(({ min }) => min)),
    max: Math.max(...filled.map(({ max }) => max)),
    first: Number.isFinite(first) ? first : 0,
    counts,
  }
}

/** Where a bucket begins. */
const edgeOf = (bucket: number): number => {
  const octave = Math.floor(bucket / SPLIT)
  return 2 ** (LOWEST_EXPONENT + octave) * (1 + (bucket - octave * SPLIT) / SPLIT)
}
