import type { Histogram } from './histogram.ts'
import { differences } from './series.ts'
import { ValueSlices } from './value-slices.ts'

/** How many slices a run has of each kind: those of the responses are the longer ones. */
export const SLICES = { responses: 20, inSystem: 160 } as const
const PER_RESPONSES = SLICES.inSystem / SLICES.responses

/** Keeps the slices of a run. When its time doubles, slices merge in pairs. */
export class SliceMeter {
  #durationMs: number
  readonly #responses = new ValueSlices()
  /** Integrals since the start, at the end of each slice, so that merging changes no bit. */
  readonly #inSystemMs: number[] = []

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

  note({ inSystemMs, responseMsSum, endSlice }: SliceEnd): void {
    this.#inSystemMs.push(inSystemMs)
    if (this.#inSystemMs.length % PER_RESPONSES === 0) this.#responses.end(endSlice(), responseMsSum)
  }

  /** Makes room for a run twice as long. */
  double(): void {
    this.#durationMs *= 2
    this.#inSystemMs.splice(0, this.#inSystemMs.length, ...this.#inSystemMs.filter((_, index) => index % 2 === 1))
    this.#responses.merge()
  }

  toSlices() {
    return {
      durationMs: this.#durationMs,
      responses: this.#responses.toList(),
      inSystemMs: differences(this.#inSystemMs),
    }
  }
}

interface SliceEnd {
  /** Since the start of the run. */
  readonly inSystemMs: number
  readonly responseMsSum: number
  /** Called at the end of a slice of response times: gives them. */
  readonly endSlice: () => Histogram
}
