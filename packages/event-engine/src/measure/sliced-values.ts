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
 * Values by place that are counted once and read in parts of different length: since the reset, by the slices of the run and, where they
 * are asked for, by other spans of it. Who stops in between changes no bit of them.
 */
export class SlicedValues {
  readonly #recent = new Recorders(0)
  #sums = new Float64Array(0)
  /** Buckets that one of a slice is of. */
  readonly #widths: number[] = []
  /** Without the recent ones: since the reset until the current slice; in it, before a reset and since; and since the last span. */
  #measured: ByPlace<Histogram> = new Map()
  #beforeReset: ByPlace<Histogram> = new Map()
  #inSlice: ByPlace<Histogram[]> = new Map()
  #inSpan: ByPlace<Histogram> | null
  /** Of the places that have had a value; how many have ended. */
  readonly #slices: ByPlace<ValueSlices> = new Map()
  #ended = 0

  constructor({ hasSpans }: { readonly hasSpans: boolean }) {
    this.#inSpan = hasSpans ? new Map() : null
  }

  /** Makes room for so many places in all; slices of the new ones have buckets of a width, since they take memory. */
  grow(size: number, width: number): void {
    this.#recent.grow(size)
    const sums = new Float64Array(size * WIDTH)
    sums.set(this.#sums)
    this.#sums = sums
    while (this.#widths.length < size) this.#widths.push(width)
  }

  record(place: number, value: number): void {
    this.#recent.record(place, value)
    const sums = this.#sums
    const at = place * WIDTH
    sums[at + SINCE_RESET]! += value
    sums[at + SINCE_START]! += value
  }

  /** Of all values since the start of the run. */
  sumOf(place: number): number {
    return this.#sums[place * WIDTH + SINCE_START]!
  }

  sumSinceReset(place: number): number {
    return this.#sums[place * WIDTH + SINCE_RESET]!
  }

  /** The values since the reset. */
  toHistogram(place: number): Histogram {
    const values = mergeHistograms([
      this.#measured.get(place) ?? NO_VALUES,
      ...(this.#inSlice.get(place) ?? []),
      this.#recent.toHistogram(place),
    ])
    return { ...values, sum: this.sumSinceReset(place) }
  }

  reset(): void {
    this.#take()
    addAll(this.#beforeReset, this.#inSlice)
    this.#inSlice = new Map()
    this.#measured = new Map()
    for (let at = SINCE_RESET; at < this.#sums.length; at += WIDTH) this.#sums[at] = 0
  }

  /** The values since the last span, by place. Their sums may differ in the last bits by when others were read. */
  takeSpan(): ReadonlyMap<number, Histogram> {
    this.#take()
    const taken = this.#inSpan ?? new Map()
    this.#inSpan = new Map()
    return taken
  }

  endSlice(): void {
    this.#take()
    addAll(this.#measured, this.#inSlice)
    addAll(this.#beforeReset, this.#inSlice)
    for (const place of this.#beforeReset.keys())
      if (!this.#slices.has(place)) this.#slices.set(place, new ValueSlices(this.#ended))
    for (const [place, slices] of this.#slices) {
      const values = this.#beforeReset.get(place) ?? NO_VALUES
      const width = this.#widths[place]!
      slices.end(width > 1 ? coarser(values, width) : values, this.sumOf(place))
    }
    this.#beforeReset = new Map()
    this.#inSlice = new Map()
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

  #take(): void {
    for (const place of this.#recent.met) {
      const one = this.#recent.toHistogram(place)
      const waiting = [...(this.#inSlice.get(place) ?? []), one]
      this.#inSlice.set(place, waiting.length < MOST_WAITING ? waiting : [mergeHistograms(waiting)])
      this.#inSpan?.set(place, mergeHistograms([this.#inSpan.get(place) ?? NO_VALUES, one]))
    }
    this.#recent.reset()
  }
}

/** Adds values, by place, to those that are there: all of a place at once. */
function addAll(to: ByPlace<Histogram>, values: ByPlace<readonly Histogram[]>): void {
  for (const [place, some] of values) to.set(place, mergeHistograms([to.get(place) ?? NO_VALUES, ...some]))
}

function mergeAlike(histograms: readonly Histogram[]): Histogram {
  const filled = histograms.filter(({ count }) => count > 0)
  const widest = Math.max(1, ...filled.map(({ width = 1 }) => width))
  return mergeHistograms(filled.map((one) => ((one.width ?? 1) < widest ? coarser(one, widest) : one)))
}
