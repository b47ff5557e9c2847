import { exp, expm1 } from '../portable-math.ts'

/*
 * The share of requests that a cache answers, when requests ask for items independently of each other by Zipf popularity
 * (the independent reference model).
 */

export type EvictionPolicy = 'LRU' | 'LFU' | 'FIFO' | 'Random'

/** Requests for items, each of which is asked for again after a time at the earliest. */
export interface Stream {
  /** By item: its share of the requests. */
  readonly shares: Float64Array
  /** Time after a request for an item in which none follows. */
  readonly quietS: number
}

export interface Asked {
  readonly stream: Stream
  readonly perSecond: number
}

export interface Answered {
  readonly hitRate: number
  /** What goes on; null: of each stream alike. */
  readonly missed: Stream | null
}

export const NONE: Answered = { hitRate: 0, missed: null }

interface Cached {
  readonly policy: EvictionPolicy
  /** Items that fit in; their fraction does not. */
  readonly capacity: number
  /** Time after which an item is stale, however often it was asked for. */
  readonly ttlS?: number
  /**
   * From a request that misses until its item is there: who asks meanwhile misses, too, and fetches it anew. It changes nothing where items
   * do not get stale: the cache is as full as it was, and what is asked for often is not evicted.
   */
  readonly fetchS?: number
}

/** All items, asked for independently of each other. */
export function allItems(items: number, zipf: number): Stream {
  return streamOf(0, () => zipfShares(items, zipf))
}

/** Shares that are computed when they are looked at first. */
function streamOf(quietS: number, sharesOf: () => Float64Array): Stream {
  let shares: Float64Array | null = null
  return {
    quietS,
    get shares() {
      shares ??= sharesOf()
      return shares
    },
  }
}

/** The requests of many that are each such a stream: one follows at any time, from another. */
export const ofMany = (stream: Stream): Stream => streamOf(0, () => stream.shares)

/**
 * What a cache answers: exact for at most 12 items that are asked for independently; else by Che's approximation for LRU (Che, Tung,
 * Wang 2002), its form for FIFO and Random (Fricker, Robert, Roberts 2012), and the most popular items for LFU. Where items get stale,
 * too, an item is there until it is evicted or stale.
 */
export function answersOf(
  { policy, capacity, ttlS = Number.POSITIVE_INFINITY, fetchS = 0 }: Cached,
  asked: readonly Asked[],
): Answered {
  const room = Math.floor(capacity)
  if (policy !== 'FIFO')
    return answersBySizeAndAge({ policy, room, ttlS, fetchS: ttlS === Number.POSITIVE_INFINITY ? 0 : fetchS }, asked)
  // Both count from the fetch, so that the tighter one decides.
  const bySize = answersBySizeAndAge({ policy, room, ttlS: Number.POSITIVE_INFINITY, fetchS: 0 }, asked)
  if (ttlS === Number.POSITIVE_INFINITY) return bySize
  const byAge = answersByAge({ ttlS, fetchS }, asked)
  return byAge.hitRate < bySize.hitRate ? byAge : bySize
}

/** What a cache with room for all answers, whose items get stale: rT/(1 + rT) for an item asked for r times a second. */
export function answersByAge(
  { ttlS, fetchS = 0 }: { readonly ttlS: number; readonly fetchS?: number },
  asked: readonly Asked[],
): Answered {
  const mixed = mix(asked, fetchS)
  return answered(mixed, ageOf(mixed, ttlS), (_, expected) => withinSpan(expected))
}

/** In requests. */
const ageOf = ({ perSecond }: Mixed, ttlS: number): number =>
  ttlS === Number.POSITIVE_INFINITY ? ttlS : ttlS * perSecond

interface Limited {
  readonly policy: EvictionPolicy
  readonly room: number
  readonly ttlS: number
  readonly fetchS: number
}

/** An item is there until it is evicted or stale. */
function answersBySizeAndAge({ policy, room, ttlS, fetchS }: Limited, asked: readonly Asked[]): Answered {
  const mixed = mix(asked, fetchS)
  const { shares } = mixed
  const age = ageOf(mixed, ttlS)
  if (room >= shares.filter((share) => share > 0).length) return answersByAge({ ttlS, fetchS }, asked)
  if (room < 1) return NONE
  if (policy === 'LFU') {
    const kept = mostPopular(shares, room)
    return answered(mixed, age, (item, expected) => (kept.has(item) ? withinSpan(expected) : 0), 0)
  }
  const presence = policy === 'LRU' ? withinMemory : withinSpan
  const stays = characteristicRequests(shares, room, presence)
  const exactly = exactness(mixed, { room, policy, presence, stays })
  if (policy === 'LRU') {
    const presentOf = (item: number, expected: number) => exactly(item) * withinMemoryAndSpan(expected, age / stays)
    return answered(mixed, stays, presentOf, Math.min(stays, age))
  }
  // Random evicts at any time, alike: so long an item stays in the mean until it is stale.
  const span = stays * withinMemory(age / stays)
  return answered(mixed, span, (item, expected) => exactly(item) * withinSpan(expected))
}

interface Sized {
  readonly room: number
  readonly policy: EvictionPolicy
  readonly presence: (expected: number) => number
  readonly stays: number
}

/** By item: its exact presence over that of the approximation; 1 where the exact one is not worked out. */
function exactness({ shares, parts }: Mixed, { room, policy, presence, stays }: Sized): (item: number) => number {
  if (shares.length > MOST_EXACT || parts.some(({ quiet }) => quiet > 0)) return () => 1
  const exact = exactPresence(shares, room, policy)
  return (item) => (exact[item] ?? 0) / presence((shares[item] ?? 0) * stays)
}

const mostPopular = (shares: Float64Array, count: number): ReadonlySet<number> =>
  new Set(
    Array.from(shares.keys())
      .sort((one, other) => (shares[other] ?? 0) - (shares[one] ?? 0))
      .slice(0, count),
  )

/** By item: its share of all that is asked for. */
export const popularity = (asked: readonly Asked[]): Float64Array => mix(asked, 0).shares

interface Mixed {
  readonly perSecond: number
  /** Requests of all while an item is fetched. */
  readonly fetch: number
  readonly shares: Float64Array
  /** By stream: its share of all requests, and its quiet time in requests of all. */
  readonly parts: readonly { readonly stream: Stream; readonly share: number; readonly quiet: number }[]
}

function mix(asked: readonly Asked[], fetchS: number): Mixed {
  const perSecond = asked.reduce((sum, one) => sum + one.perSecond, 0)
  const fetch = fetchS * perSecond
  const parts = asked.map(({ stream, perSecond: own }) => ({
    stream,
    share: perSecond === 0 ? 1 / asked.length : own / perSecond,
    quiet: stream.quietS * perSecond,
  }))
  const [first] = parts
  if (first !== undefined && parts.length === 1) return { perSecond, fetch, shares: first.stream.shares, parts }
  const shares = new Float64Array(first?.stream.shares.length ?? 0)
  for (const { stream, share } of parts)
    for (const [item, own] of stream.shares.entries()) shares[item] = (shares[item] ?? 0) + share * own
  return { perSecond, fetch, shares, parts }
}

/**
 * Where an item stays for so many requests. A request finds what was asked for within these, but not by its own stream within its quiet
 * time, or it would not have come (Martina, Garetto, Leonardi 2014, for caches in series). After a request that was missed none for
 * the same item is missed within `quietStays`.
 */
function answered(
  { perSecond, fetch, shares, parts }: Mixed,
  stays: number,
  presentOf: (item: number, expected: number) => number,
  quietStays = stays,
): Answered {
  const each = (take: (item: number, share: number, hit: number) => void) => {
    for (const { stream, share, quiet } of parts) {
      const known = Math.min(stays, quiet)
      for (const [item, ofStream] of stream.shares.entries()) {
        const own = share * ofStream
        if (own === 0) continue
        const all = shares[item] ?? 0
        take(item, own, besideFetches(presentOf(item, Math.max(0, all * stays - own * known)), all * fetch))
      }
    }
  }
  let [hits, missed] = [0, 0]
  each((_, share, hit) => {
    hits += share * hit
    missed += share * (1 - hit)
  })
  if (missed === 0) return { hitRate: 1, missed: null }
  const quiet = Math.max(quietStays, parts.length === 1 ? (parts[0]?.quiet ?? 0) : 0)
  const sharesOf = () => {
    const left = new Float64Array(shares.length)
    each((item, share, hit) => {
      left[item] = (left[item] ?? 0) + (share * (1 - hit)) / missed
    })
    return left
  }
  return { hitRate: hits / (hits + missed), missed: streamOf(perSecond === 0 ? 0 : quiet / perSecond, sharesOf) }
}

/**
 * A chance of hits where a fetch takes the time in which `expected` requests come for its item. They miss, too, and the last of them
 * keeps the item for longer: by the mean time that it comes after the first.
 */
function besideFetches(hit: number, expected: number): number {
  if (hit === 0 || hit === 1) return hit
  const hits = hit / (1 - hit) + expected + expm1(-expected)
  return hits / (hits + 1 + expected)
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

/** Evictions expected before an item is stale, beyond which none gets stale: a chance of e^-12. */
const MOST_ENDS = 12

/**
 * Chance that a Poisson stream finds an item which stays for a time after each request (`expected` are in it), but for no longer than
 * `times` as long after the one that fetched it. Requests from one fetch to the next are 1 + the renewals by then of a stream whose
 * gaps may be no longer than the stay; by Laplace transform that is the sum below.
 */
function withinMemoryAndSpan(expected: number, times: number): number {
  if (times <= 1) return withinSpan(expected * times)
  if (times === Number.POSITIVE_INFINITY) return withinMemory(expected)
  const passing = exp(-expected)
  const most = expected * times * passing
  if (most > MOST_ENDS) return withinMemory(expected)
  let requests = 0
  for (let ends = 0; ends < times; ends += 1) {
    const left = expected * (times - ends)
    let term = 1
    for (let factor = 1; factor <= ends; factor += 1) term *= (-passing * left) / factor
    requests += term * (1 + left / (ends + 1))
    if (ends > most && Math.abs(term) < 1e-15) break
  }
  return 1 - 1 / requests
}

const MOST_EXACT = 12

/** An item stays for a characteristic time, the same for all, in which the cache is just full. */
function characteristicRequests(
  shares: Float64Array,
  capacity: number,
  presence: (expected: number) => number,
): number {
  const filled = (requests: number) => sumOf(shares, (share) => presence(share * requests))
  let [low, high] = [0, capacity]
  while (filled(high) < capacity) [low, high] = [high, 2 * high]
  while (high - low > 1e-10 * high) {
    const middle = (low + high) / 2
    if (filled(middle) < capacity) low = middle
    else high = middle
  }
  return high
}

/**
 * By item, the chance that it is there, over all sets of items that the cache may hold. LRU: its latest items in their order, each drawn among those that are not yet
 * there (King 1971). FIFO and Random: a set's chance is in proportion to the product of its shares.
 */
function exactPresence(shares: Float64Array, capacity: number, policy: EvictionPolicy): Float64Array {
  const sets = 2 ** shares.length
  const weights = new Float64Array(sets)
  const asked = new Float64Array(sets)
  weights[0] = 1
  const present = new Float64Array(shares.length)
  let total = 0
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
    for (const [item, weight] of present.entries())
      if ((set & (1 << item)) !== 0) present[item] = weight + (weights[set] ?? 0)
  }
  return present.map((weight) => weight / total)
}

function sumOf(shares: Float64Array, of: (share: number) => number): number {
  let sum = 0
  for (const share of shares) sum += of(share)
  return sum
}
