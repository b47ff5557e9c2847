import type { LinkModel, Model, NodeModel, StationModel, Step } from '../model.ts'
import type { LinkOutcome, NodeOutcome, RunOutcome } from '../outcome.ts'
import type { Bucket } from '../rules/token-bucket.ts'
import { RATE_LIMITED } from './reasons.ts'

/** What would be asked of each part per second if nothing were held up on the way there. */
export interface OfferedWork {
  /** Requests of all sources. */
  readonly perSecond: number
  readonly visits: readonly number[]
  /** Calls, those retries left out that come of the load itself. */
  readonly calls: readonly number[]
  /** Share of each node's visits, and of each link's calls, that the requests wait for. */
  readonly awaitedVisits: readonly number[]
  readonly awaitedCalls: readonly number[]
  /** Mean work of a visit at its node, ms. */
  readonly serviceMs: readonly number[]
  /** The same with its calls, if nothing waited anywhere, ms: so long a slot is taken. */
  readonly heldMs: readonly number[]
}

/** A circle of connections may not bring its sums to rest. */
const MOST_ROUNDS = 200
const AT_REST = 1e-9

/** Follows the offered requests along the links, in the shares that the run showed. */
export function offeredWork(model: Model, outcome: RunOutcome): OfferedWork {
  const seconds = outcome.measuredMs / 1000
  const arrivals = model.nodes.map(() => 0)
  const begun = model.nodes.map(() => 0)
  for (const [index, { node, arrivals: kind, isSteady, perSecond }] of model.sources.entries()) {
    const arrived = outcome.byClient[index]?.arrived ?? 0
    begun[node] = (begun[node] ?? 0) + arrived
    arrivals[node] = (arrivals[node] ?? 0) + (isSteady && kind !== 'closed' ? perSecond(0) : arrived / seconds)
  }
  const ratios = model.links.map((link, index) => callsPerVisit(link, outcome, { index, begun }))
  const passed = model.links.map((link, index) => passShare(link, { outcome, index }))
  const isAwaited = awaitedLinks(model)
  const visits = spread(model, arrivals, (index) => (ratios[index] ?? 0) * (passed[index] ?? 1))
  const awaited = spread(model, arrivals, (index) =>
    isAwaited[index] ? (ratios[index] ?? 0) * (passed[index] ?? 1) : 0,
  )
  const awaitedVisits = visits.map((rate, index) => (rate > 0 ? Math.min(1, (awaited[index] ?? 0) / rate) : 0))
  const serviceMs = model.nodes.map((node, index) => serviceOf(model, node, outcome.nodes[index], outcome.measuredMs))
  return {
    perSecond: arrivals.reduce((sum, rate) => sum + rate, 0),
    visits,
    calls: model.links.map(({ source }, index) => (visits[source] ?? 0) * (ratios[index] ?? 0)),
    awaitedVisits,
    awaitedCalls: model.links.map(({ source }, index) => (isAwaited[index] ? (awaitedVisits[source] ?? 0) : 0)),
    serviceMs,
    heldMs: heldTimes(model, { ratios, serviceMs }),
  }
}

/** Stations of a node. */
export const stationsOf = ({ stationOf }: NodeModel, { stations }: Model): readonly StationModel[] =>
  [...new Set(stationOf)].flatMap((index) => (index === null ? [] : (stations[index] ?? [])))

/** The least of the limits, per second; Infinity: there is none. */
export const rateLimit = (limits: readonly Bucket[]): number => Math.min(...limits.map(({ perSecond }) => perSecond))

/** Time of a call on the way there and back, if nothing waits. */
export const travelMs = ({ setupMs, latencyMs, requestLineMs, responseLineMs, replies }: LinkModel): number =>
  setupMs + latencyMs + requestLineMs + (replies ? latencyMs + responseLineMs : 0)

/** Links that some step of their source calls and waits for. */
function awaitedLinks({ nodes, links }: Model): readonly boolean[] {
  const awaited = links.map(() => false)
  for (const { program } of nodes)
    for (const { links: called, inBackground } of program.flat())
      for (const one of called) awaited[one] ||= !inBackground
  return awaited
}

/** Calls of a visit that got through at the link's source. */
function callsPerVisit(
  { source }: LinkModel,
  { nodes, links }: RunOutcome,
  { index, begun }: { index: number; begun: readonly number[] },
): number {
  const { attempts, retries, failed, timedOut, refused } = links[index] as LinkOutcome
  const { completed, failed: failedThere } = nodes[source] as NodeOutcome
  const byLoad = Math.min(1, (timedOut + sumOf(refused)) / Math.max(1, failed, timedOut))
  const visits = begun[source] || completed + failedThere
  return visits > 0 ? Math.max(0, attempts - retries * byLoad) / visits : 0
}

/** Share of the calls that reach the target whatever the load there. */
function passShare(
  { failureProbability, loss, hitRate }: LinkModel,
  { outcome: { links, byClass }, index }: { outcome: RunOutcome; index: number },
): number {
  const { attempts = 0, refused = {} } = links[index] ?? {}
  const limited = attempts > 0 ? (refused[RATE_LIMITED] ?? 0) / attempts : 0
  const arriving = loss?.delayMs === Number.POSITIVE_INFINITY ? (1 - loss.probability) ** loss.packets : 1
  const arrived = byClass.map((counts) => counts.arrived)
  const all = arrived.reduce((sum, count) => sum + count, 0)
  const kept = all > 0 ? hitRate.reduce((sum, rate, type) => sum + rate * ((arrived[type] ?? 0) / all), 0) : 0
  return Math.max(0, 1 - limited) * (1 - failureProbability) * arriving * (1 - kept)
}

/** Rates of visits that arrivals bring when each visit makes so many over every link. */
function spread(model: Model, arrivals: readonly number[], perVisit: (link: number) => number): readonly number[] {
  const { nodes, links } = model
  const allowed = nodes.map((node) => rateLimit(stationsOf(node, model).flatMap(({ limits }) => limits)))
  let visits = arrivals
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = [...arrivals]
    for (const [index, { source, target }] of links.entries())
      next[target] = (next[target] ?? 0) + Math.min(visits[source] ?? 0, allowed[source] ?? 0) * perVisit(index)
    const isAtRest = next.every((rate, node) => Math.abs(rate - (visits[node] ?? 0)) <= AT_REST * rate)
    visits = next
    if (isAtRest) break
  }
  return visits
}

/** As the model has it where that is one number for all; else the time that slots worked for a visit. */
function serviceOf(model: Model, node: NodeModel, outcome: NodeOutcome | undefined, measuredMs: number): number {
  const stations = stationsOf(node, model)
  if (stations.length === 0 || outcome === undefined) return 0
  const isChanged = model.links.some(
    ({ target, serviceFactor, serviceMs, stationOf }) =>
      model.nodes[target] === node && (serviceFactor !== 1 || serviceMs !== 0 || stationOf !== null),
  )
  const means = new Set(stations.flatMap(({ meanMs, extraMs }) => meanMs.map((mean) => mean + extraMs)))
  const [only] = means
  const isPlanned = model.faults.some((fault) => fault.kind === 'slow' && model.nodes[fault.node] === node)
  if (means.size === 1 && only !== undefined && !isChanged && !isPlanned) return only
  const served = outcome.completed + outcome.failed
  return served > 0 ? (outcome.meanWorking * measuredMs) / served : 0
}

/** Own work and that of the calls that a visit holds on for; copies go side by side. */
function heldTimes(
  { nodes, links }: Model,
  { ratios, serviceMs }: { ratios: readonly number[]; serviceMs: readonly number[] },
): readonly number[] {
  const steps = nodes.map(({ program }) => distinctSteps(program.flat()))
  let held = serviceMs
  for (let round = 0; round < Math.min(MOST_ROUNDS, nodes.length + 1); round += 1) {
    const callMs = (index: number) => {
      const link = links[index]
      return link?.holds ? (ratios[index] ?? 0) * (travelMs(link) + (held[link.target] ?? 0)) : 0
    }
    const next = serviceMs.map((own, node) =>
      (steps[node] ?? []).reduce((sum, { links: called, copies }) => {
        const times = called.map(callMs)
        return sum + (copies ? Math.max(0, ...times) : times.reduce((total, one) => total + one, 0))
      }, own),
    )
    const isAtRest = next.every((time, node) => Math.abs(time - (held[node] ?? 0)) <= AT_REST * time)
    held = next
    if (isAtRest) break
  }
  return held
}

/** The classes' programs name the same links again: what a run showed of a link is of all classes together. */
function distinctSteps(steps: readonly Step[]): readonly Step[] {
  const seen = new Set<number>()
  return steps.flatMap((step) => {
    if (step.inBackground) return []
    const links = step.links.filter((link) => !seen.has(link))
    for (const link of links) seen.add(link)
    return links.length > 0 ? [{ ...step, links }] : []
  })
}

const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, one) => sum + one, 0)
