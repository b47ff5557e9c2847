import { boundsOf, coarser, type Histogram, mergeHistograms } from '../measure/histogram.ts'
import type { Samples } from '../statistics/pooled.ts'

/** Buckets of 1/16 octave: at most 6.25 % wide. */
const COARSER = 8

/** How many response times lie from `fromMs` up to, and without, `toMs`. */
export interface Bin {
  readonly fromMs: number
  readonly toMs: number
  readonly count: number
}

/** The response times of all replications in bins of 1/16 octave, least first; those without any are left out. */
export function binsOf(samples: Samples): readonly Bin[] {
  const all: Histogram = coarser(mergeHistograms(samples), COARSER)
  const least = boundsOf({ ...all, first: 0 }, 0).from
  const zeros = all.zeros > 0 ? [{ fromMs: 0, toMs: least, count: all.zeros }] : []
  return [
    ...zeros,
    ...[...all.counts].flatMap((count, index) => {
      const { from, to } = boundsOf(all, index)
      return count > 0 ? [{ fromMs: from, toMs: to, count }] : []
    }),
  ]
}
