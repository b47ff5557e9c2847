/** So many are noted before they are counted. */
const NOTED = 256

/**
 * Counts values in places of an array, many at once: where the places lie far apart, their memory is waited for together
 * and not at each.
 */
export class Tally {
  readonly #noted = new Int32Array(NOTED)
  #length = 0
  readonly #counts: () => Int32Array

  constructor(counts: () => Int32Array) {
    this.#counts = counts
  }

  /** One more at a place. */
  add(place: number): void {
    const length = this.#length
    this.#noted[length] = place
    this.#length = length + 1
    if (length + 1 === NOTED) this.settle()
  }

  /** Counts what was added so far. */
  settle(): void {
    const counts = this.#counts()
    const noted = this.#noted
    const length = this.#length
    for (let one = 0; one < length; one += 1) counts[noted[one]!]! += 1
    this.#length = 0
  }
}
