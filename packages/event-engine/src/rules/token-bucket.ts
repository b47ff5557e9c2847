import { FLOAT_ZERO } from '../float-zero.ts'

/** At most `perSecond` in the long run, and `burst` at once. */
export interface Bucket {
  readonly perSecond: number
  readonly burst: number
  /** Names the refusal. */
  readonly reason: string
}

/** Hides the last bits of sums of fractions: a token that is due at a moment is there at that moment. */
const ROUNDING = 1e-9

/** Buckets that follow these limits from `nowMs` on, the first of them: those in use keep their tokens, each is the next limit's. */
export function followLimits(inUse: TokenBucket | null, limits: readonly Bucket[], nowMs: number): TokenBucket | null {
  const [limit, ...others] = limits
  if (limit === undefined) return null
  const bucket = inUse ?? new TokenBucket(limit)
  bucket.follow(limit, nowMs)
  bucket.next = followLimits(bucket.next, others, nowMs)
  return bucket
}

/** Takes a token of each bucket. Returns why that is not possible, by the first that has none; null: it is. */
export function refusalBy(first: TokenBucket | null, nowMs: number): string | null {
  for (let one = first; one !== null; one = one.next) if (!one.takes(nowMs)) return one.reason
  return null
}

/**
 * A bucket in use: full at time 0; every request that it lets through takes one token. With the next one beside it there is no list to
 * fetch: a large diagram does not fit into the cache.
 */
export class TokenBucket {
  reason: string
  next: TokenBucket | null = null
  perSecond: number
  burst: number
  tokens = FLOAT_ZERO
  thenMs = FLOAT_ZERO

  constructor({ perSecond, burst, reason }: Bucket) {
    this.reason = reason
    this.perSecond = perSecond
    this.burst = burst
    this.tokens = burst
  }

  /** Follows another limit from `nowMs` on, with the tokens that it has by then. */
  follow({ perSecond, burst, reason }: Bucket, nowMs: number): void {
    this.#refill(nowMs)
    this.reason = reason
    this.perSecond = perSecond
    this.burst = burst
    this.tokens = Math.min(burst, this.tokens)
  }

  /** Whether a request at `nowMs` gets through. Times never go back. */
  takes(nowMs: number): boolean {
    this.#refill(nowMs)
    if (this.tokens < 1 - ROUNDING) return false
    this.tokens -= 1
    return true
  }

  #refill(nowMs: number): void {
    this.tokens = Math.min(this.burst, this.tokens + ((nowMs - this.thenMs) * this.perSecond) / 1000)
    this.thenMs = nowMs
  }
}
