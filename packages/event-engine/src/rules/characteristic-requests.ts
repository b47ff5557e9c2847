/*
 * Che's approximation as a rule for single items (Che, Tung, Wang 2002; Fricker, Robert, Roberts 2012): an item stays in the cache for
 * a characteristic number of requests, the same for all, after the last request for it (LRU) or after it was fetched (FIFO, Random).
 */

/** Chance that an item with this share of the requests is in the cache, if it stays for so many requests. */
export const presence = (share: number, requests: number, isRenewed: boolean): number => {
  if (requests === Number.POSITIVE_INFINITY) return 1
  return isRenewed ? 1 - (1 - share) ** requests : (share * requests) / (1 + share * requests)
}

/** The characteristic number of requests at which a cache has this hit rate; Infinity: nothing leaves it. */
export function characteristicRequests(shares: Float64Array, hitRate: number, isRenewed: boolean): number {
  const hits = (requests: number) => {
    let sum = 0
    for (const share of shares) sum += share * presence(share, requests, isRenewed)
    return sum
  }
  if (hitRate <= 0) return 0
  if (hitRate >= 1) return Number.POSITIVE_INFINITY
  let [low, high] = [0, 1]
  while (hits(high) < hitRate) {
    ;[low, high] = [high, 2 * high]
    if (high > MOST_REQUESTS) return Number.POSITIVE_INFINITY
  }
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (hits(middle) < hitRate) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Enough for all bits of a number. */
const HALVINGS = 60
/** No run comes near it. */
const MOST_REQUESTS = 1e12
