import { createRunHistory, type HistoryPoint, type HistorySource } from '@plimsoll/simulation'
import { create } from 'zustand'

let history = createRunHistory()

/** The run on screen over time, oldest first; empty while there is none. */
export const useRunHistory = create<{ readonly points: readonly HistoryPoint[] }>()(() => ({ points: [] }))

/** Takes a point where one is due. */
export function noteHistory(snapshot: HistorySource): void {
  if (history.note(snapshot)) useRunHistory.setState({ points: history.points() })
}

export function clearHistory(): void {
  history = createRunHistory()
  useRunHistory.setState({ points: history.points() })
}
