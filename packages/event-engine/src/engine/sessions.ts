import type { Link } from './link.ts'

/** Open users whose sessions are remembered: each sends one request, so that more would only be of those under way. */
export const MOST_OPEN_SESSIONS = 2 ** 16

interface Session {
  readonly link: Link
  readonly at: number
}

/** Which target each user stays with, for the `most` users who came last. */
export class Sessions {
  readonly #byUser = new Map<number, Session>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#byUser.size
  }

  of(user: number): Session | undefined {
    return this.#byUser.get(user)
  }

  clear(): void {
    this.#byUser.clear()
  }

  keep(user: number, link: Link, now: number): void {
    // A map is in the order in which its keys came.
    this.#byUser.delete(user)
    this.#byUser.set(user, { link, at: now })
    if (this.#byUser.size <= this.#most) return
    const [first] = this.#byUser.keys()
    if (first !== undefined) this.#byUser.delete(first)
  }
}
