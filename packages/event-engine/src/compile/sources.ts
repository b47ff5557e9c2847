import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { Bursts, ByClass, SourceModel } from '../model.ts'
import type { BurstSettings } from '../settings/arrivals.ts'
import type { EventSettings } from '../settings.ts'
import { closedUsersOf, forReads, type NodePlan, perUser, type Traffic } from './kinds/plan.ts'
import type { PlannedNode } from './parts.ts'
import { changedBy, meanRate, product, steady } from './rates.ts'
import type { Recorded } from './recorded.ts'

export const basePerSecond = (traffic: Traffic): number => drawnPerSecond(traffic) * traffic.scale

/** Without the scale of the load. */
export const drawnPerSecond = (traffic: Traffic): number => traffic.users * perUser(traffic)

/** The mix of request types: what the run says, or reads and writes as the databases have them in the mean. */
export function mixOf({ requestMix }: EventSettings, plans: readonly NodePlan[]): ByClass<number> {
  if (requestMix !== null) return requestMix
  const shares = plans.flatMap(({ readShare }) => (readShare === null ? [] : [readShare]))
  const reads = shares.length === 0 ? 1 : shares.reduce((sum, one) => sum + one, 0) / shares.length
  return REQUEST_TYPES.map((type) =>
    type === 'Read' ? reads : type === 'Write' ? 1 - reads : 0,
  ) as unknown as ByClass<number>
}

interface SourceScope {
  readonly backgroundTraffic: ReadonlyMap<number, SourceModel['backgroundTraffic']>
  readonly settings: EventSettings
  /** Of all requests, and of those that have no type of their own. */
  readonly mix: ByClass<number>
  readonly mixAsSet: ByClass<number>
  readonly clientCluster: string
  /** Requests per second of all sources together, without the scale of the load. */
  readonly total: number
  /** As links know them. */
  readonly regions: readonly string[]
  readonly recorded: Recorded | null
}

export function sourceOf(
  node: PlannedNode & { readonly position: number },
  traffic: Traffic,
  scope: SourceScope,
): SourceModel {
  const { settings, mix, mixAsSet, total, regions, recorded } = scope
  const own = basePerSecond(traffic)
  const part = total === 0 ? 0 : own / total
  const { bursts } = settings
  const base = bursts?.rps == null ? own : bursts.rps * part
  const { hitRate } = traffic.local(mix[0] * perUser(traffic))
  return {
    node: node.position,
    clientCluster: scope.clientCluster,
    arrivals:
      recorded !== null && recorded.times.length > 0
        ? 'listed'
        : settings.arrivals === 'deterministic'
          ? 'even'
          : settings.arrivals,
    interarrival: settings.interarrival,
    rate: recorded
      ? changedBy(recorded.rate, settings.load, part)
      : product(changedBy(steady(base), settings.load, part), traffic.pattern),
    times: recorded?.times ?? [],
    kinds: recorded?.kinds ?? [],
    kindsAt: recorded?.kindsAt ?? null,
    bursts: bursts && burstsOf(bursts),
    users: closedUsersOf(traffic),
    thinkMs: traffic.thinkMs,
    areas: traffic.areas.map((isFarFrom) => regions.map(isFarFrom)),
    mix: mixAsSet,
    localMs: traffic.localMs,
    localHitRate: forReads(hitRate),
    keptByUsers:
      settings.arrivals === 'closed' && hitRate > 0
        ? { ttlS: traffic.localTtlS, beyondTtlS: 0, ...settings.catalogue }
        : null,
    retry: traffic.retryWaitsMs.length === 0 ? null : { waitsMs: traffic.retryWaitsMs, jitter: settings.jitter },
    backgroundTraffic: scope.backgroundTraffic.get(node.position) ?? [],
  }
}

/** Pieces of the rates of all sources together that a mean is made of, and of one at least. */
const MOST_PIECES = { together: 1_000_000, each: 1000 } as const

/** By node: the requests that its source makes per second, in the mean over the run, where answers take no time. */
export function madeBy(sources: readonly SourceModel[], durationMs: number): ReadonlyMap<number, number> {
  const mostPieces = Math.max(MOST_PIECES.each, MOST_PIECES.together / sources.length)
  return new Map(
    sources.map(({ node, arrivals, users, thinkMs, times, rate }) => [
      node,
      arrivals === 'closed'
        ? users * perUser({ thinkMs })
        : arrivals === 'listed'
          ? (times.filter((timeMs) => timeMs <= durationMs).length / durationMs) * 1000
          : meanRate(rate, durationMs, mostPieces),
    ]),
  )
}

/** The mean over time is the rate. */
function burstsOf({ factor, burstS, calmS }: BurstSettings): Bursts {
  const inCalm = factor === Number.POSITIVE_INFINITY ? 0 : (burstS + calmS) / (factor * burstS + calmS)
  const inBurst = inCalm === 0 ? (burstS + calmS) / burstS : factor * inCalm
  return {
    burst: { factor: inBurst, meanMs: burstS * 1000 },
    calm: { factor: inCalm, meanMs: calmS * 1000 },
  }
}
