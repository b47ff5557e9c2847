import type { TabChannel } from './tab-channel.ts'

/**
 * Tells tabs of each other that have the same flow of the library open. `tell` is called with true once another tab has it, and with
 * false once none has it any more. Gives back how to stop.
 */
export type FlowWatch = (flow: string, tell: (isElsewhere: boolean) => void) => () => void

/** Watches by locks, which end with their tab, however that ends. Without locks nothing is told. */
export const createFlowWatch =
  (locks: LockManager | undefined, channel: TabChannel): FlowWatch =>
  (flow, tell) => {
    if (!locks) return () => {}
    const prefix = `plimsoll-flow-${flow}-tab-`
    const name = `${prefix}${crypto.getRandomValues(new BigUint64Array(1)).join()}`
    const stopped = new AbortController()
    const { signal } = stopped
    const others = new Set<string>()

    const waitForEnd = async (other: string) => {
      if (others.size === 0) tell(true)
      others.add(other)
      await locks.request(other, { mode: 'shared', signal }, () => {})
      others.delete(other)
      if (others.size === 0) tell(false)
    }
    const look = async () => {
      const { held = [] } = await locks.query()
      if (signal.aborted) return
      for (const { name: other = '', mode } of held)
        if (other.startsWith(prefix) && mode === 'exclusive' && other !== name && !others.has(other))
          waitForEnd(other).catch(() => {})
    }
    const unsubscribe = channel.subscribe({ opened: (message) => message.flow === flow && void look().catch(() => {}) })
    const hold = () =>
      locks.request(name, { signal }, () => {
        channel.post({ kind: 'opened', flow })
        void look().catch(() => {})
        return new Promise<void>((release) => signal.addEventListener('abort', () => release()))
      })
    hold().catch(() => {})
    return () => {
      unsubscribe()
      stopped.abort()
    }
  }
