import { HOLDS, type Objective, type VerdictResult } from '@plimsoll/event-engine'
import type { Spread } from '@plimsoll/simulation'

/** What became of an objective. */
export interface LiveVerdict extends Objective {
  /** One whose figure could not be measured fails. */
  readonly result: VerdictResult
  /** How far the mean keeps away from the limit, in the metric's unit; negative beyond it. Null: not measured. */
  readonly margin: number | null
  readonly measured: Spread | null
}

/** Holds an objective against the whole 95 % interval; against the mean where there is none. */
export function judge(objective: Objective, measured: Spread | null): LiveVerdict {
  const { comparison, limit } = objective
  if (measured === null) return { ...objective, result: 'fail', margin: null, measured }
  const { mean, halfWidth } = measured
  const ends = [mean - (halfWidth ?? 0), mean + (halfWidth ?? 0)].map((end) => HOLDS[comparison](end, limit))
  const result = ends.every(Boolean) ? 'pass' : ends.some(Boolean) ? 'undecided' : 'fail'
  return { ...objective, result, margin: comparison.startsWith('<') ? limit - mean : mean - limit, measured }
}
