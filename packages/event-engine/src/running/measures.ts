import {
  type EdgeMeasures,
  type NodeMeasures,
  REQUEST_TYPES,
  type RunMeasures,
  type StationMeasures,
} from '@plimsoll/simulation'
import type { Run } from '../engine/run.ts'
import type { Model, SourceModel } from '../model.ts'
import { typedMix } from '../rules/typed-mix.ts'
import type { EdgeSums, NodeSums, RunSums, StationSums } from './run-sums.ts'

/** What a diagnosis needs of the time between two looks at a run; null: since its start. */
export function measuresBetween({ model, present }: Run, before: RunSums | null, now: RunSums): RunMeasures {
  const spanMs = now.atMs - (before?.atMs ?? 0)
  const rate = (of: 'offered' | 'completed' | 'failed') => perSecond(now[of] - (before?.[of] ?? 0), spanMs)
  return {
    spanS: spanMs / 1000,
    isSinceStart: before === null || before.atMs === 0,
    offered: rate('offered'),
    completed: rate('completed'),
    failed: rate('failed'),
    mix: mixOf(model, now.atMs),
    nodes: present.nodes.flatMap((position, index) => {
      const [part, sums] = [model.nodes[index], now.nodes[position]]
      if (!part || !sums) return []
      const earlier = before?.nodes[position]
      return {
        ...nodeMeasures(part.id, risen(sums, earlier), spanMs),
        reads: part.hitRate.some((rate) => rate > 0) ? perSecond(sums.lookups - (earlier?.lookups ?? 0), spanMs) : null,
        scales: sums.scales,
        instances: ratio(instanceMs(sums, earlier), spanMs),
        stations: sums.stations.map((station, one) =>
          stationMeasures(station.name, risen(station, earlier?.stations[one]), spanMs),
        ),
      }
    }),
    edges: present.links.flatMap((position, index) => {
      const [part, sums] = [model.links[index], now.edges[position]]
      if (!part || !sums) return []
      const context = {
        spanMs,
        poolSize: part.pool?.size,
        waiting: part.message === null ? null : sums.published - sums.ended,
      }
      return edgeMeasures(part.id, risen(sums, before?.edges[position]), context)
    }),
  }
}

/** By how much each sum has risen; without a limit where it had none before, or has none now. */
function risen<T extends NodeSums | StationSums | EdgeSums>(now: T, before: T | undefined): T {
  if (before === undefined) return now
  const entries = Object.entries(now) as [keyof T, number][]
  return Object.fromEntries(
    entries
      .filter(([, sum]) => typeof sum === 'number')
      .map(([name, sum]) => [name, Number.isFinite(before[name]) ? sum - (before[name] as number) : before[name]]),
  ) as unknown as T
}

/** Stations for reads and for writes have the same instances. */
const instanceMs = (now: NodeSums, before: NodeSums | undefined): number =>
  Math.max(0, ...now.stations.map((one, index) => one.instanceMs - (before?.stations[index]?.instanceMs ?? 0)))

const perSecond = (count: number, ms: number): number => (ms > 0 ? (count * 1000) / ms : 0)
const ratio = (sum: number, count: number): number => (count > 0 ? sum / count : 0)

/** Of the requests that leave the clients' devices now: what these answer themselves is left out. */
function mixOf({ sources }: Model, nowMs: number): Readonly<Record<string, number>> {
  const made = sources.map((source) => ({
    source,
    requests: requestsOf(source, nowMs),
    shares: sharesOf(source, nowMs),
  }))
  const sent = REQUEST_TYPES.map((type, index) => {
    const rates = made.map(
      ({ source, requests, shares }) => requests * (shares[index] ?? 0) * (1 - (source.localHitRate[index] ?? 0)),
    )
    return { type, rate: rates.reduce((sum, rate) => sum + rate, 0) }
  })
  const all = sent.reduce((sum, { rate }) => sum + rate, 0)
  return Object.fromEntries(sent.map(({ type, rate }) => [type, ratio(rate, all)]))
}

/** In proportion to those of other sources. */
function requestsOf({ arrivals, users, thinkMs, times, rate }: SourceModel, nowMs: number): number {
  if (arrivals === 'closed') return users / Math.max(1, thinkMs)
  return arrivals === 'listed' ? times.length : rate.at(nowMs)
}

/** By type: of what is recorded at this time, or of all that is listed. */
function sharesOf({ mix, kinds, kindsAt }: SourceModel, nowMs: number): readonly number[] {
  const { first, upTo } = kindsAt?.(nowMs) ?? { first: 0, upTo: kinds.map((_, index) => index + 1) }
  const recorded = upTo.map((sum, index) => ({
    type: kinds[first + index]?.requestClass ?? null,
    count: sum - (upTo[index - 1] ?? 0),
  }))
  return typedMix(recorded, mix)
}

const stationMeasures = (name: string, sums: StationSums, spanMs: number): StationMeasures => ({
  name,
  offered: perSecond(sums.offered, spanMs),
  served: perSecond(sums.served, spanMs),
  rejected: perSecond(sums.rejected, spanMs),
  working: ratio(sums.workingMs, spanMs),
  taken: ratio(sums.takenMs, spanMs),
  slots: spanMs > 0 ? sums.slotMs / spanMs : Number.POSITIVE_INFINITY,
  serviceMs: ratio(sums.workingMs, sums.started),
})

const nodeMeasures = (
  id: string,
  sums: NodeSums,
  spanMs: number,
): Omit<NodeMeasures, 'scales' | 'instances' | 'reads' | 'stations'> => ({
  id,
  offered: perSecond(sums.offered, spanMs),
  served: perSecond(sums.served, spanMs),
  rejected: perSecond(sums.rejected, spanMs),
  failed: perSecond(sums.failed, spanMs),
  working: ratio(sums.workingMs, spanMs),
  taken: ratio(sums.takenMs, spanMs),
  slots: spanMs > 0 ? sums.slotMs / spanMs : Number.POSITIVE_INFINITY,
  present: ratio(sums.presentMs, spanMs),
  waiting: ratio(sums.waitingMs, spanMs),
  serviceMs: ratio(sums.workingMs, sums.started),
  visitMs: ratio(sums.visitMs, sums.served + sums.failed),
  hits: perSecond(sums.hits, spanMs),
})

interface EdgeContext {
  readonly spanMs: number
  readonly poolSize: number | undefined
  /** Messages that wait now; null: its calls are no messages. */
  readonly waiting: number | null
}

function edgeMeasures(
  id: string,
  sums: EdgeSums,
  { spanMs, poolSize = Number.POSITIVE_INFINITY, waiting }: EdgeContext,
): EdgeMeasures {
  const rate = (count: number) => perSecond(count, spanMs)
  return {
    id,
    calls: rate(sums.calls),
    retries: rate(sums.retries),
    crossed: rate(sums.crossed),
    succeeded: rate(sums.succeeded),
    failed: rate(sums.failed),
    timedOut: rate(sums.timedOut),
    rateLimited: rate(sums.rateLimited),
    poolRefused: rate(sums.poolRefused),
    breakerRefused: rate(sums.breakerRefused),
    poolInUse: ratio(sums.poolInUseMs, spanMs),
    poolSize,
    poolWaiting: ratio(sums.poolWaitingMs, spanMs),
    transferring: ratio(Math.max(sums.requestLineMs, sums.responseLineMs), spanMs),
    lineWaitMs: ratio(sums.lineWaitMs, sums.crossed),
    lineMs: ratio(sums.lineMs - sums.lineWaitMs, sums.crossed),
    networkMs: ratio(sums.networkMs, sums.crossed),
    messages: waiting === null ? null : { published: rate(sums.published), ended: rate(sums.ended), waiting },
  }
}
