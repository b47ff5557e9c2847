import { allItems, answersByAge, answersOf, type EvictionPolicy } from '../../src/rules/hit-rate.ts'

interface Items {
  readonly items: number
  readonly zipf: number
}

/** The hit rate of a cache whose requests are independent of each other. */
export const hitRateOf = ({
  items,
  zipf,
  requestsPerSecond = 0,
  ...cache
}: Items & {
  readonly policy: EvictionPolicy
  readonly capacity: number
  readonly ttlS?: number
  readonly fetchS?: number
  readonly requestsPerSecond?: number
}): number => answersOf(cache, [{ stream: allItems(items, zipf), perSecond: requestsPerSecond }]).hitRate

/** Of one with room for all, whose items get stale. */
export const ttlHitRate = ({
  items,
  zipf,
  ttlS,
  requestsPerSecond,
  fetchS = 0,
}: Items & { readonly ttlS: number; readonly requestsPerSecond: number; readonly fetchS?: number }): number =>
  answersByAge({ ttlS, fetchS }, [{ stream: allItems(items, zipf), perSecond: requestsPerSecond }]).hitRate
