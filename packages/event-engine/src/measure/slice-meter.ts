import { type Histogram, mergeHistograms } from './histogram.ts'

/** How many slices a run has of each kind: those of the responses are the longer ones. */
export const SLICES = { responses: 20, inSystem: 160 } as const
const PER_RESPONSES = SLICES.inSystem / SLICES.responses

/** Keeps the slices of a run. When its time doubles, slices merge in pairs. */
export class SliceMeter {
  #durationMs: number
  readonly #responses: Histogram[] = []
  /** Integrals since the start, at the end of each slice, so that merging changes no bit. */
  readonly #inSystemMs: number[] = []
  /** Likewise the sums of the response times. */
  readonly #responseMsSums: number[] = []

  constructor(durationMs: number) {
    this.#durationMs = durationMs
  }

  get durationMs(): number {
    return this.#durationMs
  }

  /** When the current slice ends; Infinity when there are enough. */
  get nextEndMs(): number {
    const ended = this.#inSystemMs.length
    return ended === SLICES.inSystem ? Number.POSITIVE_INFINITY : (ended + 1) * (this.#durationMs / SLICES.inSystem)
  }

  note({ inSystemMs, responseMsSum, takeResponses }: SliceEnd): void {
    this.#inSystemMs.push(inSystemMs)
    if (this.#inSystemMs.length % PER_RESPONSES > 0) return
    this.#responses.push(takeResponses())
    this.#responseMsSums.push(responseMsSum)
  }

  /** Makes room for a run twice as long. */
  double(): void {
    this.#durationMs *= 2
    for (const list of [this.#inSystemMs, this.#responseMsSums]) replace(list, (_, index) => index % 2 === 1)
    const pairs = this.#responses.filter((_, index) => index % 2 === 1)
    const merged = pairs.map((second, index) => mergeHistograms([this.#responses[2 * index] as Histogram, second]))
    this.#responses.splice(0, this.#responses.length, ...merged)
  }

  toSlices() {
    return {
      durationMs: this.#durationMs,
      responses: this.#responses.map((one, index) => ({
        ...one,
        sum: (this.#responseMsSums[index] ?? 0) - (this.#responseMsSums[index - 1] ?? 0),
      })),
      inSystemMs: this.#inSystemMs.map((value, index) => value - (this.#inSystemMs[index - 1] ?? 0)),
    }
  }
}

interface SliceEnd {
  /** Since the start of the run. */
  readonly inSystemMs: number
  readonly responseMsSum: number
  readonly takeResponses: () => Histogram
}

const replace = (list: number[], isKept: (value: number, index: number) => boolean) =>
  list.splice(0, list.length, ...list.filter(isKept))
