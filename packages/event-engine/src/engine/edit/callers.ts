import { NONE, STATE } from '../call-records.ts'
import type { Run } from '../run.ts'

/** All that are in flight: not free, and not dropped from a queue. */
export function inFlight({ records }: Run): readonly number[] {
  const found: number[] = []
  for (let record = 0; record < records.made; record += 1) {
    const state = records.stateOf(record)
    if (state !== STATE.free && state !== STATE.dropped) found.push(record)
  }
  return found
}

/** Visits that wait for a call. */
export const callersIn = (run: Run): ReadonlySet<number> =>
  new Set(
    inFlight(run).flatMap((record) => (run.records.callerOf(record) === NONE ? [] : [run.records.callerOf(record)])),
  )
