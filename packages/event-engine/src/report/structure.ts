import type { ByClass, Fault, LinkModel, Model, StationModel, Step } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { fixedPoint } from '../rules/fixed-point.ts'
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
 * Visits of each node that arrivals bring. `comingOver`: those that come to the target of a link, for so many visits at its source.
 */
export function visitsBy(
  { links }: Model,
  arrivals: readonly number[],
  comingOver: (link: number, visits: number) => number,
): readonly number[] {
  return fixedPoint(arrivals, (visits) => {
    const next = [...arrivals]
    for (const [index, { source, target }] of links.entries())
      next[target] = (next[target] ?? 0) + comingOver(index, visits[source] ?? 0)
    return next
  })
}

type SlowFault = Extract<Fault, { readonly kind: 'slow' }>
type LoseFault = Extract<Fault, { readonly kind: 'lose' }>

export const slowFaults = ({ faults }: Model): readonly SlowFault[] => faults.filter((fault) => fault.kind === 'slow')

export const loseFaults = ({ faults }: Model): readonly LoseFault[] => faults.filter((fault) => fault.kind === 'lose')

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

export const lastsAllRun = ({ fromMs, forMs }: SlowFault | LoseFault, { slices }: RunOutcome): boolean =>
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
