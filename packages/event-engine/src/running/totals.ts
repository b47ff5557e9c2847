import type { Link } from '../engine/link.ts'
import type { Run } from '../engine/run.ts'
import type { Station } from '../engine/station.ts'
import { type Histogram, histogramSince, mergeHistograms, quantileOf } from '../measure/histogram.ts'

/** What became of what came; what was turned away is not among what failed. */
export interface Outcomes {
  readonly offered: number
  readonly served: number
  readonly rejected: number
  readonly failed: number
}

/** Sums of a link since the start; time integrals in ms. */
export interface LinkTotals extends Outcomes {
  readonly requestLineMs: number
  readonly responseLineMs: number
  readonly poolMs: number
  readonly timedOut: number
}

/** What has been counted since the start of a run. */
export interface RunTotals {
  readonly arrived: number
  readonly completed: number
  readonly failed: number
  readonly retries: number
  readonly reasons: Readonly<Record<string, number>>
  readonly nodes: readonly Outcomes[]
  readonly links: readonly LinkTotals[]
}

/** By node: its stations. */
export function stationsOf({ nodes, stations }: Run): readonly (readonly Station[])[] {
  const byNode: Station[][] = nodes.map(() => [])
  for (const station of stations) byNode[station.model.node]?.push(station)
  return byNode
}

export function totalsOf(run: Run, clientRetries: number): RunTotals {
  const { requests, links } = run
  const { arrived, completed, failed } = requests.totals
  const nodes = stationsOf(run).map((stations, node) => nodeTotals(run, node, stations))
  for (const { index, model } of run.sources) {
    const node = nodes[model.node]
    if (node) nodes[model.node] = { ...node, ...withRequests(node, requests.totalsOf(index)) }
  }
  return {
    ...{ arrived, completed, failed },
    retries: clientRetries + links.reduce((sum, { retries }) => sum + retries, 0),
    reasons: requests.failures,
    nodes,
    links: links.map(linkTotals(run.now)),
  }
}

function nodeTotals({ nodes }: Run, node: number, stations: readonly Station[]): Outcomes {
  const sum = (of: (station: Station) => number) => stations.reduce((total, station) => total + of(station), 0)
  const rejected = sum((station) => station.rejected) + (nodes[node]?.rejected ?? 0)
  return {
    offered: sum(({ arrived }) => arrived) + rejected,
    served: sum(({ completed }) => completed),
    rejected,
    failed: sum(({ failed, expired }) => failed + expired),
  }
}

/** By node: how long visits took since the start; null where none are recorded. */
export const visitsOf = (run: Run): readonly (Histogram | null)[] =>
  stationsOf(run).map((stations) => visitsAt(run, stations))

function visitsAt({ responses }: Run, stations: readonly Station[]): Histogram | null {
  if (responses === null || stations.length === 0) return null
  return mergeHistograms(stations.map(({ index }) => responses.toHistogram(index)))
}

/** The value that a share of the visits since then did not exceed; NaN of none. */
export function visitQuantile(
  run: Run,
  stations: readonly Station[],
  { since, share }: { readonly since: Histogram | null | undefined; readonly share: number },
): number {
  const now = visitsAt(run, stations)
  return now === null ? Number.NaN : quantileOf(since ? histogramSince(now, since) : now, share)
}

/** A client is offered what it makes. */
const withRequests = (
  { offered, served, failed }: Outcomes,
  requests: ReturnType<Run['requests']['totalsOf']>,
): Omit<Outcomes, 'rejected'> => ({
  offered: offered + requests.arrived,
  served: served + requests.completed,
  failed: failed + requests.failed,
})

const linkTotals =
  (now: number) =>
  (link: Link): LinkTotals => {
    const { attempts, succeeded, failed, timedOut, refused, requestLine, responseLine, poolBusy } = link
    const rejected = refused.reduce((sum, count) => sum + (count ?? 0), 0)
    return {
      offered: attempts,
      served: succeeded,
      rejected,
      failed: Math.max(0, failed - rejected),
      requestLineMs: requestLine.busyMs(now),
      responseLineMs: responseLine.busyMs(now),
      poolMs: poolBusy.sinceStart(now),
      timedOut,
    }
  }
