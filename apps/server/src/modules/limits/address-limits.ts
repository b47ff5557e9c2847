import type { Queries } from '../../database/database.ts'
import { counterKey, lockCounter, readCounters, saveCounter } from './counters.repository.ts'
import type { LimitOptions } from './limit-options.ts'
import { ADDRESS_POLICY } from './limits.policy.ts'

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

    async count(queries, limit, address) {
      const time = now()
      const key = counterKey(limit, address)
      const counter = await lockCounter(queries, key, time)
      if (counter.count >= ADDRESS_POLICY[limit].max) return counter.expiresAt - time
      const since = counter.count === 0 ? time : counter.since
      const expiresAt = since + ADDRESS_POLICY[limit].windowMs
      await saveCounter(queries, key, { ...counter, count: counter.count + 1, since, expiresAt })
      return 0
    },
  }
}
