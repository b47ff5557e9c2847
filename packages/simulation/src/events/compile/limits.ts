import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Bucket } from '../rules/token-bucket.ts'
import { amount } from './amount.ts'

interface Rate {
  readonly perSecond: number | undefined
  /** What may pass at once; the tokens of a second unless said. */
  readonly burst?: number | undefined
  readonly reason?: string
}

/** A rate above which nothing is limited: no run comes near it. */
const UNLIMITED_FROM = 1e9

/** The token buckets of these rates; one without a rate, of 0 or of more than any run has, is none. */
export const buckets = (...rates: readonly Rate[]): readonly Bucket[] =>
  rates.flatMap(({ perSecond, burst, reason = EVENT_FAILURES.rateLimited }) => {
    const rate = amount(perSecond, 0)
    return rate === 0 || rate >= UNLIMITED_FROM
      ? []
      : [{ perSecond: rate, burst: Math.max(1, amount(burst, rate)), reason }]
  })
