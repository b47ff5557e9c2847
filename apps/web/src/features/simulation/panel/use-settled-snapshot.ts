import type { LiveSnapshot } from '@plimsoll/simulation'
import { useRun } from '../../../stores/run.ts'

/** The snapshot once a simulated second, and when the run pauses: lists that are read must not change order ten times a second. */
export function useSettledSnapshot(): LiveSnapshot | null {
  useRun(({ snapshot, state }) => snapshot && `${state} ${Math.floor(snapshot.elapsedTime / 1000)}`)
  return useRun.getState().snapshot
}
