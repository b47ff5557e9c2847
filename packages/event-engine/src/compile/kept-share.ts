import { ttlHitRate } from '../rules/hit-rate.ts'
import type { EventSettings } from '../settings.ts'

/** The share of reads that someone answers by what was kept for `ttlS`, who makes so many a second. */
export type KeptShare = (ttlS: number, readsPerSecond: number) => number

/** Computed once for each pair of numbers: many connections are alike. */
export function createKeptShare({ catalogue }: EventSettings): KeptShare {
  const known = new Map<string, number>()
  return (ttlS, readsPerSecond) => {
    if (ttlS === 0 || readsPerSecond === 0) return 0
    const key = `${ttlS} ${readsPerSecond}`
    const kept = known.get(key) ?? ttlHitRate({ ...catalogue, ttlS, requestsPerSecond: readsPerSecond })
    known.set(key, kept)
    return kept
  }
}
