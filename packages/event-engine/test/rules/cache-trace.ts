import type { Rng } from '@plimsoll/simulation'
import { type EvictionPolicy, zipfShares } from '../../src/rules/hit-rate.ts'

/** A cache of items by number. */
interface Cache {
  /** Whether it held the item at that time; if not, it does now. */
  asks(item: number, nowS: number): boolean
}

interface Trace {
  readonly items: number
  readonly zipf: number
  readonly requests: number
  /** At the beginning, not counted. */
  readonly warmUp: number
  /** Without it no time goes by. */
  readonly requestsPerSecond?: number
}

/** The share of hits of Poisson requests for items of Zipf popularity, asked of a cache one after the other. */
export function traceHits(cache: Cache, trace: Trace, rng: Rng): number {
  const next = drawItems(trace, rng)
  const meanGapS = trace.requestsPerSecond === undefined ? 0 : 1 / trace.requestsPerSecond
  let [hits, nowS] = [0, 0]
  for (let request = -trace.warmUp; request < trace.requests; request += 1) {
    if (meanGapS > 0) nowS -= Math.log1p(-rng()) * meanGapS
    if (cache.asks(next(), nowS) && request >= 0) hits += 1
  }
  return hits / trace.requests
}

function drawItems({ items, zipf }: Trace, rng: Rng): () => number {
  let total = 0
  const upTo = zipfShares(items, zipf).map((share) => {
    total += share
    return total
  })
  return () => {
    const drawn = rng() * total
    let [low, high] = [0, items - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? 0) > drawn) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** A cache that keeps so many items, by its policy. */
export const cacheOf = (policy: EvictionPolicy, capacity: number, rng: Rng): Cache => CACHES[policy](capacity, rng)

const CACHES: Readonly<Record<EvictionPolicy, (capacity: number, rng: Rng) => Cache>> = {
  LRU: (capacity) => orderedCache(capacity, { renews: true }),
  FIFO: (capacity) => orderedCache(capacity, { renews: false }),
  Random: randomCache,
  LFU: frequencyCache,
}

function orderedCache(capacity: number, { renews }: { renews: boolean }): Cache {
  const kept = new Set<number>()
  return {
    asks(item) {
      const hit = kept.has(item)
      if (hit && !renews) return true
      kept.delete(item)
      const [oldest] = kept
      if (kept.size === capacity && oldest !== undefined) kept.delete(oldest)
      kept.add(item)
      return hit
    },
  }
}

function randomCache(capacity: number, rng: Rng): Cache {
  const places = new Map<number, number>()
  const kept: number[] = []
  return {
    asks(item) {
      if (places.has(item)) return true
      const place = kept.length < capacity ? kept.length : Math.floor(rng() * capacity)
      const evicted = kept[place]
      if (evicted !== undefined) places.delete(evicted)
      kept[place] = item
      places.set(item, place)
      return false
    },
  }
}

/** Keeps what was asked for most often since the beginning; it counts what it does not keep, too. */
function frequencyCache(capacity: number): Cache {
  const counts: number[] = []
  const kept = new Set<number>()
  const countOf = (item: number) => counts[item] ?? 0
  /** No kept item was asked for less often, and these just so often when they were found. */
  let least = 0
  let rarest: number[] = []
  const findRarest = (): number => {
    for (let item = rarest.pop(); item !== undefined; item = rarest.pop()) {
      if (countOf(item) === least) return item
    }
    least = Array.from(kept, countOf).reduce((lowest, count) => Math.min(lowest, count), Number.POSITIVE_INFINITY)
    rarest = Array.from(kept).filter((item) => countOf(item) === least)
    return rarest.pop() ?? 0
  }
  return {
    asks(item) {
      const count = countOf(item) + 1
      counts[item] = count
      if (kept.has(item)) return true
      if (kept.size < capacity) kept.add(item)
      else if (count > least) {
        const victim = findRarest()
        if (count > least) {
          kept.delete(victim)
          kept.add(item)
        } else rarest.push(victim)
      }
      return false
    },
  }
}

/** A cache from which items are fetched anew when they are stale; until then they keep their place. */
export function agingCache(cache: Cache, ttlS: number): Cache {
  const fetchedAt = new Map<number, number>()
  return {
    asks(item, nowS) {
      const isThere = cache.asks(item, nowS)
      const hit = isThere && nowS < (fetchedAt.get(item) ?? Number.NEGATIVE_INFINITY) + ttlS
      if (!hit) fetchedAt.set(item, nowS)
      return hit
    },
  }
}

/** A cache with room for all, whose items are stale after a time. */
export function expiringCache(ttlS: number, { resetsOnHit }: { resetsOnHit: boolean }): Cache {
  const freshUntil = new Map<number, number>()
  return {
    asks(item, nowS) {
      const hit = nowS < (freshUntil.get(item) ?? 0)
      if (!hit || resetsOnHit) freshUntil.set(item, nowS + ttlS)
      return hit
    },
  }
}

/** As `expiringCache`, but an item is there only when it has been fetched; each request that misses fetches it. */
export function fetchingCache(ttlS: number, fetchS: number): Cache {
  const freshUntil = new Map<number, number>()
  const fetchedAt = new Map<number, number[]>()
  return {
    asks(item, nowS) {
      const fetches = fetchedAt.get(item) ?? []
      while (fetches[0] !== undefined && fetches[0] <= nowS) freshUntil.set(item, (fetches.shift() ?? 0) + ttlS)
      const hit = nowS < (freshUntil.get(item) ?? 0)
      if (!hit) fetchedAt.set(item, [...fetches, nowS + fetchS])
      return hit
    },
  }
}
