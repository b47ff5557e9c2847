/** A change of a circuit breaker's state, or of how many instances of a node are up. */
export interface Change {
  /** Simulated, since the start of the run. */
  readonly atMs: number
  readonly of: 'node' | 'edge'
  /** Of the node or link in the model. */
  readonly index: number
  readonly from: string | number
  readonly to: string | number
}

/** Changes that a run keeps; those after them are only counted. */
const MOST = 1000

/** The changes of a run in the order of their times, as many as are kept. */
export class ChangeLog {
  readonly #changes: Change[] = []
  #leftOut = 0

  note(change: Change): void {
    if (this.#changes.length < MOST) this.#changes.push(change)
    else this.#leftOut += 1
  }

  toChanges(): { readonly list: readonly Change[]; readonly leftOut: number } {
    return { list: [...this.#changes], leftOut: this.#leftOut }
  }
}
