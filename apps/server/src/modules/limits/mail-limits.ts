import type { Queries } from '../../database/database.ts'
import { type Counter, counterKey, lockCounter, readCounters, saveCounter } from './counters.repository.ts'
import type { LimitOptions } from './limit-options.ts'
import { type BucketPolicy, DAY_MS, MAIL_POLICY } from './limits.policy.ts'

/** A request for a mail. */
export interface MailRequest {
  email: string
  /** Links to verify an address, to reset a password, and what other people cause are limited apart. */
  kind: 'verify' | 'reset' | 'notice'
  /** Network address of the request. */
  address: string
}

/** One that nobody asked for: a login caused it. */
interface LoginMail {
  email: string
  kind: 'login'
}

/** Limits the mails that anyone can request for any address. */
interface MailLimits {
  /** How long a network address must wait, in milliseconds; where it must, nothing needs to be written. */
  waitMs(address: string): Promise<number>
  /** Counts a mail if the limits allow it, and returns 0; else how long to wait. */
  take(queries: Queries, request: MailRequest | LoginMail): Promise<number>
}

export function createMailLimits({ database, now }: LimitOptions): MailLimits {
  const addressKey = (address: string) => counterKey('mails-by', address)

  return {
    async waitMs(address) {
      const time = now()
      const [counter] = await readCounters(database.read, [addressKey(address)], time)
      return counter ? waitFor(counter, MAIL_POLICY.perAddress, time) : 0
    },

    async take(queries, request) {
      const { email, kind } = request
      const time = now()
      // Always in this order, to avoid deadlocks.
      const buckets = [
        ...(request.kind === 'login' ? [] : [{ key: addressKey(request.address), policy: MAIL_POLICY.perAddress }]),
        { key: counterKey(`mails-to-${kind}`, email), policy: MAIL_POLICY.perRecipient },
      ]
      const waits: number[] = []
      const changes: { key: string; counter: Counter }[] = []
      for (const { key, policy } of buckets) {
        const counter = await lockCounter(queries, key, time)
        waits.push(waitFor(counter, policy, time))
        changes.push({ key, counter: afterOneMore(counter, policy, time) })
      }
      const wait = Math.max(...waits)
      if (wait === 0) for (const { key, counter } of changes) await saveCounter(queries, key, counter)
      return wait
    },
  }
}

/** How long until one more mail is within the limit, in milliseconds. `blockedUntil` is when the bucket is full again. */
function waitFor({ count, since, blockedUntil }: Counter, { burst, refillMs, maxPerDay }: BucketPolicy, now: number) {
  const isSameDay = now - since < DAY_MS
  const untilNextDay = isSameDay && count >= maxPerDay ? since + DAY_MS - now : 0
  return Math.max(0, untilNextDay, blockedUntil - now - (burst - 1) * refillMs)
}

/** The counter after one more mail. */
function afterOneMore(counter: Counter, { refillMs }: BucketPolicy, now: number): Counter {
  const isNewDay = now - counter.since >= DAY_MS
  const since = isNewDay ? now : counter.since
  const blockedUntil = Math.max(counter.blockedUntil, now) + refillMs
  const count = (isNewDay ? 0 : counter.count) + 1
  return { count, since, blockedUntil, expiresAt: Math.max(blockedUntil, since + DAY_MS) }
}
