import type { Link } from '../engine/link.ts'
import type { Run } from '../engine/run.ts'
import type { Station } from '../engine/station.ts'
import { EVENT_FAILURES } from '../failure-reasons.ts'

/** Counts of a station since the start of a run, and time integrals in ms. */
export interface StationSums {
  /** What tells it from the node's other stations; empty where there is no other. */
  readonly name: string
  /** Arrivals, those turned away included. */
  readonly offered: number
  readonly served: number
  readonly rejected: number
  /** Services begun. */
  readonly started: number
  readonly workingMs: number
  readonly takenMs: number
  /** Infinity while nobody waits for a slot. */
  readonly slotMs: number
  readonly presentMs: number
  /** Of the requests that it admits at a time; Infinity while it admits any number. */
  readonly placeMs: number
  readonly instanceMs: number
}

/** Counts of a node since the start of a run, and time integrals in ms. */
export interface NodeSums {
  /** Arrivals, those turned away included. */
  readonly offered: number
  readonly served: number
  readonly rejected: number
  readonly failed: number
  /** Services begun. */
  readonly started: number
  /** Visits that asked its cache, where this answers any. */
  readonly lookups: number
  readonly hits: number
  readonly workingMs: number
  readonly takenMs: number
  /** Infinity where nobody waits for a slot. */
  readonly slotMs: number
  readonly presentMs: number
  readonly waitingMs: number
  /** Sum over the visits that ended. */
  readonly visitMs: number
  /** Whether it adds and removes instances by itself. */
  readonly scales: boolean
  /** Each of its own slots alone: reads and writes may have their own. */
  readonly stations: readonly StationSums[]
}

/** Counts of an edge since the start of a run, and time sums in ms. */
export interface EdgeSums {
  readonly calls: number
  readonly retries: number
  readonly crossed: number
  readonly succeeded: number
  readonly failed: number
  readonly timedOut: number
  readonly rateLimited: number
  readonly poolRefused: number
  readonly breakerRefused: number
  readonly poolInUseMs: number
  readonly poolWaitingMs: number
  readonly requestLineMs: number
  readonly responseLineMs: number
  /** Sums over the calls that crossed; `lineMs` includes the wait. */
  readonly lineWaitMs: number
  readonly lineMs: number
  readonly networkMs: number
  readonly published: number
  readonly ended: number
}

/** All that a diagnosis is computed from, since the start of a run: two of them make the figures of the time between. */
export interface RunSums {
  readonly atMs: number
  readonly offered: number
  readonly completed: number
  readonly failed: number
  /** By position in the run. */
  readonly nodes: readonly NodeSums[]
  readonly edges: readonly EdgeSums[]
}

/** Reads them; it changes nothing in the run. */
export function sumsOf(run: Run): RunSums {
  const { now, nodes, stations, links, requests } = run
  const byNode: Station[][] = nodes.map(() => [])
  for (const station of stations) byNode[station.model.node]?.push(station)
  const { arrived, completed, failed } = requests.totals
  return {
    atMs: now,
    offered: arrived,
    completed,
    failed,
    nodes: byNode.map((own, index) =>
      nodeSums(own, {
        id: nodes[index]?.model.id ?? '',
        now,
        rejected: nodes[index]?.rejected ?? 0,
        lookups: nodes[index]?.lookups ?? 0,
        hits: nodes[index]?.hits ?? 0,
      }),
    ),
    edges: links.map((link, index) => edgeSums(link, run, index)),
  }
}

interface NodeContext {
  readonly id: string
  readonly now: number
  readonly rejected: number
  readonly lookups: number
  readonly hits: number
}

function nodeSums(stations: readonly Station[], context: NodeContext): NodeSums {
  const { now, rejected, lookups, hits } = context
  const sum = (of: (station: Station) => number) => stations.reduce((total, station) => total + of(station), 0)
  const refused = sum((station) => station.rejected) + rejected
  return {
    offered: sum(({ arrived }) => arrived) + refused,
    served: sum(({ completed }) => completed),
    rejected: refused,
    failed: sum(({ failed, expired }) => failed + expired),
    started: sum(({ started }) => started),
    lookups,
    hits,
    workingMs: sum(({ working }) => working.area(now)),
    takenMs: sum(({ busy }) => busy.area(now)),
    slotMs: stations.length === 0 ? Number.POSITIVE_INFINITY : sum((station) => station.slotMs(now)),
    presentMs: sum(({ inSystem }) => inSystem.area(now)),
    waitingMs: sum(({ queued, atStorage }) => queued.area(now) + atStorage.area(now)),
    visitMs: sum(({ responseSum }) => responseSum),
    scales: stations.some(({ model }) => model.scaling !== null),
    stations: stations.map((station) => stationSums(station, context)),
  }
}

/** The integrals of what is taken, and of what it is taken of. */
export const stationTimes = (station: Station, now: number) => ({
  workingMs: station.working.area(now),
  takenMs: station.busy.area(now),
  slotMs: station.slotMs(now),
  presentMs: station.inSystem.area(now),
  placeMs: station.placeMs(now),
})

const stationSums = (station: Station, { id, now }: NodeContext): StationSums => ({
  name: station.model.key.slice(id.length + 1),
  offered: station.arrived + station.rejected,
  served: station.completed,
  rejected: station.rejected,
  started: station.started,
  ...stationTimes(station, now),
  instanceMs: station.instances.area(now),
})

function edgeSums(link: Link, { now, requests, messages }: Run, index: number): EdgeSums {
  const refusedFor = (...reasons: readonly string[]) =>
    link.refused.reduce((sum, count, code) => (reasons.includes(requests.reasons[code] ?? '') ? sum + count : sum), 0)
  const { published, ended } = messages.byLink[index] ?? { published: 0, ended: 0 }
  return {
    calls: link.attempts,
    retries: link.retries,
    crossed: link.crossed,
    succeeded: link.succeeded,
    failed: link.failed,
    timedOut: link.timedOut,
    rateLimited: refusedFor(EVENT_FAILURES.rateLimited),
    poolRefused: refusedFor(EVENT_FAILURES.connectionRefused, EVENT_FAILURES.queueFull),
    breakerRefused: refusedFor(EVENT_FAILURES.breakerOpen),
    poolInUseMs: link.poolBusy.area(now),
    poolWaitingMs: link.poolQueue.area(now),
    requestLineMs: link.requestLine.busyMs(now),
    responseLineMs: link.responseLine.busyMs(now),
    lineWaitMs: link.lineWaitSum,
    lineMs: link.lineSum,
    networkMs: link.networkSum,
    published,
    ended,
  }
}
