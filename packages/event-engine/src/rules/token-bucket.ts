/** At most `perSecond` in the long run, and `burst` at once. */
export interface Bucket {
  readonly perSecond: number
  readonly burst: number
  /** Names the refusal. */
  readonly reason: string
}

/** Tokens that are there at `nowMs`, when there were `tokens` at `thenMs`. */
const refilled = ({ perSecond, burst }: Bucket, tokens: number, thenMs: number, nowMs: number): number =>
  Math.min(burst, tokens + ((nowMs - thenMs) * perSecond) / 1000)

/** Hides the last bits of sums of fractions: a token that is due at a moment is there at that moment. */
const ROUNDING = 1e-9

/** A bucket in use: full at time 0; every request that it lets through takes one token. */
export class TokenBucket {
  readonly bucket: Bucket
  private tokens: number
  private thenMs = 0

  constructor(bucket: Bucket) {
    this.bucket = bucket
    this.tokens = bucket.burst
  }

  /** Whether a request at `nowMs` gets through. Times never go back. */
  takes(nowMs: number): boolean {
    this.tokens = refilled(this.bucket, this.tokens, this.thenMs, nowMs)
    this.thenMs = nowMs
    if (this.tokens < 1 - ROUNDING) return false
    this.tokens -= 1
    return true
  }
}
