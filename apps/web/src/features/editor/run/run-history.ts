import type { HistoryPoint } from '@plimsoll/live-engine'
import { create } from 'zustand'

export const NO_HISTORY: readonly HistoryPoint[] = []

/** The run on screen over time, oldest first; empty while there is none. Told of when there is a new point only. */
export const useRunHistory = create<{ readonly points: readonly HistoryPoint[] }>()(() => ({ points: NO_HISTORY }))

export function showHistory(points: readonly HistoryPoint[]): void {
  if (points !== useRunHistory.getState().points) useRunHistory.setState({ points })
}
