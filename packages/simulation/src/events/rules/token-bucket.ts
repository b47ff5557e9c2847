/** At most `perSecond` in the long run, and `burst` at once. */
export interface Bucket {
  readonly perSecond: number
  readonly burst: number
  /** Names the refusal. */
  readonly reason: string
}

/** Tokens that are there at `nowMs`, when there were `tokens` at `thenMs`. */
export const refilled = ({ perSecond, burst }: Bucket, tokens: number, thenMs: number, nowMs: number): number =>
  Math.min(burst, tokens + ((nowMs - thenMs) * perSecond) / 1000)
