import type { Link } from '../engine/link.ts'
import type { Run } from '../engine/run.ts'
import type { Station } from '../engine/station.ts'
import { type Histogram, mergeHistograms } from '../measure/histogram.ts'

/** Sums of a node since the start; time integrals in ms. */
export interface NodeTotals {
  readonly arrived: number
  readonly workingMs: number
  readonly slotMs: number
  readonly visits: Histogram | null
}

export interface LinkTotals {
  readonly attempts: number
  readonly failed: number
  readonly requestLineMs: number
  readonly responseLineMs: number
  readonly poolMs: number
}

/** What has been counted since the start of a run. */
export interface RunTotals {
  readonly arrived: number
  readonly completed: number
  readonly failed: number
  readonly retries: number
  readonly reasons: Readonly<Record<string, number>>
  readonly nodes: readonly NodeTotals[]
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
  return {
    ...{ arrived, completed, failed },
    retries: clientRetries + links.reduce((sum, { retries }) => sum + retries, 0),
    reasons: requests.failures,
    nodes: stationsOf(run).map((stations, node) => nodeTotals(run, node, stations)),
    links: links.map(linkTotals(run.now)),
  }
}

function nodeTotals({ now, nodes, responses }: Run, node: number, stations: readonly Station[]): NodeTotals {
  const sum = (of: (station: Station) => number) => stations.reduce((total, station) => total + of(station), 0)
  return {
    arrived: sum(({ arrived, rejected }) => arrived + rejected) + (nodes[node]?.rejected ?? 0),
    workingMs: sum(({ working }) => working.sinceStart(now)),
    slotMs: sum(({ model, instances }) => model.slots * instances.sinceStart(now)),
    visits:
      responses === null || stations.length === 0
        ? null
        : mergeHistograms(stations.map(({ index }) => responses.toHistogram(index))),
  }
}

const linkTotals =
  (now: number) =>
  ({ attempts, failed, requestLine, responseLine, poolBusy }: Link): LinkTotals => ({
    attempts,
    failed,
    requestLineMs: requestLine.busyMs,
    responseLineMs: responseLine.busyMs,
    poolMs: poolBusy.sinceStart(now),
  })
