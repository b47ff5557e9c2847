import { expm1 } from '../portable-math.ts'

/*
 * The share of requests that a cache answers, when requests ask for items independently of each other by Zipf popularity
 * (the independent reference model).
 */

export type EvictionPolicy = 'LRU' | 'LFU' | 'FIFO' | 'Random'

interface Cached {
  readonly policy: EvictionPolicy
  /** Things that are asked for. */
  readonly items: number
  /** Exponent of their popularity: 0 is even. */
  readonly zipf: number
  /** Items that fit in; their fraction does not. */
  readonly capacity: number
  /** Time after which an item is stale, however often it was asked for. */
  readonly ttlS?: number
  readonly requestsPerSecond?: number
}

/**
 * The hit rate of a cache: exact for at most 12 items; else by Che's approximation for LRU (Che, Tung, Wang 2002), its form
 * for FIFO and Random (Fricker, Robert, Roberts 2012), and the most popular items for LFU. Where items get stale, too, the tighter
 * of the two decides.
 */
export function hitRateOf({ policy, items, zipf, capacity, ttlS, requestsPerSecond }: Cached): number {
  const shares = zipfShares(items, zipf)
  const fitting = Math.floor(capacity)
  const bySize = fitting >= items ? 1 : fitting < 1 ? 0 : BY_POLICY[policy](shares, fitting)
  if (ttlS === undefined || requestsPerSecond === undefined) return bySize
  return Math.min(bySize, ttlHitRate({ items, zipf, ttlS, requestsPerSecond }))
}

interface Expiring {
  readonly items: number
  readonly zipf: number
  readonly ttlS: number
  readonly requestsPerSecond: number
}

/** The hit rate of a cache with room for all, whose items get stale: rT/(1 + rT) for an item asked for r times a second. */
export function ttlHitRate({ items, zipf, ttlS, requestsPerSecond }: Expiring): number {
  return sumOf(zipfShares(items, zipf), (share) => share * withinSpan(share * requestsPerSecond * ttlS))
}

/** The share of requests for each item, the most popular first: the k-th has a share in proportion to k^-exponent. */
export function zipfShares(items: number, exponent: number): Float64Array {
  const shares = new Float64Array(items)
  for (let index = 0; index < items; index += 1) shares[index] = (index + 1) ** -exponent
  const total = sumOf(shares, (share) => share)
  return shares.map((share) => share / total)
}

/** Chance that a Poisson stream brings a request within a time in which it brings `expected` in the mean. */
const withinMemory = (expected: number): number => -expm1(-expected)
/** Share of the time that such a span is running, when the next request after it begins another. */
const withinSpan = (expected: number): number => (expected === Number.POSITIVE_INFINITY ? 1 : expected / (1 + expected))

const MOST_EXACT = 12

type HitRate = (shares: Float64Array, capacity: number) => number

const byOrder: HitRate = (shares, capacity) =>
  shares.length <= MOST_EXACT
    ? exactHitRate(shares, capacity, 'LRU')
    : characteristicHitRate(shares, capacity, withinMemory)
const bySpan: HitRate = (shares, capacity) =>
  shares.length <= MOST_EXACT
    ? exactHitRate(shares, capacity, 'FIFO')
    : characteristicHitRate(shares, capacity, withinSpan)

const BY_POLICY: Readonly<Record<EvictionPolicy, HitRate>> = {
  LRU: byOrder,
  FIFO: bySpan,
  // As many hits as FIFO (Gelenbe 1973).
  Random: bySpan,
  LFU: (shares, capacity) => sumOf(shares.subarray(0, capacity), (share) => share),
}

/** An item stays for a characteristic time, the same for all, in which the cache is just full. */
function characteristicHitRate(shares: Float64Array, capacity: number, presence: (expected: number) => number): number {
  const filled = (requests: number) => sumOf(shares, (share) => presence(share * requests))
  let [low, high] = [0, capacity]
  while (filled(high) < capacity) [low, high] = [high, 2 * high]
  while (high - low > 1e-10 * high) {
    const middle = (low + high) / 2
    if (filled(middle) < capacity) low = middle
    else high = middle
  }
  return sumOf(shares, (share) => share * presence(share * high))
}

/**
 * Over all sets of items that the cache may hold. LRU: its latest items in their order, each drawn among those that are not yet
 * there (King 1971). FIFO and Random: a set's chance is in proportion to the product of its shares.
 */
function exactHitRate(shares: Float64Array, capacity: number, policy: 'LRU' | 'FIFO'): number {
  const sets = 2 ** shares.length
  const weights = new Float64Array(sets)
  const asked = new Float64Array(sets)
  weights[0] = 1
  let [hits, total] = [0, 0]
  for (let set = 1; set < sets; set += 1) {
    let size = 0
    for (const [item, share] of shares.entries()) {
      if ((set & (1 << item)) === 0) continue
      size += 1
      const before = set ^ (1 << item)
      const weight = weights[before] ?? 0
      const rest = 1 - (asked[before] ?? 0)
      asked[set] = (asked[before] ?? 0) + share
      weights[set] = policy === 'LRU' ? (weights[set] ?? 0) + (weight * share) / rest : weight * share
    }
    if (size !== capacity) continue
    total += weights[set] ?? 0
    hits += (weights[set] ?? 0) * (asked[set] ?? 0)
  }
  return hits / total
}

function sumOf(shares: Float64Array, of: (share: number) => number): number {
  let sum = 0
  for (const share of shares) sum += of(share)
  return sum
}
