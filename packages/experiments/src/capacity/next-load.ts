import { expectedCapacity } from './crossing.ts'
import type { LoadPoint } from './try-load.ts'

/** Between what is known: the highest load that meets the objectives, and the lowest that does not. */
export interface Bracket {
  readonly lower: number | null
  readonly upper: number | null
  /** Loads between them that were not decided. */
  readonly unsure: readonly number[]
}

/** The interval is to be this narrow, as a share of the load. */
const TOLERANCE = 0.02
/** So many loads are tried at most, and so many that cannot be decided. */
const MOST_POINTS = 24
const MOST_UNSURE = 2
/** Of a load that the design keeps up with, so large a share completes. */
const KEPT_UP = 0.9
/** The lowest load that is tried. */
const LOWEST_RPS = 1
/** Where nothing overloads, the search ends at so many times today's load. */
export const HIGHEST_FACTOR = 1000
/** A load to try lies at least this share of the interval away from its ends. */
const INSIDE = 0.1

export function bracketOf(points: readonly LoadPoint[]): Bracket {
  const of = (wanted: LoadPoint['verdict']) => points.filter(({ verdict }) => verdict === wanted).map(({ rps }) => rps)
  const fails = of('fail')
  const upper = fails.length > 0 ? Math.min(...fails) : null
  const passes = of('pass').filter((rps) => upper === null || rps < upper)
  const lower = passes.length > 0 ? Math.max(...passes) : null
  const unsure = of('undecided').filter((rps) => rps > (lower ?? 0) && rps < (upper ?? Number.POSITIVE_INFINITY))
  return { lower, upper, unsure: unsure.toSorted((a, b) => a - b) }
}

/** The load to try after those; null: no other would tell more. */
export function nextLoad(points: readonly LoadPoint[], todayRps: number): number | null {
  if (points.length === 0) return todayRps
  const { lower, upper, unsure } = bracketOf(points)
  if (points.length >= MOST_POINTS) return null
  if (upper === null) return isBeyond(points) ? null : higher(points, todayRps)
  const lowest = Math.min(LOWEST_RPS, todayRps / 100)
  if (lower === null) return lowerOf(points, { lowest, upper, unsure })
  if (upper - lower <= TOLERANCE * upper || unsure.length >= MOST_UNSURE) return null
  if (unsure.length > 0) return besideUnsure(lower, upper, unsure)
  const expected = expectedCapacity(points)
  return expected === null ? middle(lower, upper) : around(expected, lower, upper, points.length)
}

/** Whether too much comes already, though the runs are too short to show what becomes of it: they would be shorter with more. */
function isBeyond(points: readonly LoadPoint[]): boolean {
  const isBehind = ({ verdict, goodput, offered }: LoadPoint) =>
    verdict === 'undecided' && goodput !== null && offered !== null && goodput.mean < KEPT_UP * offered.mean
  return points.filter(isBehind).length >= MOST_UNSURE
}

/** The lowest load; where that cannot be decided, half of the lowest one above it, a few times. */
function lowerOf(points: readonly LoadPoint[], { lowest, upper, unsure }: LowerEnd): number | null {
  if (!points.some(({ rps }) => rps <= lowest)) return lowest
  const above = unsure.filter((rps) => rps > lowest)
  const isUndecided = above.length < unsure.length
  return isUndecided && above.length <= MOST_UNSURE ? (above[0] ?? upper) / 2 : null
}

interface LowerEnd {
  readonly lowest: number
  readonly upper: number
  readonly unsure: readonly number[]
}

/** Just beyond what seems to saturate first, or else twice as much. */
function higher(points: readonly LoadPoint[], todayRps: number): number | null {
  const last = points.reduce((most, one) => (one.rps > most.rps ? one : most))
  const most = HIGHEST_FACTOR * todayRps
  if (last.rps >= most) return null
  const load = last.saturation[0]?.load ?? 0
  const factor = load > 0 ? (1 / load) * 1.03 : 2
  return Math.min(most, last.rps * Math.max(1.25, factor))
}

function middle(lower: number, upper: number): number {
  return upper > 2 * lower ? Math.sqrt(lower * upper) : (lower + upper) / 2
}

/** Half of the tolerance below what is expected, or above, so that two loads decide; now and then the middle. */
function around(expected: number, lower: number, upper: number, tried: number): number {
  const step = 0.45 * TOLERANCE * upper
  const inside = INSIDE * (upper - lower)
  const isInside = (rps: number) => rps > lower + inside && rps < upper - inside
  const candidates = [expected - step, expected + step].filter(isInside)
  return tried % 4 === 3 ? middle(lower, upper) : (candidates[0] ?? middle(lower, upper))
}

/** Nearer to a load that was not decided, on the side where more is unknown; null: both are near enough. */
function besideUnsure(lower: number, upper: number, unsure: readonly number[]): number | null {
  const [first, last] = [unsure[0] ?? upper, unsure.at(-1) ?? lower]
  const [below, above] = [first - lower, upper - last]
  if (Math.max(below, above) <= TOLERANCE * upper) return null
  return below > above ? (lower + first) / 2 : (last + upper) / 2
}
