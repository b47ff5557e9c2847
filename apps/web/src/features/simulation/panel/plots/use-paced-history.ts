import type { HistoryPoint } from '@plimsoll/simulation'
import { useSyncExternalStore } from 'react'
import { useRunHistory } from '../../../../stores/run-history.ts'

const LEAST_MS = 500

/** The history, told of at most twice a second of the reader's time however fast the run is; that it was cleared, at once. */
export const usePacedHistory = (): readonly HistoryPoint[] => useSyncExternalStore(subscribe, points)

const points = () => useRunHistory.getState().points

function subscribe(onChange: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    toldAt = performance.now()
    onChange()
  }
  const unsubscribe = useRunHistory.subscribe(() => {
    const wait = toldAt + LEAST_MS - performance.now()
    if (wait <= 0 || points().length === 0) tell()
    else timer ??= setTimeout(tell, wait)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
