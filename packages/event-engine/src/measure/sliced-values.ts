import { bucketOf } from './buckets.ts'
import { coarser, type Histogram, mergeHistograms } from './histogram.ts'
import { Recorders } from './recorders.ts'
import { ValueSlices } from './value-slices.ts'

/** Only of places that have any: most of a large diagram have none in a short time. */
type ByPlace<T> = Map<number, T>

/** Columns of the sums. */
const [SINCE_RESET, SINCE_START] = [0, 1]
const WIDTH = 2
const NO_VALUES = mergeHistograms([])
/** Histograms of one place that wait to be merged, all at once: a merge costs more than what is merged. */
const MOST_WAITING = 32

/**
 * Values by place, counted for each part of a run that they are read in: since the reset, by the slices of the run and, where they are
 * asked for, by the spans of its series, in wider buckets. The compiled core counts in the same arrays.
 */
export class SlicedValues {
  /** In the current slice, since the reset. */
  readonly inSlice = new Recorders(0)
  readonly inSpan: Recorders | null
  sums = new Float64Array(0)
  /** Buckets that one of a slice is of. */
  readonly #widths: number[] = []
  /** Since the reset until the current slice; and in it, before a reset. */
  #measured: ByPlace<Histogram[]> = new Map()
  #beforeReset: ByPlace<Histogram> = new Map()
  /** Of the places that have had a value; how many have ended. */
  readonly #slices: ByPlace<ValueSlices> = new Map()
  #ended = 0

  /** `spanWidth`: buckets that one of a span is of; null where nobody asks for spans. */
  constructor(spanWidth: number | null) {
    this.inSpan = spanWidth === null ? null : new Recorders(0, spanWidth)
  }

  /** Makes room for so many places in all; slices of the new ones have buckets of a width, since they take memory. */
  grow(size: number, width: number): void {
    this.inSlice.grow(size)
    this.inSpan?.grow(size)
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
    this.inSpan?.count(place, value, bucket)
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
    const values = mergeHistograms([...(this.#measured.get(place) ?? []), this.inSlice.toHistogram(place)])
    return { ...values, sum: this.sumSinceReset(place) }
  }

  reset(): void {
    for (const [place, values] of this.#takeSlice()) this.#addBeforeReset(place, values)
    this.#measured = new Map()
    for (let at = SINCE_RESET; at < this.sums.length; at += WIDTH) this.sums[at] = 0
  }

  /** The values since the last span ended; their sum is known by `sumOf`. */
  spanOf(place: number): Histogram {
    return this.inSpan?.toHistogram(place) ?? NO_VALUES
  }

  endSpan(): void {
    this.inSpan?.reset()
  }

  endSlice(): void {
    for (const [place, values] of this.#takeSlice()) {
      this.#addMeasured(place, values)
      this.#addBeforeReset(place, values)
    }
    for (const place of this.#beforeReset.keys())
      if (!this.#slices.has(place)) this.#slices.set(place, new ValueSlices(this.#ended))
    for (const [place, slices] of this.#slices) {
      // Most places of a large diagram have no value in most slices.
      const values = this.#beforeReset.get(place) ?? NO_VALUES
      const width = this.#widths[place]!
      slices.end(width > 1 && values.count > 0 ? coarser(values, width) : values, this.sumOf(place))
    }
    this.#beforeReset = new Map()
    this.#ended += 1
  }

  /** Makes one slice of each two. */
  mergeSlices(): void {
    for (const slices of this.#slices.values()) slices.merge()
    this.#ended = Math.floor(this.#ended / 2)
  }

  /** The values of each slice, of some places together: in the widest of their buckets. */
  slicesOf(places: readonly number[]): Histogram[] {
    const lists = places.flatMap((place) => {
      const slices = this.#slices.get(place)
      return slices === undefined ? [] : [slices.toList()]
    })
    return Array.from({ length: this.#ended }, (_, slice) => mergeAlike(lists.map((list) => list[slice]!)))
  }

  /** The values in the slice since the reset, by place. */
  #takeSlice(): (readonly [place: number, Histogram])[] {
    const { inSlice } = this
    const taken = this.#widths.flatMap((_, place) =>
      inSlice.hasAny(place) ? [[place, inSlice.toHistogram(place)] as const] : [],
    )
    inSlice.reset()
    return taken
  }

  #addMeasured(place: number, values: Histogram): void {
    const waiting = this.#measured.get(place)
    if (waiting === undefined) this.#measured.set(place, [values])
    else if (waiting.push(values) === MOST_WAITING) this.#measured.set(place, [mergeHistograms(waiting)])
  }

  #addBeforeReset(place: number, values: Histogram): void {
    const before = this.#beforeReset.get(place)
    this.#beforeReset.set(place, before === undefined ? values : mergeHistograms([before, values]))
  }
}

function mergeAlike(histograms: readonly Histogram[]): Histogram {
  const filled = histograms.filter(({ count }) => count > 0)
  const widest = Math.max(1, ...filled.map(({ width = 1 }) => width))
  return mergeHistograms(filled.map((one) => ((one.width ?? 1) < widest ? coarser(one, widest) : one)))
}
