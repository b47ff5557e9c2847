import { type Counts, countsOf, type Histogram, mergeHistograms } from './histogram.ts'

/** Columns of a place: its counts are from the end of those of the place before to its own end. */
const INTS = 4
const [COUNT, ZEROS, FIRST, END] = [0, 1, 2, 3]
const FLOATS = 2
const [MIN, MAX] = [0, 1]
const NO_VALUES = mergeHistograms([])

interface Packed {
  /** By place: what is added up there, in buckets of its width or of a divisor of it. */
  readonly values: readonly (readonly Histogram[])[]
  /** By place: the buckets that each count is to be of, a power of two. There may be more of them later. */
  readonly widths: readonly number[]
}

/**
 * Histograms by place, side by side in three arrays: thousands of small arrays take far longer to get, and to give back, than to fill.
 * Their sums are not kept.
 */
export class PackedHistograms {
  readonly #widths: readonly number[]
  readonly #ints: Int32Array
  readonly #floats: Float64Array
  readonly #counts: Counts

  constructor({ values, widths }: Packed) {
    this.#widths = widths
    this.#ints = new Int32Array(values.length * INTS)
    this.#floats = new Float64Array(values.length * FLOATS)
    let most = 0
    let end = 0
    for (const [place, added] of values.entries()) {
      end += this.#lay(place, added, end)
      most = Math.max(most, this.#ints[place * INTS + COUNT]!)
    }
    this.#counts = countsOf(most, end)
    for (const [place, added] of values.entries()) this.#fill(place, added)
  }

  /** Its counts are a view of those that are kept here; its sum is 0. */
  at(place: number): Histogram {
    const at = place * INTS
    const count = this.#ints[at + COUNT] ?? 0
    if (count === 0) return NO_VALUES
    const width = this.#widths[place]!
    return {
      count,
      sum: 0,
      min: this.#floats[place * FLOATS + MIN]!,
      max: this.#floats[place * FLOATS + MAX]!,
      zeros: this.#ints[at + ZEROS]!,
      first: this.#ints[at + FIRST]! * width,
      counts: this.#counts.subarray(this.#startOf(place), this.#ints[at + END]),
      ...(width > 1 && { width }),
    }
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : this.#ints[(place - 1) * INTS + END]!
  }

  /** All of a place but its counts. Returns how many of these there are. */
  #lay(place: number, added: readonly Histogram[], start: number): number {
    const width = this.#widths[place]!
    const at = place * INTS
    let min = Number.POSITIVE_INFINITY
    let max = 0
    let first = Number.POSITIVE_INFINITY
    let last = -1
    for (const one of added) {
      if (one.count === 0) continue
      this.#ints[at + COUNT]! += one.count
      this.#ints[at + ZEROS]! += one.zeros
      min = Math.min(min, one.min)
      max = Math.max(max, one.max)
      if (one.counts.length === 0) continue
      first = Math.min(first, Math.floor(one.first / width))
      last = Math.max(last, Math.floor((one.first + (one.counts.length - 1) * (one.width ?? 1)) / width))
    }
    const counts = last < 0 ? 0 : last - first + 1
    this.#ints[at + FIRST] = counts === 0 ? 0 : first
    this.#ints[at + END] = start + counts
    this.#floats[place * FLOATS + MIN] = min
    this.#floats[place * FLOATS + MAX] = max
    return counts
  }

  #fill(place: number, added: readonly Histogram[]): void {
    const kept = this.#counts
    const bits = Math.log2(this.#widths[place]!)
    const start = this.#startOf(place) - this.#ints[place * INTS + FIRST]!
    for (const { first, counts, width = 1 } of added) {
      const coarser = bits - Math.log2(width)
      const from = first / width
      for (let index = 0; index < counts.length; index += 1) {
        const count = counts[index]!
        if (count > 0) kept[start + ((from + index) >> coarser)]! += count
      }
    }
  }
}
