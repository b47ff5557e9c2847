import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Model, Retry } from '../model.ts'
import type { LinkOutcome, RunOutcome } from '../outcome.ts'
import { fixedPoint } from '../rules/fixed-point.ts'
import { meanRetryWaitMs } from '../rules/retry-waits.ts'
import { stationsByNode, struckLinks } from './structure.ts'

/** Fuller, a station that is shared is taken to pile up. */
const FULL = 0.98

/** Visits of each node that came to make their calls. */
export function startedVisits(
  model: Model,
  { nodes, links }: RunOutcome,
  { begun, kept, passed }: Record<'begun' | 'kept' | 'passed', readonly number[]>,
): readonly number[] {
  const came = [...begun]
  for (const [index, { target }] of model.links.entries())
    came[target] = (came[target] ?? 0) + sentOver(links[index], kept[index] ?? 0) * (passed[index] ?? 1)
  const stations = stationsByNode(model)
  return model.nodes.map(({ stationOf }, index) => {
    const node = nodes[index]
    // Some pass without a visit to a station, which counts them nowhere.
    if (node === undefined || stationOf.includes(null)) return came[index] ?? 0
    const isQueueing = (stations[index] ?? []).some(
      ({ station: { discipline, slots } }) => discipline === 'fifo' && Number.isFinite(slots),
    )
    const isFull = node.meanWorking >= FULL * node.meanSlots && node.meanSlots > 0
    // Some hold their slots for a call that they have made. At stations that are shared all begin when they come.
    const served = isQueueing ? node.started : isFull ? node.completed + node.failed : node.arrived
    return (begun[index] ?? 0) + served
  })
}

/** Calls that were let go, but for the share that their sender answers itself. */
const sentOver = (link: LinkOutcome | undefined, kept: number): number =>
  link ? Math.max(0, link.attempts * (1 - kept) - refusedBy(link)) : 0

const refusedBy = ({ refused }: LinkOutcome): number => Object.values(refused).reduce((sum, count) => sum + count, 0)

/** Shares that the load brings of a link's failures, and of its calls in place of those that failed over other links. */
export interface ByLoad {
  readonly failed: number
  readonly failovers: number
}

/** Calls that a visit makes by itself: what the load made be tried again is left out. */
export function callsPerVisit(link: LinkOutcome | undefined, visits: number, byLoad: ByLoad): number {
  if (link === undefined || visits <= 0) return 0
  return Math.max(0, firstCalls(link, byLoad) + link.retries * (1 - byLoad.failed)) / visits
}

const firstCalls = ({ attempts, retries, failovers }: LinkOutcome, byLoad: ByLoad): number =>
  attempts - retries - failovers * byLoad.failovers

/** By link. */
export function byLoadOf(model: Model, outcome: RunOutcome): readonly ByLoad[] {
  const failed = failedByLoad(model, outcome)
  const passedOn = model.nodes.map(() => ({ all: 0, byLoad: 0 }))
  for (const [index, { source, failsOver }] of model.links.entries()) {
    const [link, of] = [outcome.links[index], passedOn[source]]
    if (!failsOver || link === undefined || of === undefined) continue
    const forGood = Math.max(0, link.failed - link.retries)
    of.all += forGood
    of.byLoad += forGood * (failed[index] ?? 0)
  }
  return model.links.map(({ source }, index) => {
    const { all = 0, byLoad = 0 } = passedOn[source] ?? {}
    return { failed: failed[index] ?? 0, failovers: byLoad / Math.max(1, all) }
  })
}

/** How long a visit pauses before it tries calls again, ms: none that the load made fail, and nothing that a broker delivers again. */
export function pausesPerVisit(
  retry: Retry | null,
  link: LinkOutcome | undefined,
  { visits, byLoad }: { readonly visits: number; readonly byLoad: number },
): number {
  if (retry === null || link === undefined || visits <= 0) return 0
  const retries = Math.max(0, link.retries - (link.messages?.redelivered ?? 0)) * (1 - byLoad)
  const calls = link.attempts - link.retries + retries
  return calls > 0 ? (retries / visits) * meanRetryWaitMs(retry, retries / calls) : 0
}

/** By link: calls that failed for good, and with them their visit. Of a message it learns only that it was not handed over. */
function failedWithVisit({ nodes, links }: Model, outcome: RunOutcome): readonly number[] {
  const awaited = new Set(
    nodes.flatMap(({ program }) => program.flat().flatMap(({ links, inBackground }) => (inBackground ? [] : links))),
  )
  return links.map(({ message }, index) => {
    const link = outcome.links[index]
    if (link === undefined || message === 'sent' || !awaited.has(index)) return 0
    if (message === null) return Math.max(0, link.failed - link.retries)
    // What its broker has no room for is handed over.
    const notHandedOver = link.timedOut + refusedBy(link) - (link.refused[EVENT_FAILURES.queueFull] ?? 0)
    return Math.max(0, notHandedOver - (link.retries - (link.messages?.redelivered ?? 0)))
  })
}

/**
 * By link: the share of its failed calls that the load made fail. They timed out, were stopped, or turned away at their target, or a call
 * that their visit made failed for these reasons. Those of a connection that is cut, or whose target is out, as that is set, count as such:
 * it does not change what a part can carry.
 */
function failedByLoad(model: Model, outcome: RunOutcome): readonly number[] {
  const { nodes, links } = outcome
  const forGood = failedWithVisit(model, outcome)
  // A visit that does not hold on for its call has ended well at its node.
  const failedVisits = nodes.map(({ failed }) => failed)
  for (const [index, { source, holds, message }] of model.links.entries())
    if (!holds && message === null) failedVisits[source] = (failedVisits[source] ?? 0) + (forGood[index] ?? 0)
  const struck = struckLinks(model)
  const shareOf = (index: number, visits: readonly number[]) => {
    const [link, target] = [links[index], model.links[index]?.target ?? -1]
    const node = nodes[target]
    if (link === undefined || node === undefined) return 0
    if (struck.has(index)) return 1
    const failed = (failedVisits[target] ?? 0) * (visits[target] ?? 0)
    const ofVisit = (node.rejected + failed) / Math.max(1, node.arrived + node.rejected)
    return Math.min(1, (link.timedOut + refusedBy(link) + link.crossed * ofVisit) / Math.max(1, link.failed))
  }
  // By node: the share of its failed visits that the load made fail.
  const visits = fixedPoint(
    model.nodes.map(() => 0),
    (before) => {
      const [all, byLoad] = [nodes.map(() => 0), nodes.map(() => 0)]
      for (const [index, { source, message }] of model.links.entries()) {
        const share = message === null ? shareOf(index, before) : 1
        all[source] = (all[source] ?? 0) + (forGood[index] ?? 0)
        byLoad[source] = (byLoad[source] ?? 0) + (forGood[index] ?? 0) * share
      }
      return failedVisits.map((failed, index) => (byLoad[index] ?? 0) / Math.max(1, failed, all[index] ?? 0))
    },
  )
  return model.links.map((_, index) => shareOf(index, visits))
}

/** Messages that a visit sends and waits for until they are handed over: what is delivered again is not waited for. */
export const handOversPerVisit = (link: LinkOutcome | undefined, visits: number): number =>
  visits > 0 ? (link?.messages?.published ?? 0) / visits : 0

/** Calls with those of their other tries that do not come of the load, calls included that have yet to end. */
export function withoutAnotherTry(
  model: Model,
  { ratios, outcome, byLoad: shares }: { ratios: readonly number[]; outcome: RunOutcome; byLoad: readonly ByLoad[] },
): readonly number[] {
  const clients = retryingClients(model, outcome, shares)
  return ratios.map((ratio, index) => {
    const [link, { source = -1, message = null, retry = null } = {}] = [outcome.links[index], model.links[index]]
    const byLoad = shares[index] ?? NOT_BY_LOAD
    const counted = callsPerVisit(link, 1, byLoad)
    if (link === undefined || counted === 0) return ratio
    const client = message === null ? clients.get(source) : undefined
    const most = (1 + (retry?.waitsMs.length ?? 0)) * (client?.most ?? 1)
    const tries = triesByAnyLoad(link, { most, byLoad: client?.byLoad ?? byLoad.failed })
    return (ratio * firstCalls(link, byLoad) * tries) / counted
  })
}

const NOT_BY_LOAD: ByLoad = { failed: 0, failovers: 0 }

interface Tries {
  readonly most: number
  /** Share of the failures that the load brings. */
  readonly byLoad: number
}

/** By node: a client tries a request again whichever of its calls failed. */
function retryingClients(model: Model, outcome: RunOutcome, shares: readonly ByLoad[]): ReadonlyMap<number, Tries> {
  const failures = model.nodes.map(() => ({ all: 0, byLoad: 0 }))
  for (const [index, { source, message }] of model.links.entries()) {
    const [{ failed = 0 } = {}, calling] = [outcome.links[index], failures[source]]
    if (calling === undefined || message !== null) continue
    calling.all += failed
    calling.byLoad += failed * (shares[index]?.failed ?? 0)
  }
  return new Map(
    model.sources.flatMap(({ node, retry }) => {
      const { all = 0, byLoad = 0 } = failures[node] ?? {}
      return retry === null ? [] : [[node, { most: 1 + retry.waitsMs.length, byLoad: byLoad / Math.max(1, all) }]]
    }),
  )
}

/**
 * Of a call, by those that have ended and that the load let be. While ever more wait, fewer last tries have ended than first ones, so that
 * more were tried again.
 */
function triesByAnyLoad({ attempts, retries, succeeded, failed }: LinkOutcome, { most, byLoad }: Tries): number {
  const ended = succeeded + failed * (1 - byLoad) || attempts
  const share = (count: number) => Math.min(1, (count * (1 - byLoad)) / ended)
  const failing = share(Math.max(failed, retries))
  return Math.min(1 / (1 - share(retries)), failing < 1 ? (1 - failing ** most) / (1 - failing) : most)
}

/** Share of the visits of each node that it answers whatever the load: the others fail, and send no answer. */
export function answeredShares(model: Model, outcome: RunOutcome, byLoadOver: readonly ByLoad[]): readonly number[] {
  const forGood = failedWithVisit(model, outcome)
  const failures = model.nodes.map(() => ({ all: 0, byLoad: 0, cancelled: 0 }))
  for (const [index, { source, target, cancelsOnTimeout }] of model.links.entries()) {
    const [calling, called] = [failures[source], failures[target]]
    if (calling === undefined || called === undefined) continue
    calling.all += forGood[index] ?? 0
    calling.byLoad += (forGood[index] ?? 0) * (byLoadOver[index]?.failed ?? 0)
    if (cancelsOnTimeout) called.cancelled += outcome.links[index]?.timedOut ?? 0
  }
  return failures.map(({ all, byLoad, cancelled }, index) => {
    const { completed = 0, failed = 0 } = outcome.nodes[index] ?? {}
    const unhindered = Math.max(0, failed - cancelled) * (1 - Math.min(1, byLoad / Math.max(1, all)))
    return completed + unhindered > 0 ? completed / (completed + unhindered) : 1
  })
}
