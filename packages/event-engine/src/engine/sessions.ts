import type { Link } from './link.ts'

/** Open users whose sessions are remembered: each sends one request, so that more would only be of those under way. */
export const MOST_OPEN_SESSIONS = 2 ** 16

interface Session {
  readonly link: Link
  readonly at: number
}

interface Kept extends Session {
  readonly user: number
  before: Kept | null
  after: Kept | null
}

/** Which target each user stays with, for the `most` users who came last. */
export class Sessions {
  readonly #byUser = new Map<number, Kept>()
  readonly #most: number
  // In the order in which the users came last. A map has an order, too, but finding its first key takes longer the more keys were removed.
  #oldest: Kept | null = null
  #newest: Kept | null = null

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
    this.#oldest = null
    this.#newest = null
  }

  keep(user: number, link: Link, now: number): void {
    const known = this.#byUser.get(user)
    if (known) this.#remove(known)
    const session = { user, link, at: now, before: this.#newest, after: null }
    if (this.#newest) this.#newest.after = session
    else this.#oldest = session
    this.#newest = session
    this.#byUser.set(user, session)
    if (this.#byUser.size > this.#most && this.#oldest) this.#remove(this.#oldest)
  }

  #remove({ user, before, after }: Kept): void {
    if (before) before.after = after
    else this.#oldest = after
    if (after) after.before = before
    else this.#newest = before
    this.#byUser.delete(user)
  }
}
