/** What a closed user does. */
export const DOING = {
  /** Nothing, and never will unless its source has more users again. */
  nothing: 0,
  thinking: 1,
  /** It waits for the answer of a request. */
  asking: 2,
} as const

/** More are counted, and nothing else: no run has so many requests in flight. */
const MOST = 2_000_000

/** The users of closed arrivals of all sources, by their numbers. */
export class ClosedUsers {
  count = 0
  /** By user: the index of its source; which of the source's users it is; what it does. */
  sourceOf = new Int32Array(0)
  rankOf = new Int32Array(0)
  doing = new Uint8Array(0)
  /** By user: number of the think time that counts. */
  thoughtOf = new Int32Array(0)
  readonly #numbers = new Map<number, number[]>()

  /** Numbers of the users that a source ever had, the first first. */
  of(source: number): readonly number[] {
    return this.#numbers.get(source) ?? []
  }

  /** Gives a source at least so many. */
  grow(source: number, users: number): void {
    const numbers = this.#numbers.get(source) ?? []
    this.#numbers.set(source, numbers)
    const from = this.count
    this.count += Math.max(0, users - numbers.length)
    if (this.count > MOST || this.count === from) return
    const larger = (array: Int32Array) => {
      const copy = new Int32Array(this.count)
      copy.set(array)
      return copy
    }
    this.sourceOf = larger(this.sourceOf)
    this.rankOf = larger(this.rankOf)
    this.thoughtOf = larger(this.thoughtOf)
    const doing = new Uint8Array(this.count)
    doing.set(this.doing)
    this.doing = doing
    for (let user = from; user < this.count; user += 1) {
      this.sourceOf[user] = source
      this.rankOf[user] = numbers.length
      numbers.push(user)
    }
  }
}
