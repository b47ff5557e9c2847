import {
  type EdgeFigures,
  type ErrorAnalysis,
  findBottlenecks,
  finishRates,
  type MetricSample,
  type NodeFigures,
  PLACES,
  type Rates,
  type RunSnapshot,
  requestsPerSecond,
  type Seconds,
  shareTaken,
  WINDOWS,
  type WindowFigures,
} from '@plimsoll/simulation'
import type { Run } from '../engine/run.ts'
import { type Station, share } from '../engine/station.ts'
import { type Histogram, meanOf, mergeHistograms, quantileOf } from '../measure/histogram.ts'
import { useOf } from './fullest.ts'
import type { RunSums } from './run-sums.ts'
import type { RunWatch } from './run-watch.ts'
import { type LinkTotals, type Outcomes, type RunTotals, stationsOf, visitQuantile } from './totals.ts'

/** What was noted at the end of a second: all that was counted until then, and the response times of that second alone. */
export interface SecondNote {
  readonly totals: RunTotals
  readonly sums: RunSums
  /** By node, since the start. */
  readonly visits: readonly (Histogram | null)[]
  readonly responses: Histogram
}

export interface RunInView {
  readonly seed: number
  readonly run: Run
  readonly watch: RunWatch
  readonly totals: RunTotals
  readonly seconds: Seconds<SecondNote>
  /** Of the whole run. */
  readonly response: Histogram
  readonly samples: readonly MetricSample[]
  readonly nodeIds: readonly string[]
  readonly edgeIds: readonly string[]
  readonly missing: readonly string[]
}

/** Utilization is that of the last one to two seconds: a count at one instant would flicker. */
const UTILIZATION_MS = 2000
/** Samples a tenth of a second apart, from one end of a second to the other. */
const SECOND_SAMPLES = 11
const ERRORS_SHOWN = { reasons: 9, nodes: 3 } as const

export function takeSnapshot(view: RunInView): RunSnapshot {
  const { seed, run, watch, totals, response, samples, nodeIds, edgeIds } = view
  const { completed, failed, arrived, retries } = totals
  const uses = nodeUses(view)
  const linkUses = linkUsesOf(view)
  const nodes = uses.map(({ fullest }) => (fullest === null ? 0 : shareTaken(fullest)))
  const edges = linkUses.map(({ transferring, poolInUse, poolSize }) =>
    Math.max(transferring, share(poolInUse, poolSize)),
  )
  return {
    engine: 'events',
    seed,
    elapsedTime: run.now,
    averageResponseTime: response.count > 0 ? meanOf(response) : 0,
    averageRequestSize: meanSizeKB(run),
    createdRequests: arrived,
    activeRequests: arrived - completed - failed,
    completedRequests: completed,
    failedRequests: failed,
    retriesTotal: retries,
    ...finishRates({ completed, failed }),
    requestsPerSecond: requestsPerSecond(samples, SECOND_SAMPLES),
    nodes: nodeIds,
    edges: edgeIds,
    nodeUtilization: Float32Array.from(nodes),
    edgeUtilization: Float32Array.from(edges),
    bottlenecks: findBottlenecks({
      nodes: nodes.map((utilization, index) => ({
        ...{ id: nodeIds[index] ?? '', utilization },
        working: uses[index]?.fullest?.working || 0,
      })),
      edges: edges.map((utilization, index) => ({
        ...{ id: edgeIds[index] ?? '', utilization },
        working: linkUses[index]?.transferring ?? 0,
      })),
    }),
    errors: analyseErrors(view),
    metricHistory: samples,
    dots: watch.dots.list(run.now),
    windows: windowsOf(view),
    nodeFigures: nodeFigures(view, uses),
    edgeFigures: edgeFigures(view, linkUses),
    missing: view.missing,
  }
}

type NodeUse = ReturnType<typeof useOf>

function nodeUses({ run, seconds }: RunInView): readonly NodeUse[] {
  const { now, present, nodes } = run
  const { atMs, note } = seconds.from(now, UTILIZATION_MS)
  const stations = stationsOf(run)
  return present.nodes.map((node) =>
    useOf(stations[node] ?? [], {
      id: nodes[node]?.model.id ?? '',
      now,
      spanMs: now - atMs,
      before: note.sums.nodes[node]?.stations ?? [],
    }),
  )
}

interface LinkUse {
  readonly transferring: number
  readonly poolInUse: number
  readonly poolSize: number
}

function linkUsesOf({ run, totals, seconds }: RunInView): readonly LinkUse[] {
  const { atMs, note } = seconds.from(run.now, UTILIZATION_MS)
  const spanMs = run.now - atMs
  return run.present.links.map((link) => {
    const [now, then] = [totals.links[link], note.totals.links[link]]
    const rise = (of: keyof LinkTotals) => (now?.[of] ?? 0) - (then?.[of] ?? 0)
    return {
      transferring: Math.max(share(rise('requestLineMs'), spanMs), share(rise('responseLineMs'), spanMs)),
      poolInUse: spanMs > 0 ? rise('poolMs') / spanMs : 0,
      poolSize: run.links[link]?.model.pool?.size ?? Number.POSITIVE_INFINITY,
    }
  })
}

/** Mean size of what clients have sent, KB. */
function meanSizeKB({ links, sources }: Run): number {
  const clients = new Set(sources.map((source) => source.model.node))
  let calls = 0
  let bytes = 0
  for (const link of links) {
    if (!clients.has(link.model.source)) continue
    calls += link.crossed
    bytes += link.crossed * link.model.requestBytes + link.resizedBytes
  }
  return calls === 0 ? 0 : bytes / calls / 1024
}

function windowsOf({ run, totals, seconds, response, watch }: RunInView): RunSnapshot['windows'] {
  const last = (windowMs: number): WindowFigures => {
    const { atMs, note } = seconds.from(run.now, windowMs)
    const responses = [...seconds.since(atMs).map((one) => one.responses), watch.responses()]
    return between(totals, note.totals, { spanMs: run.now - atMs, response: mergeHistograms(responses) })
  }
  return {
    last10s: last(WINDOWS.last10s),
    last60s: last(WINDOWS.last60s),
    sinceStart: between(totals, null, { spanMs: run.now, response }),
  }
}

function between(
  now: RunTotals,
  then: RunTotals | null,
  { spanMs, response }: { readonly spanMs: number; readonly response: Histogram },
): WindowFigures {
  const rise = (of: 'arrived' | 'completed' | 'failed' | 'retries') => now[of] - (then?.[of] ?? 0)
  const percentile = (part: number) => (response.count > 0 ? quantileOf(response, part) : null)
  return {
    spanMs,
    offered: rise('arrived'),
    completed: rise('completed'),
    failed: rise('failed'),
    retries: rise('retries'),
    reasons: mostFrequent(
      Object.entries(now.reasons).map(([reason, count]) => ({ reason, count: count - (then?.reasons[reason] ?? 0) })),
    ),
    mean: response.count > 0 ? meanOf(response) : null,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }
}

const mostFrequent = <T extends { readonly count: number }>(list: readonly T[]): readonly T[] =>
  list.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count)

function analyseErrors({ totals, watch, run }: RunInView): ErrorAnalysis {
  const { failed, reasons } = totals
  const withShare = <T extends { readonly count: number }>(one: T) => ({ ...one, share: one.count / failed })
  const byReason = mostFrequent(Object.entries(reasons).map(([reason, count]) => ({ reason, count })))
  const byNode = mostFrequent(
    [...watch.failuresAt].map(([node, count]) => ({ id: run.nodes[node]?.model.id ?? '', count })),
  )
  return {
    total: failed,
    reasons: byReason.slice(0, ERRORS_SHOWN.reasons).map(withShare),
    nodes: byNode.slice(0, ERRORS_SHOWN.nodes).map(withShare),
    recent: watch.recent(),
  }
}

function nodeFigures({ run, totals, seconds }: RunInView, uses: readonly NodeUse[]): NodeFigures {
  const { present, links, nodes, now } = run
  const stations = stationsOf(run)
  const { atMs, note } = seconds.from(now, WINDOWS.last10s)
  const waiting = stations.map((own) => own.reduce((sum, station) => sum + waitingAt(station), 0))
  for (const { target, poolQueue } of links) waiting[target] = (waiting[target] ?? 0) + poolQueue.count
  const figure = (of: (node: number) => number) => Float32Array.from(present.nodes, of)
  const sum = (of: (station: Station) => number) =>
    figure((node) => stations[node]?.reduce((total, station) => total + of(station), 0) ?? 0)
  return {
    slots: sum(({ slots }) => slots),
    waiting: figure((node) => waiting[node] ?? 0),
    ...ratesOf(present.nodes, { now: totals.nodes, before: note.totals.nodes, spanMs: now - atMs }),
    p95: figure((node) => visitQuantile(run, stations[node] ?? [], { since: note.visits[node], share: 0.95 })),
    // Stations for reads and for writes have the same instances.
    instances: figure((node) => Math.max(0, ...(stations[node] ?? []).map(({ instances }) => instances.count))),
    state: Uint8Array.from(present.nodes, (node) => (nodes[node]?.isAvailable === false ? 1 : 0)),
    present: Float32Array.from(uses, ({ present }) => present),
    working: Float32Array.from(uses, ({ working }) => working),
    taken: Float32Array.from(uses, ({ fullest }) => fullest?.taken ?? Number.NaN),
    takenOf: Float32Array.from(uses, ({ fullest }) => fullest?.slots ?? Number.NaN),
    takenWorking: Float32Array.from(uses, ({ fullest }) => fullest?.working ?? Number.NaN),
    takenPlaces: Uint8Array.from(uses, ({ fullest }) => (fullest === null ? 0 : PLACES.indexOf(fullest.places))),
  }
}

/** Those in the queue and at the storage; where all are served at once, as many as are more than its slots. */
const waitingAt = ({ queued, atStorage, shared, working }: Station): number =>
  queued.count + atStorage.count + (shared === null ? 0 : Math.max(0, shared.size - working.count))

function edgeFigures({ run, totals, seconds }: RunInView, uses: readonly LinkUse[]): EdgeFigures {
  const { present, links, now } = run
  const { atMs, note } = seconds.from(now, WINDOWS.last10s)
  const timedOut = (link: number) => (totals.links[link]?.timedOut ?? 0) - (note.totals.links[link]?.timedOut ?? 0)
  return {
    ...ratesOf(present.links, { now: totals.links, before: note.totals.links, spanMs: now - atMs }),
    timedOut: Float32Array.from(present.links, (link) => perSecond(timedOut(link), now - atMs)),
    transferring: Float32Array.from(uses, ({ transferring }) => transferring),
    poolInUse: Float32Array.from(uses, ({ poolInUse }) => poolInUse),
    // Of messages a broker delivers no more at a time; they have no connections.
    poolSize: Float32Array.from(uses, ({ poolSize }, index) =>
      links[present.links[index] ?? -1]?.model.message === null ? poolSize : Number.POSITIVE_INFINITY,
    ),
  }
}

/** What became per second of what came to these nodes or links. */
function ratesOf(
  positions: readonly number[],
  {
    now,
    before,
    spanMs,
  }: { readonly now: readonly Outcomes[]; readonly before: readonly Outcomes[]; readonly spanMs: number },
): Rates {
  const rate = (of: keyof Outcomes) =>
    Float32Array.from(positions, (at) => perSecond((now[at]?.[of] ?? 0) - (before[at]?.[of] ?? 0), spanMs))
  return { offered: rate('offered'), served: rate('served'), rejected: rate('rejected'), failed: rate('failed') }
}

const perSecond = (count: number, ms: number): number => (ms > 0 ? (count / ms) * 1000 : 0)
