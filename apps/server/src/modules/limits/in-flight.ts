import { ApiError } from '../../errors.ts'

const RETRY_AFTER_S = '1'

/** Tracks the tasks in progress for each key, and lets callers wait until they end. Throws 'api/busy' when too many wait. */
export function createInFlight({ waiting }: { waiting: number }) {
  const tasks = new Map<string, { running: number; waiters: (() => void)[] }>()

  return {
    start(key: string) {
      const entry = tasks.get(key)
      if (entry) entry.running++
      else tasks.set(key, { running: 1, waiters: [] })
    },

    end(key: string) {
      const entry = tasks.get(key)
      if (!entry || --entry.running > 0) return
      tasks.delete(key)
      for (const wake of entry.waiters) wake()
    },

    /** Returns whether there was anything to wait for. */
    async waitForAll(key: string): Promise<boolean> {
      const entry = tasks.get(key)
      if (!entry) return false
      if (entry.waiters.length >= waiting) throw new ApiError('api/busy', { headers: { 'retry-after': RETRY_AFTER_S } })
      await new Promise<void>((resolve) => entry.waiters.push(resolve))
      return true
    },
  }
}
