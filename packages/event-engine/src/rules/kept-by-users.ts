import { allItems, answersByAge, type Stream } from './hit-rate.ts'

/** Answers that users keep, each for itself, of items of Zipf popularity. */
export interface KeptByUsers {
  readonly ttlS: number
  /** How long what they ask before keeps them, so that only what is kept longer answers more; 0: it keeps nothing. */
  readonly beyondTtlS: number
  readonly items: number
  readonly zipf: number
}

/** Position of the only requests that are answered so among all types. */
export const READ = 0

/** Relative change of the rate from which on the share is computed anew. */
const STEP = 0.005

/** The share of the reads of a user that are answered so, where their rate changes slowly. */
export class KeptShare {
  readonly #kept: KeptByUsers
  readonly #stream: Stream
  /** The rate that the share is of. */
  #readsPerSecond = 0
  #share = 0

  constructor(kept: KeptByUsers) {
    this.#kept = kept
    this.#stream = allItems(kept.items, kept.zipf)
  }

  /** Where the user makes so many reads a second. */
  at(readsPerSecond: number): number {
    if (Math.abs(readsPerSecond - this.#readsPerSecond) <= STEP * this.#readsPerSecond) return this.#share
    this.#readsPerSecond = readsPerSecond
    const before = this.#hitRate(this.#kept.beyondTtlS)
    this.#share = before === 1 ? 0 : Math.max(0, this.#hitRate(this.#kept.ttlS) - before) / (1 - before)
    return this.#share
  }

  #hitRate(ttlS: number): number {
    return answersByAge({ ttlS }, [{ stream: this.#stream, perSecond: this.#readsPerSecond }]).hitRate
  }
}
