import { student95 } from '@plimsoll/simulation'
import { between, type Interval } from './estimate.ts'

const Z_95 = 1.959964

/** Successes of each replication, of so many. */
export interface Trials {
  readonly successes: number
  readonly of: number
}

interface Bounds {
  readonly lower: number
  readonly upper: number
}

/** The bounds of a proportion by Wilson's score at `z` standard errors: none of n does not mean never. */
export function wilson({ successes, of }: Trials, z = Z_95): Bounds {
  const share = Math.min(1, successes / of)
  const centre = (share + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const wide = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return { lower: Math.max(0, centre - wide), upper: Math.min(1, centre + wide) }
}

/** Standard errors of an interval: of a proportion of so many trials, and of one over so many replications. */
export interface Confidence {
  readonly z: number
  readonly student: (degrees: number) => number
}

const CONFIDENCE_95: Confidence = { z: Z_95, student: student95 }

/**
 * A proportion over replications between the wider of Wilson's bounds and those of its standard error over the replications, times
 * Student's t: failures come in clusters. Null where there were no trials.
 */
export function proportionOf(trials: readonly Trials[], { z, student }: Confidence = CONFIDENCE_95): Interval | null {
  const tried = trials.filter(({ of }) => of > 0)
  const total = sumOf(tried)
  if (total.of === 0) return null
  const share = total.successes / total.of
  const values = tried.map(({ successes, of }) => successes / of)
  if (trials.length < 2) return between(share, { lower: null, upper: null }, values)
  const squares = trials.reduce((sum, { successes, of }) => sum + (successes - share * of) ** 2, 0)
  const error = Math.sqrt((trials.length / (trials.length - 1)) * squares) / total.of
  const wide = student(trials.length - 1) * error
  const { lower, upper } = wilson(total, z)
  return between(
    share,
    { lower: Math.max(0, Math.min(lower, share - wide)), upper: Math.min(1, Math.max(upper, share + wide)) },
    values,
  )
}

const sumOf = (trials: readonly Trials[]): Trials => ({
  successes: trials.reduce((sum, { successes }) => sum + successes, 0),
  of: trials.reduce((sum, { of }) => sum + of, 0),
})
