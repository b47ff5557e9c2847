import { ApiError } from '../../errors.ts'

const RETRY_AFTER_S = '1'

/** Knows what is under way under each key, and lets others wait until nothing is; throws 'api/busy' when too many do. */
export function createTurns({ waiting }: { waiting: number }) {
  const underWay = new Map<string, { running: number; waiters: (() => void)[] }>()

  return {
    enter(key: string) {
      const entry = underWay.get(key)
      if (entry) entry.running++
      else underWay.set(key, { running: 1, waiters: [] })
    },

    leave(key: string) {
      const entry = underWay.get(key)
      if (!entry || --entry.running > 0) return
      underWay.delete(key)
      for (const wake of entry.waiters) wake()
    },

    /** Says whether there was anything to wait for. */
    async untilNone(key: string): Promise<boolean> {
      const entry = underWay.get(key)
      if (!entry) return false
      if (entry.waiters.length >= waiting) throw new ApiError('api/busy', { headers: { 'retry-after': RETRY_AFTER_S } })
      await new Promise<void>((resolve) => entry.waiters.push(resolve))
      return true
    },
  }
}
