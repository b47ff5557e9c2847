import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { EventSettings } from '../settings.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import type { EventReport, SaturationLimit } from './report.ts'
import { capacityOf, withFound } from './saturation.ts'
import { stationsByNode } from './structure.ts'
import { offeredWork } from './work.ts'

/*
 * How long a slot or a place is held depends on how long its call waits, which only a run can tell. So the design is run with more
 * load than anything of it can carry: what is always taken then carries what it can.
 */

/** Of the load at which the first part is saturated. Beyond what the waiting of calls may take of a capacity, which is half. */
const NEAR = 0.5
const TOO_MUCH = 1.25
/** Events that the runs may take together: half of what the design took, at least and at most so many. */
const EVENTS = { share: 0.5, least: 250_000, most: 500_000 } as const
const WARM_UP = 0.2
const REPLICATIONS = 10

/** Taken so much of the time, with so many in the queue, it is what limits the rest. */
const ALWAYS = 0.98
const QUEUEING = 1
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
  const { limits } = report.saturation
  const taken = limits.filter(
    (limit) => limit.isUpperBound && isTaken(limit, overloaded) && !failsMore(limit, before, overloaded),
  )
  const waitsForOther = waitingFor(overloaded.model, taken)
  const found = taken
    .filter((limit) => !waitsForOther(limit))
    .flatMap((limit): SaturationLimit[] => {
      const { model, outcomes } = overloaded
      const { lower, mean } = meanOfValues(outcomes.map((run) => carriedRps(limit, model, run)))
      const atRps = Math.min(limit.atRps, lower ?? mean)
      const load = report.saturation.offeredRps / atRps
      return load < 1 ? [{ ...limit, load, atRps, isUpperBound: false }] : []
    })
  return found.length === 0 ? report : { ...report, saturation: withFound(report.saturation, found) }
}

const meanOfRuns = (outcomes: readonly RunOutcome[], of: (run: RunOutcome) => number): number =>
  outcomes.reduce((sum, run) => sum + of(run), 0) / outcomes.length

const nodeOf = ({ nodes }: Model, { id }: SaturationLimit): number => nodes.findIndex((one) => one.id === id)
const linkOf = ({ links }: Model, { id }: SaturationLimit): number => links.findIndex((one) => one.id === id)

function isTaken(limit: SaturationLimit, { model, outcomes }: Runs): boolean {
  const mean = (of: (run: RunOutcome) => number) => meanOfRuns(outcomes, of)
  if (limit.of === 'edge') {
    const link = linkOf(model, limit)
    const size = model.links[link]?.pool?.size ?? Number.POSITIVE_INFINITY
    return (
      mean(({ links }) => links[link]?.meanPoolBusy ?? 0) >= ALWAYS * size &&
      mean(({ links }) => links[link]?.meanPoolQueue ?? 0) >= QUEUEING
    )
  }
  const node = nodeOf(model, limit)
  const stations = stationsByNode(model)[node] ?? []
  const slots = stations.reduce((sum, { station }) => sum + capacityOf(station, station.slots), 0)
  return (
    stations.every(({ station }) => station.discipline === 'fifo') &&
    mean(({ nodes }) => nodes[node]?.meanBusy ?? 0) >= ALWAYS * slots &&
    mean(({ nodes }) => nodes[node]?.meanQueue ?? 0) >= QUEUEING
  )
}

function failsMore(limit: SaturationLimit, before: Runs, after: Runs): boolean {
  const failedShare = ({ model, outcomes }: Runs) =>
    meanOfRuns(outcomes, ({ nodes, links }) => {
      const { failed = 0, completed = 0 } = nodes[nodeOf(model, limit)] ?? {}
      const { failed: calls = 0, succeeded = 0 } = links[linkOf(model, limit)] ?? {}
      const [bad, good] = limit.of === 'node' ? [failed, completed] : [calls, succeeded]
      return bad + good > 0 ? bad / (bad + good) : 0
    })
  return failedShare(after) > failedShare(before) + MORE_FAILURES
}

/** Whether a part waits for another of these. */
function waitingFor({ nodes, links }: Model, parts: readonly SaturationLimit[]): (limit: SaturationLimit) => boolean {
  const known = new Set(parts.map(({ of, id }) => `${of} ${id}`))
  const isKnown = (of: SaturationLimit['of'], id: string | undefined) => known.has(`${of} ${id}`)
  const waits = (node: number, seen: Set<number>): boolean => {
    if (seen.has(node)) return false
    seen.add(node)
    return links.some(
      ({ id, source, target, holds }) =>
        source === node && holds && (isKnown('edge', id) || isKnown('node', nodes[target]?.id) || waits(target, seen)),
    )
  }
  return ({ of, id }) => {
    if (of === 'node')
      return waits(
        nodes.findIndex((node) => node.id === id),
        new Set(),
      )
    const target = links.find((link) => link.id === id)?.target ?? -1
    return isKnown('node', nodes[target]?.id) || waits(target, new Set())
  }
}

/** In requests of the clients. */
function carriedRps(limit: SaturationLimit, model: Model, run: RunOutcome): number {
  const { perSecond, visits, calls } = offeredWork(model, run)
  const seconds = run.measuredMs / 1000
  if (limit.of === 'edge') {
    const link = linkOf(model, limit)
    const { succeeded = 0, failed = 0, refused = {} } = run.links[link] ?? {}
    const notSent = Object.values(refused).reduce((sum, count) => sum + count, 0)
    return (perSecond * (succeeded + failed - notSent)) / seconds / (calls[link] ?? 0)
  }
  const node = nodeOf(model, limit)
  const { completed = 0, failed = 0 } = run.nodes[node] ?? {}
  return (perSecond * (completed + failed)) / seconds / (visits[node] ?? 0)
}
