/** Counts for which the time is kept; the last stands for all above it, too. */
const COUNTS = 64

/** For how long there were how many requests at a station. */
export class Occupancy {
  readonly #ms = new Float64Array(COUNTS)
  #since = 0

  /** The time up to `now`, when the number may change, had so many. */
  note(count: number, now: number): void {
    this.#ms[Math.min(count, COUNTS - 1)]! += now - this.#since
    this.#since = now
  }

  /** Shares of the noted time. */
  get shares(): readonly number[] {
    const total = this.#ms.reduce((sum, ms) => sum + ms, 0)
    return Array.from(this.#ms, (ms) => ms / total)
  }

  reset(now: number): void {
    this.#ms.fill(0)
    this.#since = now
  }
}
