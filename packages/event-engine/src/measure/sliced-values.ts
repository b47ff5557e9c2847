import { bucketOf } from './buckets.ts'
import { coarser, type Histogram, mergeHistograms } from './histogram.ts'
import { PackedHistograms } from './packed-histograms.ts'
import { Recorders } from './recorders.ts'

/** Columns of the sums. */
const [SINCE_RESET, SINCE_START] = [0, 1]
const WIDTH = 2
const NO_VALUES = mergeHistograms([])
/** Of a place without values: most of a large diagram have none in most slices. */
const NONE: readonly Histogram[] = []

interface Slice {
  readonly values: PackedHistograms
  /** By place: since the start of the run, at the end of the slice, so that merging changes no bit. */
  readonly sums: Float64Array
}

/**
 * Values by place, counted for each part of a run that they are read in: since the reset, by the slices of the run and, where they are
 * asked for, by the spans of its series, in wider buckets. The compiled core counts in the same arrays.
 */
export class SlicedValues {
  /** In the current slice, since the reset. */
  readonly inSlice: Recorders
  readonly inSpan: Recorders | null
  sums = new Float64Array(0)
  /** The first places: those whose spans are asked for. */
  spanPlaces = 0
  readonly #width: number
  /** Buckets that one of a slice is of. */
  readonly #widths: number[] = []
  /** Since the reset until the current slice, once one has ended; and in it, before a reset. */
  #measured: Recorders | null = null
  #beforeReset: PackedHistograms | null = null
  /** Those that have ended. */
  #slices: readonly Slice[] = []

  /** `width`: buckets that each count is of. `spanWidth`: those that one of a span is of; null where nobody asks for spans. */
  constructor({ width = 1, spanWidth = null }: { readonly width?: number; readonly spanWidth?: number | null } = {}) {
    this.#width = width
    this.inSlice = new Recorders(0, width)
    this.inSpan = spanWidth === null ? null : new Recorders(0, spanWidth)
  }

  /**
   * Makes room for so many places in all; slices of the new ones have buckets of a width, since they take memory. `hasSpans`: the spans
   * of the new ones, and of all before them, are asked for.
   */
  grow(size: number, { width, hasSpans }: { readonly width: number; readonly hasSpans: boolean }): void {
    this.inSlice.grow(size)
    this.#measured?.grow(size)
    if (hasSpans && this.inSpan !== null) {
      this.inSpan.grow(size)
      this.spanPlaces = size
    }
    if (size * WIDTH > this.sums.length) {
      const sums = new Float64Array(Math.max(size * WIDTH, this.sums.length * 2))
      sums.set(this.sums)
      this.sums = sums
    }
    while (this.#widths.length < size) this.#widths.push(width)
  }

  record(place: number, value: number): void {
    const bucket = bucketOf(value)
    this.inSlice.count(place, value, bucket)
    if (place < this.spanPlaces) this.inSpan?.count(place, value, bucket)
    const sums = this.sums
    const at = place * WIDTH
    sums[at + SINCE_RESET]! += value
    sums[at + SINCE_START]! += value
  }

  /** Of all values since the start of the run. */
  sumOf(place: number): number {
    return this.sums[place * WIDTH + SINCE_START]!
  }

  sumSinceReset(place: number): number {
    return this.sums[place * WIDTH + SINCE_RESET]!
  }

  /** The values since the reset. */
  toHistogram(place: number): Histogram {
    const before = this.#measured?.toHistogram(place) ?? NO_VALUES
    const values = mergeHistograms([before, this.inSlice.toHistogram(place)])
    return { ...values, sum: this.sumSinceReset(place) }
  }

  reset(): void {
    this.#beforeReset = this.#takeSlice(this.#widths.map(() => this.#width))
    this.#measured?.reset()
    for (let at = SINCE_RESET; at < this.sums.length; at += WIDTH) this.sums[at] = 0
  }

  /** The values since the last span ended; their sum is known by `sumOf`. */
  spanOf(place: number): Histogram {
    return place < this.spanPlaces ? this.inSpan!.toHistogram(place) : NO_VALUES
  }

  endSpan(): void {
    this.inSpan?.reset()
  }

  endSlice(): void {
    const measured = this.#measured ?? new Recorders(this.#widths.length, this.#width)
    this.#measured = measured
    for (const place of this.#widths.keys()) if (this.inSlice.hasAny(place)) measured.add(place, this.inSlice.at(place))
    const values = this.#takeSlice(this.#widths)
    this.#beforeReset = null
    const sums = new Float64Array(this.#widths.length)
    for (let place = 0; place < sums.length; place += 1) sums[place] = this.sumOf(place)
    this.#slices = [...this.#slices, { values, sums }]
  }

  /** Makes one slice of each two. */
  mergeSlices(): void {
    this.#slices = this.#slices.flatMap(({ values, sums }, index) => {
      const before = index % 2 === 1 ? this.#slices[index - 1] : undefined
      if (before === undefined) return []
      const widths = this.#widths
      const both = widths.map((_, place) => filled(before.values.at(place), values.at(place)))
      return [{ values: new PackedHistograms({ values: both, widths }), sums }]
    })
  }

  /** The values of each slice, of some places together: in the widest of their buckets. */
  slicesOf(places: readonly number[]): Histogram[] {
    return this.#slices.map(({ values, sums }, index) => {
      const before = this.#slices[index - 1]?.sums
      return mergeAlike(
        places.map((place) => ({ ...values.at(place), sum: (sums[place] ?? 0) - (before?.[place] ?? 0) })),
      )
    })
  }

  /** The values of the slice so far, in buckets of these widths; there are none in it from now on. */
  #takeSlice(widths: readonly number[]): PackedHistograms {
    const { inSlice } = this
    const values = widths.map((_, place) =>
      filled(this.#beforeReset?.at(place) ?? NO_VALUES, inSlice.hasAny(place) ? inSlice.at(place) : NO_VALUES),
    )
    const taken = new PackedHistograms({ values, widths })
    this.inSlice.reset()
    return taken
  }
}

const filled = (one: Histogram, other: Histogram): readonly Histogram[] =>
  one.count + other.count === 0 ? NONE : [one, other]

function mergeAlike(histograms: readonly Histogram[]): Histogram {
  const filled = histograms.filter(({ count }) => count > 0)
  const widest = Math.max(1, ...filled.map(({ width = 1 }) => width))
  return mergeHistograms(filled.map((one) => ((one.width ?? 1) < widest ? coarser(one, widest) : one)))
}
