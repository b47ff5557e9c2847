const NEVER = Number.POSITIVE_INFINITY

/** Requests at given times. */
export class ListedArrivals {
  readonly #times: readonly number[]
  /** Position of the next one. */
  position = -1
  /** When it comes; Infinity: there is none. */
  dueAt = NEVER

  constructor(times: readonly number[]) {
    this.#times = times
  }

  /** The next one, not before `now`. */
  next(now: number): void {
    this.position += 1
    while (this.#times[this.position]! < now) this.position += 1
    this.dueAt = this.#times[this.position] ?? NEVER
  }

  /** They come as they were recorded, whatever the rate. */
  setRate(): void {}
}
