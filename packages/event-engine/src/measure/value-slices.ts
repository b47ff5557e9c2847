import { type Histogram, mergeHistograms } from './histogram.ts'
import { differences, pairs } from './series.ts'

const NO_VALUES = mergeHistograms([])

/** The values of the slices of a run that have ended. */
export class ValueSlices {
  #values: Histogram[]
  /** Sums since the start of the run at the end of each slice, so that merging changes no bit. */
  readonly #sums: number[]

  /** There was no value in those that have ended so far. */
  constructor(ended = 0) {
    this.#values = Array.from({ length: ended }, () => NO_VALUES)
    this.#sums = this.#values.map(() => 0)
  }

  end(values: Histogram, sumSinceStart: number): void {
    this.#values.push(values)
    this.#sums.push(sumSinceStart)
  }

  /** Makes one slice of each two. */
  merge(): void {
    this.#values = pairs(this.#values)
    this.#sums.splice(0, this.#sums.length, ...this.#sums.filter((_, index) => index % 2 === 1))
  }

  toList(): Histogram[] {
    const sums = differences(this.#sums)
    return this.#values.map((one, index) => ({ ...one, sum: sums[index] ?? 0 }))
  }
}
