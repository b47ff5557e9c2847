import { formatNumber } from './numbers.ts'

/** Before that nothing can be told. */
const LEAST = { share: 0.02, ms: 1000 } as const

/** How long it will take to do the rest, ms, where a share of all took so long; null: too little is done to tell. */
export function msLeft(share: number, tookMs: number): number | null {
  if (share < LEAST.share || tookMs < LEAST.ms) return null
  return (tookMs * (1 - Math.min(1, share))) / share
}

/** `about 40 s left`: the less there is, the finer. */
export function describeMsLeft(leftMs: number): string {
  const s = leftMs / 1000
  if (s < 5) return 'a few seconds left'
  if (s < 90) return `about ${formatNumber(Math.ceil(s / 5) * 5)} s left`
  return `about ${formatNumber(Math.ceil(s / 60))} min left`
}
