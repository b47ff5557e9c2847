import { coarser, type Histogram, mergeHistograms } from './histogram.ts'
import { Recorders } from './recorders.ts'
import { ValueSlices } from './value-slices.ts'

/** Columns of the sums. */
const [SINCE_RESET, SINCE_START] = [0, 1]
const WIDTH = 2
const NO_VALUES = mergeHistograms([])

/**
 * Values by place that are counted once and read in parts of different length: since the reset, by the slices of the run and, where they
 * are asked for, by other spans of it. Who stops in between changes no bit of them.
 */
export class SlicedValues {
  readonly #recent = new Recorders(0)
  #sums = new Float64Array(0)
  /** Buckets that one of a slice is of. */
  readonly #widths: number[] = []
  /** Since the reset, since the last slice and since the last span: without the recent ones. */
  #measured: Histogram[] = []
  #inSlice: Histogram[] = []
  #inSpan: Histogram[] | null
  /** Of the places that have had a value; how many have ended. */
  readonly #slices: (ValueSlices | undefined)[] = []
  #ended = 0

  constructor({ hasSpans }: { readonly hasSpans: boolean }) {
    this.#inSpan = hasSpans ? [] : null
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

  /** The values since the reset. */
  toHistogram(place: number): Histogram {
    const values = mergeHistograms([this.#measured[place] ?? NO_VALUES, this.#recent.toHistogram(place)])
    return { ...values, sum: this.#sums[place * WIDTH + SINCE_RESET]! }
  }

  reset(): void {
    this.#take()
    this.#measured = []
    for (let at = SINCE_RESET; at < this.#sums.length; at += WIDTH) this.#sums[at] = 0
  }

  /** The values since the last span, by place. Their sums may differ in the last bits by when others were read. */
  takeSpan(): readonly (Histogram | undefined)[] {
    this.#take()
    const taken = this.#inSpan ?? []
    this.#inSpan = []
    return taken
  }

  endSlice(): void {
    this.#take()
    for (const [place, width] of this.#widths.entries()) {
      const values = this.#inSlice[place]
      if (values !== undefined) this.#slices[place] ??= new ValueSlices(this.#ended)
      this.#slices[place]?.end(
        width > 1 ? coarser(values ?? NO_VALUES, width) : (values ?? NO_VALUES),
        this.sumOf(place),
      )
    }
    this.#inSlice = []
    this.#ended += 1
  }

  /** Makes one slice of each two. */
  mergeSlices(): void {
    for (const slices of this.#slices) slices?.merge()
    this.#ended = Math.floor(this.#ended / 2)
  }

  /** The values of each slice, of some places together: in the widest of their buckets. */
  slicesOf(places: readonly number[]): Histogram[] {
    const lists = places.flatMap((place) => {
      const slices = this.#slices[place]
      return slices === undefined ? [] : [slices.toList()]
    })
    return Array.from({ length: this.#ended }, (_, slice) => mergeAlike(lists.map((list) => list[slice]!)))
  }

  #take(): void {
    for (const place of this.#widths.keys()) {
      const recent = this.#recent.toHistogram(place)
      if (recent.count === 0) continue
      for (const values of [this.#measured, this.#inSlice, this.#inSpan])
        if (values !== null) values[place] = mergeHistograms([values[place] ?? NO_VALUES, recent])
    }
    this.#recent.reset()
  }
}

function mergeAlike(histograms: readonly Histogram[]): Histogram {
  const filled = histograms.filter(({ count }) => count > 0)
  const widest = Math.max(1, ...filled.map(({ width = 1 }) => width))
  return mergeHistograms(filled.map((one) => ((one.width ?? 1) < widest ? coarser(one, widest) : one)))
}
