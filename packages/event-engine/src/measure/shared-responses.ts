import { type Histogram, mergeHistograms } from './histogram.ts'
import { Recorders } from './recorders.ts'

/**
 * Response times that are counted once and read in parts of different length: each reader takes those since it last took some.
 * Counting costs the same for any number of readers.
 */
export class SharedResponses<Reader extends string> {
  readonly #recent = new Recorders(1)
  /** What a reader has not taken yet, without the recent ones. */
  readonly #waiting: Map<Reader, Histogram>

  constructor(readers: readonly Reader[]) {
    this.#waiting = new Map(readers.map((reader) => [reader, mergeHistograms([])]))
  }

  record(responseMs: number): void {
    this.#recent.record(0, responseMs)
  }

  /** The sum of the values may differ in its last bits by when other readers took theirs. */
  take(reader: Reader): Histogram {
    const recent = this.#recent.toHistogram(0)
    this.#recent.reset()
    for (const [one, waiting] of this.#waiting) this.#waiting.set(one, mergeHistograms([waiting, recent]))
    const taken = this.#waiting.get(reader) as Histogram
    this.#waiting.set(reader, mergeHistograms([]))
    return taken
  }
}
