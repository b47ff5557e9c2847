import { student95 } from '@plimsoll/simulation'
import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Model, StationModel } from '../model.ts'
import type { LinkOutcome, RunOutcome } from '../outcome.ts'
import { msToMost } from '../rules/autoscaler.ts'
import { mostAdmitted } from '../rules/room.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import { carriedBy, partsOf, waitingFor } from './limited-parts.ts'
import type { PartRef, Saturation, SaturationLimit, Steadiness } from './report.ts'
import { saturatedAt } from './saturation.ts'
import { answersOver } from './structure.ts'
import type { Unseen } from './unseen.ts'
import { offeredWork } from './work.ts'

/** From so much on, work is taken to come as fast as it can be done: what lies at the ends of a run leaves the rest. */
const FULL = 0.999
/** So much of the surplus at least is seen to pile up, where nothing sheds it. */
const SEEN = 0.25
/** At a part that is full, growth by so much of the arrivals needs no interval to be believed. */
const CLEAR = 0.05
/** A backlog that grows by so much of the arrivals is no beginning. */
const RUNAWAY = 0.2
/** One that grows by less may be chance. */
const SETTLED = 0.02

/** A part whose slots are held is suspected from so much load on: how long its calls wait is not computed. */
const SUSPECT = 0.5
/** From so much on, it may be too much: only a run that is long enough to report the response times shows that it is not. */
const DOUBTFUL = 0.85
/** Less than this share of the arrivals is carried where the others are turned away or given up, not only by chance. */
const SHED = 0.95
/** Standard errors that a drift must be away from none: it is looked at after each round. */
const DRIFTING = 4.3
/** A backlog that grows all the time has 2.3 times as much in the last quarter as in the second; one that fills up, 1.5 times at most. */
const STRAIGHT = 1.7

/** A timeout of at most this share of the time measured bounds what waits within the run. */
const SOON = 0.1
/** Calls that a request is taken to wait for at a time, at most. */
const MOST_COPIES = 10

interface Measured {
  readonly outcomes: readonly RunOutcome[]
  /** Limits that were not computed but measured: slots that were taken nearly all the time. */
  readonly taken: readonly SaturationLimit[]
  /** Whether the runs are long enough to report the mean response time. */
  readonly isReported: boolean
  /** Whether load or faults change by plan. */
  readonly isByPlan: boolean
  readonly unseen: Unseen
}

/** Whether the figures are of a state that lasts, by the work offered and the backlog measured. */
export function steadinessOf(model: Model, saturation: Saturation, measured: Measured): SeenSteadiness {
  const { outcomes, taken, isByPlan, unseen } = measured
  const full = saturation.limits.filter(
    (part) =>
      part.load >= FULL &&
      part.limit !== 'rate' &&
      !isShedBefore(model, part, outcomes) &&
      !isCancelledSoon(model, part, outcomes),
  )
  const shown = shownSteadiness(model, saturation, { ...measured, full })
  // What is planned is judged as it was.
  if (isByPlan) return { ...shown, mayBeTransient: false }
  if (shown.state !== 'none') return { ...shown, mayBeTransient: hasJustScaled(model, outcomes) }
  const computed = full.filter((limit) => !taken.includes(limit))
  const isTransient = !isCutShort(outcomes) && mayBeTransient(model, { outcomes, unseen, computed })
  return isTransient
    ? { ...shown, state: 'unsettled', overloaded: [], mayBeTransient: true }
    : { ...shown, mayBeTransient: false }
}

interface SeenSteadiness extends Steadiness {
  /** Whether there is, or was, a backlog that may be transient: an objective that is missed may be met later. */
  readonly mayBeTransient: boolean
}

/** Whether a backlog may be transient: the runs are too short for what is unseen, or for auto-scaling to add what is needed. */
function mayBeTransient(
  model: Model,
  {
    outcomes,
    unseen: { what },
    computed,
  }: Pick<Measured, 'outcomes' | 'unseen'> & { computed: readonly SaturationLimit[] },
): boolean {
  // So short a part of them tells nothing of the load.
  if (what.includes('bursts') || what.includes('swings of the load')) return true
  if (computed.length > 0) return false
  return what.length > 0 || scalingTakesMs(model, outcomes) > 0
}

/** How long runs have to be in which auto-scaling asks for more than it could add in these; 0: it does not. */
export const scalingTakesMs = ({ stations }: Model, outcomes: readonly RunOutcome[]): number =>
  Math.max(
    0,
    ...stations.map((station) =>
      station.scaling !== null && mayScale(station, outcomes) && asksForMore(station, outcomes)
        ? TIMES_TO_MOST * msToMost(station.scaling, station.instances)
        : 0,
    ),
  )

/** Whether auto-scaling sees more than its target and tolerance, as far as the means of the runs tell. */
const asksForMore = ({ scaling, node }: StationModel, outcomes: readonly RunOutcome[]): boolean =>
  outcomes.some(({ nodes }) => {
    const { meanWorking = 0, meanBusy = 0, meanSlots = 0 } = nodes[node] ?? {}
    if (scaling === null) return false
    const most = scaling.target * (1 + scaling.tolerance) * meanSlots
    if (scaling.metric === 'slots') return meanWorking > most
    return scaling.metric !== 'taken' || meanBusy > most
  })

/** A backlog that grew until auto-scaling had added all takes about as long to go, and as long again until that shows. */
const TIMES_TO_MOST = 3

const mayScale = ({ scaling, instances }: StationModel, outcomes: readonly RunOutcome[]): boolean =>
  scaling !== null && (outcomes[0]?.slices.durationMs ?? 0) < TIMES_TO_MOST * msToMost(scaling, instances)

/** Whether auto-scaling has added instances, so that requests waited for them, and not long ago. */
const hasJustScaled = ({ stations }: Model, outcomes: readonly RunOutcome[]): boolean =>
  stations.some(
    (station) =>
      mayScale(station, outcomes) &&
      outcomes.some(({ nodes }) => (nodes[station.node]?.meanInstances ?? 0) > station.instances),
  )

const isCutShort = (outcomes: readonly RunOutcome[]): boolean =>
  outcomes.some(({ endedEarly }) => endedEarly === 'too many in flight')

/** The same as if these runs were all that there is. `full`: what can do no more. */
function shownSteadiness(
  model: Model,
  saturation: Saturation,
  { outcomes, taken, isReported, full }: Measured & { readonly full: readonly SaturationLimit[] },
): Steadiness {
  const { offeredRps } = saturation
  const isOpen = model.sources.some(({ arrivals }) => arrivals !== 'closed')
  const over = answersOver(model)
  const atStations = meanOfValues(outcomes.map((outcome) => waitingGrowth(outcome, over)))
  const underWay = meanOfValues(outcomes.map((outcome) => growthOf(model, outcome, full)))
  // Work goes on at the stations for callers that have given up.
  const isGivenUp = atStations.mean > Math.max(underWay.mean, SETTLED * offeredRps, atStations.halfWidth ?? 0)
  const backlogPerSecond = isGivenUp ? atStations : underWay
  const steady: Steadiness = { state: 'steady', backlogPerSecond, overloaded: [] }
  if (!isOpen && !isLeftBehind(model, outcomes)) return steady
  const { mean, halfWidth } = backlogPerSecond
  const surplus = Math.max(0, ...surplusesOf(model, full, { offeredRps, outcomes }))
  const isGrowing = halfWidth === null ? mean > 0 : mean > halfWidth
  const isSure =
    isGrowing || mean > CLEAR * offeredRps || full.some((limit) => !taken.includes(limit) && isUnbounded(model, limit))
  const isPilingUp = mean > 0 && mean >= SEEN * surplus && isSure
  const isRunaway = isGrowing && mean > RUNAWAY * offeredRps && atStations.mean > mean / 2
  const suspects = saturation.limits.filter(({ load, isUpperBound }) => isUpperBound && load >= SUSPECT)
  if (full.length === 0 && suspects.length > 0 && isDrifting(outcomes)) {
    return { ...steady, state: 'none', overloaded: overloadedOf(model, suspects, { offeredRps, outcomes }) }
  }
  if (isCutShort(outcomes) || isRunaway || (full.length > 0 && isPilingUp))
    return { ...steady, state: 'none', overloaded: full }
  const doubtful = saturation.limits.filter(
    (limit) =>
      (taken.includes(limit) && saturatedAt(limit) > SHED * offeredRps) ||
      (!isReported && limit.isUpperBound && limit.load >= DOUBTFUL && limit.load < FULL),
  )
  const isUnsettled = doubtful.length > 0 || (isGrowing && mean > SETTLED * offeredRps)
  return isUnsettled ? { ...steady, state: 'unsettled', overloaded: doubtful } : steady
}

/** Whether more waits at the end than closed users can wait for: they have given up, and the work goes on. */
function isLeftBehind({ sources }: Model, outcomes: readonly RunOutcome[]): boolean {
  const users = sources.reduce((sum, source) => sum + source.users, 0)
  const mean = (of: (outcome: RunOutcome) => number) => meanOfValues(outcomes.map(of)).mean
  const underWay = mean(({ requests }) => requests.inFlightAtEnd)
  return mean((outcome) => waitingOf(outcome).at(-1) ?? 0) > Math.min(users, MOST_COPIES * Math.max(1, underWay))
}

/** Of the requests a second, at most those that come to each of these, what it cannot do. */
function surplusesOf(
  model: Model,
  full: readonly SaturationLimit[],
  { offeredRps, outcomes }: { readonly offeredRps: number; readonly outcomes: readonly RunOutcome[] },
): readonly number[] {
  if (full.length === 0) return []
  const parts = partsOf(model)
  const works = outcomes.map((run) => offeredWork(model, run))
  return full.map((limit) => {
    const came = meanOfValues(works.map((work) => parts.cameTo(limit, work))).mean
    return Math.min(came, offeredRps) * (1 - 1 / limit.load)
  })
}

/** Whether ever more waits, as far as the runs show: the last quarter against the second one. */
function isDrifting(outcomes: readonly RunOutcome[]): boolean {
  const quarters = outcomes.map((outcome) => {
    const waiting = outcome.series.waiting.length > 0 ? waitingOf(outcome) : outcome.slices.inSystemMs
    const quarter = Math.floor(waiting.length / 4)
    const sum = (from: number) => waiting.slice(from * quarter, (from + 1) * quarter).reduce((all, one) => all + one, 0)
    return { earlier: sum(1), later: sum(3) }
  })
  if (quarters.length < 2) return false
  const { mean, halfWidth } = meanOfValues(quarters.map(({ earlier, later }) => later - earlier))
  const error = (halfWidth ?? 0) / student95(quarters.length - 1)
  const total = (of: 'earlier' | 'later') => quarters.reduce((sum, one) => sum + one[of], 0)
  return mean > DRIFTING * error && total('later') > STRAIGHT * total('earlier')
}

/** The suspect that was always taken, or what it waits for, with what it carried; none: with what was computed. */
function overloadedOf(
  model: Model,
  suspects: readonly SaturationLimit[],
  { offeredRps, outcomes }: { readonly offeredRps: number; readonly outcomes: readonly RunOutcome[] },
): readonly SaturationLimit[] {
  const parts = partsOf(model)
  const taken = suspects.filter((limit) => parts.isTaken(limit, outcomes))
  const waitsForOther = waitingFor(model, taken)
  const limit = taken.find((one) => !waitsForOther(one))
  if (limit === undefined) return suspects.slice(0, 1)
  const works = outcomes.map((run) => offeredWork(model, run))
  return [carriedBy(parts, { limit, offeredRps }, { works, outcomes })]
}

/** By the requests under way, or by what waits at a part: a server works on for a caller that has given up. */
function growthOf(model: Model, { requests, measuredMs, series }: RunOutcome, full: readonly PartRef[]): number {
  const perSecond = (grown: number) => (grown / measuredMs) * 1000
  const waiting = full.map(({ of, id }) => {
    const index = of === 'node' ? model.nodes.findIndex((one) => one.id === id) : linkIndex(model, id)
    const values = (of === 'node' ? series.inSystem : series.poolQueue)[index] ?? []
    return perSecond(rise(values.slice(-Math.round(measuredMs / series.spanMs))))
  })
  return Math.max(perSecond(requests.inFlightAtEnd - requests.inFlightAtStart), ...waiting)
}

/**
 * By what waits at stations, for pools and for lines: requests that pause before their retries come to an end, and those that are served or hold slots
 * for a call wait for nothing there (docs/decisions/0331).
 */
const waitingGrowth = (outcome: RunOutcome, over: ReturnType<typeof answersOver>): number =>
  (rise(waitingOf(outcome).slice(-Math.round(outcome.measuredMs / outcome.series.spanMs))) / outcome.measuredMs) *
    1000 +
  outcome.links.reduce((sum, link, index) => sum + lineGrowth(outcome, link, over[index] ?? []), 0)

/** Calls a second that a connection has more to carry than it carries, those over others included whose responses take its line. */
function lineGrowth({ links, measuredMs }: RunOutcome, link: LinkOutcome, over: readonly number[]): number {
  const uncarried = (growth: number, busy: number) => (growth === 0 ? 0 : growth / (busy + Math.abs(growth)))
  const part = Math.max(
    uncarried(link.requestLineGrowth, link.requestLine),
    uncarried(link.responseLineGrowth, link.responseLine),
  )
  const crossed = over.reduce((sum, other) => sum + (links[other]?.crossed ?? 0), link.crossed)
  return ((part * crossed) / measuredMs) * 1000
}

/** By span: what waits at stations, and for pools. */
function waitingOf({ series }: RunOutcome): readonly number[] {
  const parts = [...series.waiting, ...series.poolQueue]
  return series.arrived.map((_, span) => parts.reduce((sum, values) => sum + (values[span] ?? 0), 0))
}

/** From the first tenth to the last, as if it had gone on so over the whole. */
function rise(values: readonly number[]): number {
  const part = Math.floor(values.length / 10)
  if (part === 0) return 0
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / part
  return ((mean(values.slice(-part)) - mean(values.slice(0, part))) * values.length) / (values.length - part)
}

const linkIndex = (model: Model, id: string) => model.links.findIndex((link) => link.id === id)

/** Whether pools or brokers turned away what it cannot serve: all that it is called by, or its own, but for the line in front of a broker. */
function isShedBefore(
  { links, nodes }: Model,
  { of, id, limit }: SaturationLimit,
  outcomes: readonly RunOutcome[],
): boolean {
  const before = [...links.keys()].filter(
    (index) => (of === 'edge' ? links[index]?.id : nodes[links[index]?.target ?? -1]?.id) === id,
  )
  return before.every(
    (index) =>
      (limit !== 'line' || links[index]?.pool?.isAtTarget !== true) &&
      outcomes.some((outcome) => hadNoRoom(outcome.links[index])),
  )
}

const hadNoRoom = (link: LinkOutcome | undefined): boolean =>
  link !== undefined && (EVENT_FAILURES.queueFull in link.refused || EVENT_FAILURES.connectionRefused in link.refused)

/**
 * Whether all calls to a node are cancelled by timeouts that are short for the run: no more wait there than come in that time. Nobody
 * cancels a message.
 */
function isCancelledSoon(
  { links, nodes }: Model,
  { of, id }: SaturationLimit,
  outcomes: readonly RunOutcome[],
): boolean {
  const calls = of === 'node' ? links.filter(({ target }) => nodes[target]?.id === id) : []
  const soonMs = SOON * Math.min(...outcomes.map(({ measuredMs }) => measuredMs))
  return (
    calls.length > 0 &&
    calls.every(
      ({ message, cancelsOnTimeout, timeoutMs }) => message === null && cancelsOnTimeout && timeoutMs <= soonMs,
    )
  )
}

/** Nothing there turns away what cannot be served. */
function isUnbounded(model: Model, { of, id }: SaturationLimit): boolean {
  if (of === 'edge') return true
  return model.stations
    .filter(({ node }) => model.nodes[node]?.id === id)
    .some((station) => !Number.isFinite(mostAdmitted(station)))
}
