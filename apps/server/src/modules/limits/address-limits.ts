import type { Queries } from '../../database/database.ts'
import { counterKey, lockCounter, readCounters, saveCounter } from './counters.repository.ts'
import type { LimitOptions } from './limit-options.ts'
import { ADDRESS_POLICY, type WindowPolicy } from './limits.policy.ts'

export type AddressLimit = keyof typeof ADDRESS_POLICY

/** Limits failures by network address; they are counted after they happened. */
interface AddressLimits {
  /** How long this address must wait, in milliseconds. */
  waitMs(limit: AddressLimit, address: string): Promise<number>
  /** Counts one event and returns 0, or the wait in milliseconds when concurrent requests have reached the limit. */
  count(queries: Queries, limit: AddressLimit, address: string): Promise<number>
}

export function createAddressLimits({ database, now }: LimitOptions): AddressLimits {
  return {
    async waitMs(limit, address) {
      const time = now()
      const [counter] = await readCounters(database.read, [counterKey(limit, address)], time)
      return counter && counter.count >= ADDRESS_POLICY[limit].max ? counter.expiresAt - time : 0
    },

    count: (queries, limit, address) =>
      countInWindow(queries, counterKey(limit, address), { ...ADDRESS_POLICY[limit], now: now() }),
  }
}

/** Counts one event and returns 0, or the wait in milliseconds where there are as many as may be already. */
export async function countInWindow(
  queries: Queries,
  key: string,
  { max, windowMs, now }: WindowPolicy & { now: number },
): Promise<number> {
  const counter = await lockCounter(queries, key, now)
  if (counter.count >= max) return counter.expiresAt - now
  const since = counter.count === 0 ? now : counter.since
  await saveCounter(queries, key, { ...counter, count: counter.count + 1, since, expiresAt: since + windowMs })
  return 0
}
