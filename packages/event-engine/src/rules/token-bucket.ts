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

/** Buckets that follow these limits from `nowMs` on: those in use keep their tokens, each is the next limit's. */
export const followLimits = (inUse: readonly TokenBucket[], limits: readonly Bucket[], nowMs: number): TokenBucket[] =>
  limits.map((limit, index) => {
    const bucket = inUse[index] ?? new TokenBucket(limit)
    bucket.follow(limit, nowMs)
    return bucket
  })

/** A bucket in use: full at time 0; every request that it lets through takes one token. */
export class TokenBucket {
  bucket: Bucket
  private tokens: number
  private thenMs = 0

  constructor(bucket: Bucket) {
    this.bucket = bucket
    this.tokens = bucket.burst
  }

  /** Follows another limit from `nowMs` on, with the tokens that it has by then. */
  follow(bucket: Bucket, nowMs: number): void {
    this.tokens = Math.min(bucket.burst, refilled(this.bucket, this.tokens, this.thenMs, nowMs))
    this.thenMs = nowMs
    this.bucket = bucket
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
