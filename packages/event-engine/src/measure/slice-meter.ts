import { differences } from './series.ts'

/** How many slices a run has of each kind: those of the responses are the longer ones. */
export const SLICES = { responses: 20, inSystem: 160 } as const
const PER_RESPONSES = SLICES.inSystem / SLICES.responses

/** Tells when the slices of a run end, and keeps the requests at stations in each. When its time doubles, slices merge in pairs. */
export class SliceMeter {
  #durationMs: number
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

  /** Ends a slice, with the integral since the start. Returns whether one of the responses ends with it. */
  end(inSystemMs: number): boolean {
    this.#inSystemMs.push(inSystemMs)
    return this.#inSystemMs.length % PER_RESPONSES === 0
  }

  /** Makes room for a run twice as long. */
  double(): void {
    this.#durationMs *= 2
    this.#inSystemMs.splice(0, this.#inSystemMs.length, ...this.#inSystemMs.filter((_, index) => index % 2 === 1))
  }

  /** Of each slice, request milliseconds. */
  get inSystemMs(): number[] {
    return differences(this.#inSystemMs)
  }
}
