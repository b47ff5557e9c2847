import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import { FEW_FAILURES, mean, partsOf, waitingFor } from './limited-parts.ts'
import type { EventReport, SaturationLimit } from './report.ts'
import { saturatedAt, withFound } from './saturation.ts'
import { offeredWork } from './work.ts'

/*
 * How long a slot or a place is held depends on how long its call waits, which only a run can tell. So the design is run with so much
 * load that what is too small for others is always taken, and carries what it can.
 */

/** Of the load at which the first part is saturated. Beyond what the waiting of calls may take of a capacity, which is half. */
const NEAR = 0.5
const TOO_MUCH = 1.25
/** Of the load at which a part is full that waits for nothing: beyond it whatever waits for that part is always taken. */
const ALMOST_FULL = 0.98
/** Events that the runs may take together: half of what the design took, at least and at most so many. */
const EVENTS = { share: 0.5, least: 250_000, most: 1_000_000 } as const
const WARM_UP = 0.2
const REPLICATIONS = 10

/** Of what was offered: the rest is chance. */
const ALL = 0.99

/** How the design is run with too much load. */
export interface Overload {
  readonly settings: EventSettings
  readonly replications: number
  readonly rps: number
  /** Whether a part that waits for nothing is almost full: how long others wait for it depends on the load. */
  readonly isAlmostFull: boolean
}

/** The runs that tell what a part carries whose capacity is only known to be at most so much; null: there is none, or no run tells. */
export function overloadOf(
  model: Model,
  settings: EventSettings,
  { saturation, steadiness, quality }: Pick<EventReport, 'saturation' | 'steadiness' | 'quality'>,
): Overload | null {
  const [first] = saturation.limits
  if (first === undefined || first.atRps === null || first.load >= 1 || steadiness.state === 'none') return null
  const isPlain =
    settings.load.length + settings.faults.length + settings.recorded.length === 0 &&
    model.sources.every(({ arrivals }) => arrivals === 'open' || arrivals === 'even')
  const times = first.atRps / saturation.offeredRps
  // Slots may be full although a limit lets too little through to fill them: how long calls wait is not in their load.
  const { mayQueue } = partsOf(model)
  const isUncertain = saturation.limits.some(
    (limit) => limit.isUpperBound && limit.load * times >= NEAR && mayQueue(limit),
  )
  if (!isPlain || !isUncertain) return null
  const fullRps = Math.min(...saturation.limits.filter(({ isUpperBound }) => !isUpperBound).map(saturatedAt))
  const rps = Math.min(first.atRps * TOO_MUCH, fullRps * ALMOST_FULL)
  const { events, measuredMs, warmUpMs, replications } = quality
  const perMs = (events / replications / (measuredMs + warmUpMs)) * (rps / saturation.offeredRps)
  const most = Math.min(EVENTS.most, Math.max(EVENTS.least, events * EVENTS.share))
  const durationMs = most / REPLICATIONS / perMs
  return {
    settings: { ...settings, load: loadOf(rps), durationMs, warmUpMs: durationMs * WARM_UP },
    replications: REPLICATIONS,
    rps,
    isAlmostFull: rps < first.atRps * TOO_MUCH,
  }
}

const loadOf = (rps: number): EventSettings['load'] => [{ atS: 0, forS: Number.POSITIVE_INFINITY, rps }]

/**
 * Runs nearer to the load at which slots or places are just taken, as what was carried shows: others load the part that these wait for
 * less then. Null: the wait does not depend on the load.
 */
export function nearerTo({ saturation: { limits } }: EventReport, overload: Overload): Overload | null {
  const rps = (overload.rps + (limits[0]?.atRps ?? overload.rps)) / 2
  return overload.isAlmostFull ? { ...overload, settings: { ...overload.settings, load: loadOf(rps) }, rps } : null
}

interface Runs {
  readonly model: Model
  readonly outcomes: readonly RunOutcome[]
}

/** Slots, those of pools as well, that are too few under too much load. Of several of which one waits for another the last counts. */
export function tooFewUnder(
  rps: number,
  { saturation }: EventReport,
  { before, overloaded }: Record<'before' | 'overloaded', Runs>,
): readonly SaturationLimit[] {
  const parts = partsOf(overloaded.model)
  const taken = saturation.limits.filter(
    (limit) =>
      limit.isUpperBound &&
      parts.isTaken(limit, overloaded.outcomes) &&
      parts.failedShare(limit, overloaded.outcomes) <= parts.failedShare(limit, before.outcomes) + FEW_FAILURES,
  )
  const waitsForOther = waitingFor(overloaded.model, taken)
  const carried = carriedIn({ before, overloaded })
  return taken.filter((limit) => !waitsForOther(limit) && carried(limit).mean <= ALL * rps)
}

/** A report with what these slots carried, in place of what they carry at most: the lower end of its interval. */
export function withCarried<R extends EventReport>(
  report: R,
  limits: readonly SaturationLimit[],
  runs: Record<'before' | 'overloaded', Runs>,
): R {
  const carried = carriedIn(runs)
  const found = limits.flatMap((limit): SaturationLimit[] => {
    const { lower, mean: middle } = carried(limit)
    const atRps = Math.min(saturatedAt(limit), lower ?? middle)
    const load = report.saturation.offeredRps / atRps
    return load < 1 ? [{ ...limit, load, atRps, isUpperBound: false, instances: null }] : []
  })
  return found.length === 0 ? report : { ...report, saturation: withFound(report.saturation, found) }
}

/** Requests per second of which a part did its share. */
function carriedIn({ before, overloaded }: Record<'before' | 'overloaded', Runs>) {
  const parts = partsOf(overloaded.model)
  const works = before.outcomes.map((run) => offeredWork(before.model, run))
  return (limit: SaturationLimit) => {
    const each = mean(works, (work) => parts.offeredTo(limit, work) / work.perSecond)
    return meanOfValues(overloaded.outcomes.map((run) => ((parts.doneBy(limit, run) / run.measuredMs) * 1000) / each))
  }
}
