import type { LiveSnapshot } from '@plimsoll/live-engine'
import { useSyncExternalStore } from 'react'
import { useRun } from '../../run/run.ts'
import { throttled } from './common/throttled.ts'

const subscribe = throttled((onNews) =>
  useRun.subscribe((run, before) => onNews(run.state !== before.state || !run.snapshot || !before.snapshot)),
)

const snapshot = () => useRun.getState().snapshot

/**
 * The snapshot twice a second, and when the state changes: what is read as a list, and chosen from, must not change order with every
 * tick.
 */
export const useThrottledSnapshot = (): LiveSnapshot | null => useSyncExternalStore(subscribe, snapshot)
