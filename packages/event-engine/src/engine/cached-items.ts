import type { CachedItemsModel } from '../model.ts'
import { characteristicRequests, presence } from '../rules/characteristic-requests.ts'

const NEVER = Number.NEGATIVE_INFINITY

/**
 * Which items are in a cache: those that were asked for, or fetched, within the latest characteristic number of requests. At the
 * beginning it is as full as it is in the long run; when it is emptied, each item has to be fetched again.
 */
export class CachedItems {
  readonly #shares: Float64Array
  /** Share of the requests for the items up to each. */
  readonly #upTo: Float64Array
  readonly #isRenewed: boolean
  readonly #stays: number
  /** By item: the request at which its stay began; NEVER: not since the start. */
  readonly #since: Float64Array
  #requests = 0
  /** The request at which it was emptied last; NEVER: it was not. */
  #emptiedAt = NEVER

  constructor({ shares, hitRate, isRenewed }: CachedItemsModel) {
    this.#shares = shares
    let sum = 0
    this.#upTo = this.#shares.map((share) => {
      sum += share
      return sum
    })
    this.#isRenewed = isRenewed
    this.#stays = characteristicRequests(this.#shares, hitRate, isRenewed)
    this.#since = new Float64Array(shares.length).fill(NEVER)
  }

  /** The item of a request, from a draw of [0, 1). */
  itemAt(uniform: number): number {
    let [low, high] = [0, this.#upTo.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#upTo[middle]! <= uniform) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Whether a request for an item hits. `uniform` decides what was there before the start. */
  ask(item: number, uniform: number): boolean {
    this.#requests += 1
    const since = this.#since[item]!
    const isHit =
      since === NEVER ? this.#wasThere(item, uniform) : since > this.#emptiedAt && this.#requests - since <= this.#stays
    if (isHit && this.#isRenewed) this.#since[item] = this.#requests
    return isHit
  }

  /** An item has been fetched. */
  fetched(item: number): void {
    this.#since[item] = this.#requests
  }

  empty(): void {
    this.#emptiedAt = this.#requests
  }

  /** Whether an item that was not asked for since the start was there then, and still is. */
  #wasThere(item: number, uniform: number): boolean {
    if (this.#emptiedAt !== NEVER) return false
    const stays = this.#stays
    if (stays === Number.POSITIVE_INFINITY) return true
    const left = stays - this.#requests
    const share = this.#shares[item]!
    const chance = this.#isRenewed ? presence(share, left, true) : (presence(share, stays, false) * left) / stays
    if (left <= 0 || uniform >= chance) return false
    // What was fetched before the start leaves at any time within a stay of then.
    if (!this.#isRenewed) this.#since[item] = this.#requests - stays + left * (uniform / chance)
    return true
  }
}
