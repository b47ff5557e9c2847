import type { Queries } from '../../database/database.ts'
import { type Counter, counterKey, lockCounter, readCounters, saveCounter } from './counters.repository.ts'
import type { LimitOptions } from './limit-options.ts'
import { type BucketPolicy, DAY_MS, MAIL_POLICY } from './limits.policy.ts'

/** A request for a mail. */
export interface MailRequest {
  email: string
  /** Network address of the request. */
  address: string
}

/** Limits the mails that anyone can request for any address. */
interface MailLimits {
  /** Whether an address has reached its limit, so that nothing needs to be written. */
  isSpent(address: string): Promise<boolean>
  /** Counts a mail if the limits allow it. Returns whether they do. */
  take(queries: Queries, request: MailRequest): Promise<boolean>
}

export function createMailLimits({ database, now }: LimitOptions): MailLimits {
  const addressKey = (address: string) => counterKey('mails-by', address)

  return {
    async isSpent(address) {
      const time = now()
      const [counter] = await readCounters(database.read, [addressKey(address)], time)
      return counter !== undefined && afterOneMore(counter, MAIL_POLICY.perAddress, time) === undefined
    },

    async take(queries, { email, address }) {
      const time = now()
      // Always in this order, to avoid deadlocks.
      const buckets = [
        { key: addressKey(address), policy: MAIL_POLICY.perAddress },
        { key: counterKey('mails-to', email), policy: MAIL_POLICY.perRecipient },
      ]
      const changes: { key: string; counter: Counter }[] = []
      for (const { key, policy } of buckets) {
        const counter = afterOneMore(await lockCounter(queries, key, time), policy, time)
        if (counter) changes.push({ key, counter })
      }
      const isAllowed = changes.length === buckets.length
      if (isAllowed) for (const { key, counter } of changes) await saveCounter(queries, key, counter)
      return isAllowed
    },
  }
}

/** The counter after one more mail; undefined when the limit is reached. `blockedUntil` is when the bucket is full again. */
function afterOneMore(
  counter: Counter,
  { burst, refillMs, maxPerDay }: BucketPolicy,
  now: number,
): Counter | undefined {
  const isNewDay = now - counter.since >= DAY_MS
  const since = isNewDay ? now : counter.since
  const count = isNewDay ? 0 : counter.count
  const fullAt = Math.max(counter.blockedUntil, now)
  if (count >= maxPerDay || fullAt - now > (burst - 1) * refillMs) return undefined
  const blockedUntil = fullAt + refillMs
  return { count: count + 1, since, blockedUntil, expiresAt: Math.max(blockedUntil, since + DAY_MS) }
}
