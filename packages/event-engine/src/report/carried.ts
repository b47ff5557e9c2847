import type { LinkModel, Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import type { EventReport, SaturationLimit } from './report.ts'
import { capacityOf, poolPlaces, withFound } from './saturation.ts'
import { stationsByNode } from './structure.ts'
import { type OfferedWork, offeredWork } from './work.ts'

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

/** Taken so much of the time, with so many in the queue, it is what limits the rest. */
const ALWAYS = 0.98
const QUEUEING = 1
/** Of what another part carries: the rest is chance. */
const EXPLAINED = 0.99
/** What is beyond the load fails no more visits than before, or so much more: else the time that they take is not that of a visit. */
const MORE_FAILURES = 0.01

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
 * A report with what slots and places carry that are always taken under too much load, in place of what they carry at most: the lower
 * end of its interval. Of several of which one waits for another the last counts.
 */
export function withCarried<R extends EventReport>(report: R, before: Runs, overloaded: Runs): R {
  const parts = partsOf(overloaded.model)
  const taken = report.saturation.limits.filter(
    (limit) =>
      limit.isUpperBound &&
      parts.isTaken(limit, overloaded.outcomes) &&
      parts.failedShare(limit, overloaded.outcomes) <= parts.failedShare(limit, before.outcomes) + MORE_FAILURES,
  )
  if (taken.length === 0) return report
  const exactRps = Math.min(
    ...report.saturation.limits.flatMap(({ isUpperBound, atRps }) => (isUpperBound ? [] : [atRps])),
  )
  const works = before.outcomes.map((run) => offeredWork(before.model, run))
  const waitsForOther = waitingFor(overloaded.model, taken)
  const found = taken
    .filter((limit) => !waitsForOther(limit))
    .flatMap((limit): SaturationLimit[] => {
      const each = mean(works, (work) => parts.offeredTo(limit, work) / work.perSecond)
      const done = overloaded.outcomes.map((run) => ((parts.doneBy(limit, run) / run.measuredMs) * 1000) / each)
      const { lower, mean: middle } = meanOfValues(done)
      // What is computed without a bound explains it.
      if (middle > EXPLAINED * exactRps) return []
      const atRps = Math.min(limit.atRps, lower ?? middle)
      const load = report.saturation.offeredRps / atRps
      return load < 1 ? [{ ...limit, load, atRps, isUpperBound: false }] : []
    })
  return found.length === 0 ? report : { ...report, saturation: withFound(report.saturation, found) }
}

const mean = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0) / values.length

/** What is asked of the parts of a model, which limits name by their ids. */
function partsOf(model: Model) {
  const positions = (parts: readonly { readonly id: string }[]) => new Map(parts.map(({ id }, index) => [id, index]))
  const byId = { node: positions(model.nodes), edge: positions(model.links) }
  const indexOf = ({ of, id }: SaturationLimit): number => byId[of].get(id) ?? -1
  const stations = stationsByNode(model)
  const slots = stations.map((own) => own.reduce((sum, { station }) => sum + capacityOf(station, station.slots), 0))
  const placesOn = (index: number) => {
    const link = model.links[index]
    return link && poolPlaces(link, stations[link.target])
  }
  const brokersTo = model.nodes.map((): number[] => [])
  for (const [index, { target, pool }] of model.links.entries()) if (pool?.isAtTarget) brokersTo[target]?.push(index)
  /** At a node, and at the brokers before it. */
  const queueFor = (node: number, { nodes, links }: RunOutcome): number =>
    (brokersTo[node] ?? []).reduce((sum, link) => sum + (links[link]?.meanPoolQueue ?? 0), nodes[node]?.meanQueue ?? 0)
  /** Visits of a node, or calls over a connection, that ended. */
  const endedAt = (limit: SaturationLimit, { nodes, links }: RunOutcome) => {
    const index = indexOf(limit)
    if (limit.of === 'node') return { good: nodes[index]?.completed ?? 0, bad: nodes[index]?.failed ?? 0 }
    const { succeeded = 0, failed = 0, refused = {} } = links[index] ?? {}
    return { good: succeeded, bad: failed - Object.values(refused).reduce((sum, count) => sum + count, 0) }
  }
  return {
    isTaken(limit: SaturationLimit, outcomes: readonly RunOutcome[]): boolean {
      const index = indexOf(limit)
      const [places, busy, queue] =
        limit.of === 'edge'
          ? [
              placesOn(index),
              mean(outcomes, ({ links }) => links[index]?.meanPoolBusy ?? 0),
              mean(outcomes, ({ links }) => links[index]?.meanPoolQueue ?? 0),
            ]
          : [
              stations[index]?.every(({ station }) => station.discipline === 'fifo') ? slots[index] : undefined,
              mean(outcomes, ({ nodes }) => nodes[index]?.meanBusy ?? 0),
              mean(outcomes, (run) => queueFor(index, run)),
            ]
      return places !== undefined && busy >= ALWAYS * places && queue >= QUEUEING
    },
    failedShare: (limit: SaturationLimit, outcomes: readonly RunOutcome[]): number =>
      mean(outcomes, (run) => {
        const { good, bad } = endedAt(limit, run)
        return good + bad > 0 ? bad / (good + bad) : 0
      }),
    doneBy(limit: SaturationLimit, run: RunOutcome): number {
      const { good, bad } = endedAt(limit, run)
      return good + bad
    },
    offeredTo: (limit: SaturationLimit, { visits, calls }: OfferedWork): number =>
      (limit.of === 'edge' ? calls : visits)[indexOf(limit)] ?? 0,
  }
}

/** Whether a part waits for another of these. */
function waitingFor({ nodes, links }: Model, parts: readonly SaturationLimit[]): (limit: SaturationLimit) => boolean {
  const known = new Set(parts.map(({ of, id }) => `${of} ${id}`))
  const held = nodes.map((): LinkModel[] => [])
  for (const link of links) if (link.holds) held[link.source]?.push(link)
  const isKnown = (of: SaturationLimit['of'], id: string | undefined) => known.has(`${of} ${id}`)
  const waits = (from: number): boolean => {
    const seen = new Set([from])
    for (const node of seen) {
      for (const { id, target } of held[node] ?? []) {
        if (isKnown('edge', id) || isKnown('node', nodes[target]?.id)) return true
        seen.add(target)
      }
    }
    return false
  }
  return ({ of, id }) => {
    if (of === 'node') return waits(nodes.findIndex((node) => node.id === id))
    const target = links.find((link) => link.id === id)?.target ?? -1
    return isKnown('node', nodes[target]?.id) || waits(target)
  }
}
