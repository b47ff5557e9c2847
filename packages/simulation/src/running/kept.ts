/** A list that keeps its last `limit` items. */
export class Kept<T> {
  readonly limit: number
  readonly #items: T[] = []

  constructor(limit: number) {
    this.limit = limit
  }

  add(item: T): void {
    this.#items.push(item)
    // Cut seldom, so that keeping costs the same however long the list is.
    if (this.#items.length >= 2 * this.limit) this.#items.splice(0, this.#items.length - this.limit)
  }

  /** The kept items, oldest first. */
  list(): readonly T[] {
    return this.#items.slice(-this.limit)
  }
}
