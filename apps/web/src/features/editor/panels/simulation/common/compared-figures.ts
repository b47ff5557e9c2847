import type { ComparedWindow } from '@plimsoll/simulation'

/** Requests per second, p95 in ms, failed ones in percent, and how many wait at the end (null: not known). */
export interface ComparedFigures {
  readonly rate: number
  readonly p95: number | null
  readonly errors: number
  readonly waiting: number | null
}

/** Figures of ten seconds as they are compared. */
export function comparedFigures({ spanMs, completed, failed, p95, waiting }: ComparedWindow): ComparedFigures {
  const finished = completed + failed
  return {
    rate: spanMs > 0 ? (completed * 1000) / spanMs : 0,
    p95,
    errors: finished > 0 ? (100 * failed) / finished : 0,
    waiting,
  }
}
