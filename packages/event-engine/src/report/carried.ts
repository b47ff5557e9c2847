import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import { FEW_FAILURES, mean, partsOf, waitingFor } from './limited-parts.ts'
import type { EventReport, SaturationLimit } from './report.ts'
import { withFound } from './saturation.ts'
import { offeredWork } from './work.ts'

/*
 * How long a slot or a place is held depends on how long its call waits, which only a run can tell. So the design is run with more
 * load than anything of it can carry: what is always taken then carries what it can.
 */

/** Of the load at which the first part is saturated. Beyond what the waiting of calls may take of a capacity, which is half. */
const NEAR = 0.5
const TOO_MUCH = 1.25
/** Events that the runs may take together: half of what the design took, at least and at most so many. */
const EVENTS = { share: 0.5, least: 250_000, most: 1_000_000 } as const
const WARM_UP = 0.2
const REPLICATIONS = 10

/** Of what another part carries: the rest is chance. */
const EXPLAINED = 0.99

/** A part that carries so much of what it can carry is saturated: how long others wait for it tells nothing about these. */
const FULL = 0.98

/** How the design is run with too much load. */
export interface Overload {
  readonly settings: EventSettings
  readonly replications: number
}

/** The runs that tell what a part carries whose capacity is only known to be at most so much; null: there is none, or no run tells. */
export function overloadOf(
  model: Model,
  settings: EventSettings,
  { saturation, steadiness, quality }: Pick<EventReport, 'saturation' | 'steadiness' | 'quality'>,
): Overload | null {
  const [first] = saturation.limits
  if (first === undefined || first.load >= 1 || steadiness.state === 'none') return null
  const isPlain =
    settings.load.length + settings.faults.length + settings.recorded.length === 0 &&
    model.sources.every(({ arrivals }) => arrivals === 'open' || arrivals === 'even')
  const isUncertain = saturation.limits.some(({ isUpperBound, load }) => isUpperBound && load >= NEAR * first.load)
  if (!isPlain || !isUncertain) return null
  const rps = first.atRps * TOO_MUCH
  const { events, measuredMs, warmUpMs, replications } = quality
  const perMs = (events / replications / (measuredMs + warmUpMs)) * (rps / saturation.offeredRps)
  const most = Math.min(EVENTS.most, Math.max(EVENTS.least, events * EVENTS.share))
  const durationMs = most / REPLICATIONS / perMs
  const load = [{ atS: 0, forS: Number.POSITIVE_INFINITY, rps }]
  return { settings: { ...settings, load, durationMs, warmUpMs: durationMs * WARM_UP }, replications: REPLICATIONS }
}

interface Runs {
  readonly model: Model
  readonly outcomes: readonly RunOutcome[]
}

/**
 * A report with what slots, those of pools as well, carry that are always taken under too much load, in place of what they carry at most: the lower
 * end of its interval. Of several of which one waits for another the last counts.
 */
export function withCarried<R extends EventReport>(report: R, before: Runs, overloaded: Runs): R {
  const parts = partsOf(overloaded.model)
  const taken = report.saturation.limits.filter(
    (limit) =>
      limit.isUpperBound &&
      parts.isTaken(limit, overloaded.outcomes) &&
      parts.failedShare(limit, overloaded.outcomes) <= parts.failedShare(limit, before.outcomes) + FEW_FAILURES,
  )
  if (taken.length === 0) return report
  const exactRps = Math.min(
    ...report.saturation.limits.flatMap(({ isUpperBound, atRps }) => (isUpperBound ? [] : [atRps])),
  )
  const works = before.outcomes.map((run) => offeredWork(before.model, run))
  const carried = (limit: SaturationLimit) => {
    const each = mean(works, (work) => parts.offeredTo(limit, work) / work.perSecond)
    return meanOfValues(overloaded.outcomes.map((run) => ((parts.doneBy(limit, run) / run.measuredMs) * 1000) / each))
  }
  const full = report.saturation.limits.filter(
    (limit) => !limit.isUpperBound && limit.limit !== 'rate' && carried(limit).mean >= FULL * limit.atRps,
  )
  const waitsForOther = waitingFor(overloaded.model, [...taken, ...full])
  const found = taken
    .filter((limit) => !waitsForOther(limit))
    .flatMap((limit): SaturationLimit[] => {
      const { lower, mean: middle } = carried(limit)
      // What is computed without a bound explains it.
      if (middle > EXPLAINED * exactRps) return []
      const atRps = Math.min(limit.atRps, lower ?? middle)
      const load = report.saturation.offeredRps / atRps
      return load < 1 ? [{ ...limit, load, atRps, isUpperBound: false, instances: null }] : []
    })
  return found.length === 0 ? report : { ...report, saturation: withFound(report.saturation, found) }
}
