import type { ByClass, Fault, LinkModel, Model, StationModel, Step } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { Bucket } from '../rules/token-bucket.ts'

/** A station and its position in the model. */
export interface PlacedStation {
  readonly position: number
  readonly station: StationModel
}

/** The stations of each node. */
export function stationsByNode({ nodes, stations }: Model): readonly (readonly PlacedStation[])[] {
  const groups: PlacedStation[][] = nodes.map(() => [])
  for (const [position, station] of stations.entries()) groups[station.node]?.push({ position, station })
  return groups
}

/** By link: those whose responses take its line, with its requests. */
export function answersOver({ links }: Model): readonly (readonly number[])[] {
  const over = links.map((): number[] => [])
  for (const [index, link] of links.entries()) if (link.answersOver !== null) over[link.answersOver]?.push(index)
  return over
}

/** The least of the limits, per second; Infinity: there is none. */
export const rateLimit = (limits: readonly Bucket[]): number => Math.min(...limits.map(({ perSecond }) => perSecond))

/**
 * Time of a call that takes so long at its target, and on the way there and, where it is answered, back, if nothing is in the way.
 * `admittedShare`: of the calls that come there. What the target rejects has no answer to carry.
 */
export function callMs(link: LinkModel, atTargetMs: number, admittedShare = 1): number {
  const answerMs = admittedShare * Math.max(link.responseLineMs, link.responseAccessMs)
  const backMs = link.replies ? link.latencyMs + answerMs : 0
  const toldMs = sentMs(link) + passShare(link) * (atTargetMs + backMs)
  // A call that is lost for good ends with its timeout.
  return Number.isFinite(link.timeoutMs)
    ? toldMs + lostShare(link) * Math.max(0, link.timeoutMs - sentMs(link))
    : toldMs
}

/** Share of the calls over a link that, once let go, reach its target whatever the load there. */
export const passShare = (link: Pick<LinkModel, 'loss' | 'failureProbability'>): number =>
  (1 - link.failureProbability) * (1 - lostShare(link))

const lostShare = ({ loss }: Pick<LinkModel, 'loss'>): number =>
  loss?.delayMs === Number.POSITIVE_INFINITY ? 1 - (1 - loss.probability) ** loss.packets : 0

/** Time until a sender knows that its message is handed over, if nothing is in the way. */
export const handOverMs = (link: LinkModel): number => sentMs(link) + link.latencyMs

function sentMs(link: LinkModel): number {
  const { setupMs, latencyMs, requestLineMs, requestAccessMs, reconnect } = link
  const againMs = resentMs(link) + (reconnect === null ? 0 : reconnect.probability * reconnect.ms)
  return setupMs + latencyMs + Math.max(requestLineMs, requestAccessMs) + againMs
}

/** Mean time until packets that were lost have come: losses are geometric. */
function resentMs({ loss }: LinkModel): number {
  if (loss === null || loss.delayMs === Number.POSITIVE_INFINITY || loss.probability >= 1) return 0
  return (loss.packets * loss.delayMs * loss.probability) / (1 - loss.probability)
}

type SlowFault = Extract<Fault, { readonly kind: 'slow' }>

export const slowFaults = ({ faults }: Model): readonly SlowFault[] => faults.filter((fault) => fault.kind === 'slow')

/** Of a component, an instance of one or a zone: with breakdowns, by chance. */
export const isPlannedOutage = ({ kind, planned }: Fault): boolean =>
  planned !== undefined && (kind === 'outage' || kind === 'breakdowns')

/** Links that are cut for a time, or whose target is out as a whole, since that is set. */
export function struckLinks({ links, faults }: Model): ReadonlySet<number> {
  const cut = new Set(faults.flatMap((fault) => (fault.kind === 'cut' ? [fault.link] : [])))
  const out = new Set(faults.filter(isPlannedOutage).flatMap(nodesOut))
  return new Set([...links.keys()].filter((link) => cut.has(link) || out.has(links[link]?.target ?? -1)))
}

const nodesOut = (fault: Fault): readonly number[] =>
  fault.kind === 'breakdowns'
    ? [fault.node, ...fault.others.map(({ node }) => node)]
    : fault.kind === 'outage' && fault.instance === null
      ? [fault.node]
      : []

export const lastsAllRun = ({ fromMs, forMs }: SlowFault, { slices }: RunOutcome): boolean =>
  fromMs === 0 && forMs >= slices.durationMs

/** Steps of all classes that are waited for, each link once: what a run showed of a link is of all classes together. */
export function distinctSteps(program: ByClass<readonly Step[]>, all: readonly LinkModel[]): readonly Step[] {
  const seen = new Set<number>()
  return program.flat().flatMap((step) => {
    if (step.inBackground) return []
    const links = step.links.filter((link) => !seen.has(link) && all[link]?.message !== 'sent')
    for (const link of links) seen.add(link)
    return links.length > 0 ? [{ ...step, links }] : []
  })
}

/** A circle of connections may not bring its sums to rest. */
const MOST_ROUNDS = 200
const AT_REST = 1e-9

/** Applies `next` until nothing changes, at most so many times. */
export function fixedPoint(
  start: readonly number[],
  next: (values: readonly number[]) => readonly number[],
  mostRounds = MOST_ROUNDS,
) {
  let values = start
  for (let round = 0; round < mostRounds; round += 1) {
    const after = next(values)
    const isAtRest = after.every((value, index) => Math.abs(value - (values[index] ?? 0)) <= AT_REST * Math.abs(value))
    values = after
    if (isAtRest) break
  }
  return values
}
