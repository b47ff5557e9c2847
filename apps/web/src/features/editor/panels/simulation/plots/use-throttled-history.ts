import type { HistoryPoint } from '@plimsoll/live-engine'
import { useSyncExternalStore } from 'react'
import { useRunHistory } from '../../../run/run-history.ts'
import { throttled } from '../common/throttled.ts'

const subscribe = throttled((onNews) => useRunHistory.subscribe(({ points }) => onNews(points.length === 0)))

const points = () => useRunHistory.getState().points

/** The history, told of twice a second; that it was cleared, at once. */
export const useThrottledHistory = (): readonly HistoryPoint[] => useSyncExternalStore(subscribe, points)
