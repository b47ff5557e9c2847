/** Number of counts; the last one includes all above it. */
const COUNTS = 64

/** Time by number of requests at a station. */
export class Occupancy {
  readonly #ms = new Float64Array(COUNTS)
  #since = 0

  /** Adds the time since the last call to a count. */
  note(count: number, now: number): void {
    this.#ms[Math.min(count, COUNTS - 1)]! += now - this.#since
    this.#since = now
  }

  /** Time shares by count. */
  get shares(): readonly number[] {
    const total = this.#ms.reduce((sum, ms) => sum + ms, 0)
    return Array.from(this.#ms, (ms) => ms / total)
  }

  reset(now: number): void {
    this.#ms.fill(0)
    this.#since = now
  }
}
