import type { Queries } from '../../database/database.ts'
import { type Counter, counterKey, lockCounter, readCounters, saveCounter } from './counters.repository.ts'
import type { LimitOptions } from './limit-options.ts'
import { type BucketPolicy, DAY_MS, MAIL_POLICY } from './limits.policy.ts'

/** A mail that somebody asks for, and where from. */
export interface MailRequest {
  email: string
  /** Of the network. */
  address: string
}

/** Bounds the mails that anybody can have sent to anybody. */
interface MailLimits {
  /** Whether an address has asked for all the mails it may ask for by now: then nothing needs to be written. */
  isSpent(address: string): Promise<boolean>
  /** Counts one more mail, if it may be sent, and says whether it may. */
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
      // Always in this order, so that no two transactions wait for each other.
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

/** What a counter says after one more; undefined when there may be none. `blockedUntil` is when the bucket is full again. */
function afterOneMore(counter: Counter, { burst, refillMs, mostADay }: BucketPolicy, now: number): Counter | undefined {
  const isNewDay = now - counter.since >= DAY_MS
  const since = isNewDay ? now : counter.since
  const count = isNewDay ? 0 : counter.count
  const fullAt = Math.max(counter.blockedUntil, now)
  if (count >= mostADay || fullAt - now > (burst - 1) * refillMs) return undefined
  const blockedUntil = fullAt + refillMs
  return { count: count + 1, since, blockedUntil, expiresAt: Math.max(blockedUntil, since + DAY_MS) }
}
