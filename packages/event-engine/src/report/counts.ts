import type { MessageOutcome, RequestCounts, RunOutcome } from '../outcome.ts'
import type { Trials } from '../statistics/proportion.ts'

/** Per second of the measured time. */
export const perSecond = (count: number, { measuredMs }: RunOutcome): number => (count / measuredMs) * 1000

/** Failed ones of those that ended. */
export const endedOf = ({ completed, failed }: RequestCounts): Trials => ({ successes: failed, of: completed + failed })

/** Messages that were not processed, of those that ended. */
export function unprocessedOf({ processed, failed, expired, lost }: MessageOutcome): Trials {
  const unprocessed = failed + expired + lost
  return { successes: unprocessed, of: processed + unprocessed }
}
