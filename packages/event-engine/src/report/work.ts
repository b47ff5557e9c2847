import type { LinkModel, Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { callMs, forUsers, handOverMs, passShare } from '../rules/call-times.ts'
import { fixedPoint } from '../rules/fixed-point.ts'
import { lossWith } from '../rules/packet-loss.ts'
import { type LinkShares, linkSharesOf } from './classes.ts'
import { farShares } from './far-users.ts'
import {
  answeredShares,
  byLoadOf,
  callsPerVisit,
  handOversPerVisit,
  pausesPerVisit,
  startedVisits,
  withoutAnotherTry,
} from './ratios.ts'
import { distinctSteps, lastsAllRun, loseFaults, rateLimit, slowFaults, stationsByNode, visitsBy } from './structure.ts'
import { undisturbedShares } from './undisturbed-shares.ts'

/** Of slots, or of a line of storage. */
interface Use {
  readonly share: number
  /** Visits a second that use it. */
  readonly visits: number
}

/** What would be asked of each part per second if nothing were held up on the way there. */
export interface OfferedWork {
  /** Requests of all sources. */
  readonly perSecond: number
  /** With what faults lose all the time, as the users find them in the mean, near and far. */
  readonly links: readonly LinkModel[]
  readonly visits: readonly number[]
  /** Those that come to a station: neither rejected by a limit nor passing. */
  readonly stationVisits: readonly number[]
  /** Calls, those retries left out that come of the load itself, and those that their sender answers itself. */
  readonly calls: readonly number[]
  /** By link: share of the calls that are sent that bring an answer back. */
  readonly answered: readonly number[]
  /** By link: time of its line that a call took, with what else this line carried, ms; null: none was sent. */
  readonly lineMsSeen: readonly (number | null)[]
  /** Share of each node's visits, and of each link's calls (or hand-overs), that the requests wait for. */
  readonly awaitedVisits: readonly number[]
  readonly awaitedCalls: readonly number[]
  /** By station: slots that its work keeps busy, and the fullest line of its storage (a share of 1: all of it is in use). */
  readonly busySlots: readonly number[]
  readonly storage: readonly Use[]
  /** By station: those of `stationVisits`. */
  readonly visitsAt: readonly number[]
  /** By station: slots that visits keep taken while they hold on for calls and the like, and the link for which they do so the longest. */
  readonly held: readonly { readonly slots: number; readonly link: number | null }[]
  /** Time of a visit at each node with its calls, if nothing waited anywhere, ms: so long a slot is taken. None of one that is rejected. */
  readonly heldMs: readonly number[]
  /** By link: time of a call that its limits let through, if nothing waited anywhere, ms. */
  readonly callMs: readonly number[]
}

/** Follows the offered requests along the links, in the shares that the run showed. */
export const offeredWork = (model: Model, outcome: RunOutcome): OfferedWork => offeredWorkAt(model, outcome)(1)

/** The same of so many times the load of the run. */
export function offeredWorkAt(model: Model, outcome: RunOutcome): (timesTheLoad: number) => OfferedWork {
  const shown = shownBy(model, outcome)
  return (timesTheLoad) =>
    workOf(model, outcome, { ...shown, arrivals: shown.arrivals.map((rate) => rate * timesTheLoad) })
}

interface Shown {
  readonly links: readonly LinkModel[]
  readonly linesSeen: readonly (number | null)[]
  readonly stations: ReturnType<typeof stationsByNode>
  readonly steps: ReturnType<typeof heldSteps>
  /** By node: requests that clients make there, per second. */
  readonly arrivals: readonly number[]
  /** By link: share of its calls that reach the target. */
  readonly passed: readonly number[]
  readonly shares: readonly LinkShares[]
  /** By link: calls that a visit at its source makes, those that it holds on for, and messages that it hands over. */
  readonly ratios: readonly number[]
  readonly awaitedRatios: readonly number[]
  readonly handOvers: readonly number[]
  /** By link: pauses before retries for each visit at its source, ms. */
  readonly pausesMs: readonly number[]
  /** By link: share of its calls that are answered, and of its hand-overs, that requests wait for. */
  readonly answered: readonly number[]
  readonly handedOver: readonly number[]
  /** By node: share of its visits that it answers. */
  readonly answeredAt: readonly number[]
}

/** What does not depend on the load: what the run showed, and the structure of the model. */
function shownBy(model: Model, outcome: RunOutcome): Shown {
  const seconds = outcome.measuredMs / 1000
  const arrivals = model.nodes.map(() => 0)
  const begun = model.nodes.map(() => 0)
  const rates = model.sources.map(({ node, arrivals: kind, rate }, index) => {
    const arrived = outcome.byClient[index]?.arrived ?? 0
    const perSecond = rate.isSteady && kind !== 'closed' ? rate.at(0) : arrived / seconds
    begun[node] = (begun[node] ?? 0) + arrived
    arrivals[node] = (arrivals[node] ?? 0) + perSecond
    return perSecond
  })
  const shares = linkSharesOf(model, outcome)
  const kept = shares.map((share) => share.kept)
  const links = losingLinks(model, outcome)
  const passed = links.map(passShare)
  const started = startedVisits(model, outcome, { begun, kept, passed })
  const byLoad = byLoadOf(model, outcome)
  const seen = byLoad.map((share, index) =>
    callsPerVisit(outcome.links[index], started[model.links[index]?.source ?? -1] ?? 0, share),
  )
  const ratios = undisturbedShares(model, withoutAnotherTry(model, { ratios: seen, outcome, byLoad })).map(
    (each, index) => each * (1 - (kept[index] ?? 0)),
  )
  const answeredAt = answeredShares(model, outcome, byLoad)
  const shareOf = (message: LinkModel['message']) =>
    model.links.map((link, index) => (link.message === message ? (shares[index]?.awaited ?? 0) : 0))
  const [answered, handedOver] = [shareOf(null), shareOf('acknowledged')]
  const handOvers = model.links.map(
    ({ source }, index) => (handedOver[index] ?? 0) * handOversPerVisit(outcome.links[index], started[source] ?? 0),
  )
  const awaitedRatios = ratios.map((ratio, index) => ratio * (answered[index] ?? 0))
  // What fails since a connection is cut for a time does not change what a part can carry.
  const isCut = model.faults.some(({ kind }) => kind === 'cut')
  const pausesMs = model.links.map(({ source, retry, holds }, index) => {
    const awaitedShare = isCut ? 0 : (holds ? (answered[index] ?? 0) : 0) + (handedOver[index] ?? 0)
    const of = { visits: started[source] ?? 0, byLoad: byLoad[index]?.failed ?? 0 }
    return awaitedShare * pausesPerVisit(retry, outcome.links[index], of)
  })
  const linesSeen = lineMsSeen(outcome)
  const far = farShares(model, { rates, crossing: ratios.map((each, index) => each * (passed[index] ?? 1)) })
  return {
    links: links.map((link, index) => forUsers(ofSeenSizes(link, linesSeen[index] ?? null), far[index] ?? 0)),
    linesSeen,
    ...{ stations: stationsByNode(model), steps: heldSteps(model), arrivals, passed, shares, ratios, awaitedRatios },
    ...{ handOvers, pausesMs, answered, handedOver, answeredAt },
  }
}

const lineMsSeen = ({ links, measuredMs }: RunOutcome): readonly (number | null)[] =>
  links.map(({ requestLine, requestLineGrowth, crossed }) =>
    crossed > 0 ? ((requestLine + requestLineGrowth) * measuredMs) / crossed : null,
  )

/** Where requests have sizes of their own, with the time of the line and of the users' access that they were seen to take. */
function ofSeenSizes(link: LinkModel, seenMs: number | null): LinkModel {
  const { perKB } = link
  if (perKB === null || perKB.lineMs === 0 || seenMs === null) return link
  return { ...link, requestLineMs: seenMs, requestAccessMs: (seenMs * perKB.accessMs) / perKB.lineMs }
}

/** With the packets that faults lose during the whole run: what is lost for a time only does not change what a part can do. */
function losingLinks(model: Model, outcome: RunOutcome): readonly LinkModel[] {
  const faults = loseFaults(model).filter((fault) => lastsAllRun(fault, outcome))
  return model.links.map((link, index) => {
    const shares = faults.flatMap((fault) => (fault.link === index ? [fault.share] : []))
    if (link.loss === null || shares.length === 0) return link
    return { ...link, loss: { ...link.loss, probability: lossWith(link.loss.probability, shares) } }
  })
}

function workOf(model: Model, outcome: RunOutcome, shown: Shown): OfferedWork {
  const { links, linesSeen, stations, steps, arrivals, passed, shares, ratios, awaitedRatios } = shown
  const { handOvers, pausesMs, answered, handedOver, answeredAt } = shown
  const allowed = stations.map((group) => rateLimit(group.flatMap(({ station }) => station.limits)))
  const visits = spread(model, arrivals, { ratios, passed, allowed })
  const awaited = spread(model, arrivals, { ratios: awaitedRatios, passed, allowed })
  const awaitedVisits = visits.map((rate, index) => (rate > 0 ? Math.min(1, (awaited[index] ?? 0) / rate) : 0))
  const admittedShares = visits.map((rate, node) => shareWithin(allowed[node] ?? 0, rate))
  const perVisit = (each: readonly number[]) =>
    model.links.map(({ source }, index) => (each[index] ?? 0) * (admittedShares[source] ?? 1))
  const calls = perVisit(ratios).map((count, index) => (visits[model.links[index]?.source ?? -1] ?? 0) * count)
  const letThrough = model.links.map(({ limits }, index) => shareWithin(rateLimit(limits), calls[index] ?? 0))
  // A call that a limit of its connection refuses takes no time.
  const perHeldVisit = (each: readonly number[]) =>
    perVisit(each).map((count, index) => count * (letThrough[index] ?? 1))
  const heldFor = {
    ratios: perHeldVisit(awaitedRatios),
    handOvers: perHeldVisit(handOvers),
    pausesMs: perVisit(pausesMs),
  }
  const { busySlots, storage, visitsAt } = stationWork(model, outcome, {
    shares,
    admitted: model.links.map(
      ({ target }, index) =>
        (calls[index] ?? 0) * (letThrough[index] ?? 1) * (passed[index] ?? 1) * (admittedShares[target] ?? 1),
    ),
  })
  const byNode = (each: readonly number[]) =>
    stations.map((group) => group.reduce((sum, { position }) => sum + (each[position] ?? 0), 0))
  const busyAt = byNode(busySlots)
  const serviceMs = visits.map((rate, node) => (rate > 0 ? ((busyAt[node] ?? 0) / rate) * 1000 : 0))
  const heldMs = fixedPoint(serviceMs, (before) => {
    const times = timesOfCalls(links, heldFor, { heldMs: before, admittedShares })
    return serviceMs.map((own, node) => own + sumOf(steps[node] ?? [], (link) => times[link] ?? 0))
  })
  const times = timesOfCalls(links, heldFor, { heldMs, admittedShares })
  return {
    perSecond: arrivals.reduce((sum, rate) => sum + rate, 0),
    links,
    visits,
    stationVisits: byNode(visitsAt),
    calls,
    answered: model.links.map(({ target, replies }, index) =>
      replies ? (passed[index] ?? 1) * (admittedShares[target] ?? 1) * (answeredAt[target] ?? 1) : 0,
    ),
    lineMsSeen: linesSeen,
    awaitedVisits,
    awaitedCalls: model.links.map(
      ({ source }, index) => ((answered[index] ?? 0) + (handedOver[index] ?? 0)) * (awaitedVisits[source] ?? 0),
    ),
    busySlots,
    storage,
    visitsAt,
    held: heldAtStations(model, { steps, shares, times, visits }),
    heldMs,
    callMs: links.map((link) => callMs(link, heldMs[link.target] ?? 0, admittedShares[link.target])),
  }
}

/** Share of a rate that a limit lets through. */
const shareWithin = (limit: number, rate: number): number => (rate > limit ? limit / rate : 1)

/** Rates of visits that arrivals bring when each visit makes so many calls over every link: set rates let no more through. */
function spread(
  model: Model,
  arrivals: readonly number[],
  { ratios, passed, allowed }: Record<'ratios' | 'passed' | 'allowed', readonly number[]>,
): readonly number[] {
  const allowedCalls = model.links.map(({ limits }) => rateLimit(limits))
  return visitsBy(model, arrivals, (link, visits) => {
    const calls = Math.min(visits, allowed[model.links[link]?.source ?? -1] ?? 0) * (ratios[link] ?? 0)
    return Math.min(calls, allowedCalls[link] ?? 0) * (passed[link] ?? 1)
  })
}

export const UNUSED: Use = { share: 0, visits: 0 }

export const fullestOf = (uses: readonly Use[]): Use =>
  uses.reduce((most, one) => (one.share > most.share ? one : most), UNUSED)

/** What the calls that are admitted ask of the stations, by the service times of the model. */
function stationWork(
  model: Model,
  outcome: RunOutcome,
  { shares, admitted }: { readonly shares: readonly LinkShares[]; readonly admitted: readonly number[] },
) {
  const busySlots = model.stations.map(() => 0)
  const storage = model.stations.map(() => new Map<number, Use>())
  const visitsAt = model.stations.map(() => 0)
  for (const [index, { target, stationOf, serviceFactor, serviceMs }] of model.links.entries()) {
    for (const [type, share] of (shares[index]?.classes ?? []).entries()) {
      const position = stationOf?.[type] ?? model.nodes[target]?.stationOf[type]
      const station = position == null ? undefined : model.stations[position]
      if (position == null || station === undefined) continue
      const rate = (admitted[index] ?? 0) * share
      visitsAt[position] = (visitsAt[position] ?? 0) + rate
      const ms =
        (station.meanMs[type] ?? 0) * serviceFactor * slowness(model, outcome, target) + station.extraMs + serviceMs
      busySlots[position] = (busySlots[position] ?? 0) + (rate * ms) / 1000
      const line = station.storage[type]
      if (!line) continue
      const most = line.isSpread ? (station.scaling?.max ?? station.instances) / station.instances : 1
      const { share: before, visits } = storage[position]?.get(line.line) ?? UNUSED
      storage[position]?.set(line.line, { share: before + rate / (line.perSecond * most), visits: visits + rate })
    }
  }
  return { busySlots, visitsAt, storage: storage.map((lines) => fullestOf([...lines.values()])) }
}

/** What makes a node slow for a time only does not change what it can do. */
const slowness = (model: Model, outcome: RunOutcome, node: number): number =>
  slowFaults(model)
    .filter((fault) => fault.node === node && lastsAllRun(fault, outcome))
    .reduce((factor, fault) => factor * fault.factor, 1)

/** By link, for each visit at its source: calls that it holds on for, messages that it hands over, and pauses before retries. */
type HeldFor = Record<'ratios' | 'handOvers' | 'pausesMs', readonly number[]>

/** By link: time for which a visit holds on, where a visit at each node takes so long. */
function timesOfCalls(
  links: readonly LinkModel[],
  { ratios, handOvers, pausesMs }: HeldFor,
  { heldMs, admittedShares }: Record<'heldMs' | 'admittedShares', readonly number[]>,
): readonly number[] {
  return links.map((link, index) => {
    const paused = pausesMs[index] ?? 0
    if (link.message === 'acknowledged') return paused + (handOvers[index] ?? 0) * handOverMs(link)
    if (!link.holds) return paused
    return paused + (ratios[index] ?? 0) * callMs(link, heldMs[link.target] ?? 0, admittedShares[link.target])
  })
}

/** Links that a visit calls in one step, and for copies how many go over each. */
interface HeldStep {
  readonly links: readonly number[]
  readonly copies: ReadonlyMap<number, number> | null
}

/** By node, one after another. */
const heldSteps = ({ nodes, links }: Model): readonly (readonly HeldStep[])[] =>
  nodes.map(({ program }) =>
    distinctSteps(program, links).map((step) => ({
      links: step.links,
      copies: step.copies ? countsOf(step.links) : null,
    })),
  )

/** Sums the times of what a visit holds on for. Copies go side by side, those over one connection, of each consumer group, as well. */
const sumOf = (steps: readonly HeldStep[], msOf: (link: number) => number): number =>
  steps.reduce((sum, { links, copies }) => {
    const times = links.map((link) => msOf(link) / (copies?.get(link) ?? 1))
    return sum + (copies ? Math.max(0, ...times) : times.reduce((total, one) => total + one, 0))
  }, 0)

interface Held {
  readonly steps: readonly (readonly HeldStep[])[]
  readonly shares: readonly LinkShares[]
  /** By link, for each visit at its source, ms. */
  readonly times: readonly number[]
  readonly visits: readonly number[]
}

/** By station, of the types of requests that have a slot there: some pass. */
const heldAtStations = ({ nodes, stations }: Model, { steps, shares, times, visits }: Held): OfferedWork['held'] =>
  stations.map(({ node }, position) => {
    const called = steps[node] ?? []
    const isHere = nodes[node]?.stationOf.map((station) => station === position) ?? []
    const msOf = (link: number) =>
      (shares[link]?.awaitedClasses ?? []).reduce(
        (sum, share, type) => (isHere[type] ? sum + share * (times[link] ?? 0) : sum),
        0,
      )
    const [link = null] = called.flatMap(({ links }) => links).toSorted((one, other) => msOf(other) - msOf(one))
    return { slots: ((visits[node] ?? 0) * sumOf(called, msOf)) / 1000, link }
  })

function countsOf(links: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const link of links) counts.set(link, (counts.get(link) ?? 0) + 1)
  return counts
}
