import type { LiveSnapshot } from '@plimsoll/simulation'
import { useRun } from '../../../stores/run.ts'

const SETTLING_MS = 500

/**
 * The snapshot twice a simulated second, and when the state changes: what is read as a list, and chosen from, must not change order ten
 * times a second.
 */
export function useSettledSnapshot(): LiveSnapshot | null {
  useRun(({ snapshot, state }) => snapshot && `${state} ${Math.floor(snapshot.elapsedTime / SETTLING_MS)}`)
  return useRun.getState().snapshot
}
