import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Bucket } from '../rules/token-bucket.ts'
import { amount, UNLIMITED_RATE } from './amount.ts'

interface Rate {
  readonly perSecond: number | undefined
  /** What may pass at once; the tokens of a second unless said. */
  readonly burst?: number | undefined
  readonly reason?: string
}

/** The token buckets of these rates; one without a rate, of 0 or of more than any run has, is none. */
export const buckets = (...rates: readonly Rate[]): readonly Bucket[] =>
  rates.flatMap(({ perSecond, burst, reason = EVENT_FAILURES.rateLimited }) => {
    const rate = amount(perSecond, 0)
    return rate === 0 || rate >= UNLIMITED_RATE
      ? []
      : [{ perSecond: rate, burst: Math.max(1, amount(burst, rate)), reason }]
  })
