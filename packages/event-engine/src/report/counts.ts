import type { RequestCounts, RunOutcome } from '../outcome.ts'
import type { Trials } from '../statistics/proportion.ts'

/** Per second of the measured time. */
export const perSecond = (count: number, { measuredMs }: RunOutcome): number => (count / measuredMs) * 1000

/** Failed ones of those that ended. */
export const endedOf = ({ completed, failed }: RequestCounts): Trials => ({ successes: failed, of: completed + failed })
