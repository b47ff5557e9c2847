import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { ByClass, SourceModel } from '../model.ts'
import type { LoadChange } from '../settings/schedule.ts'
import type { EventSettings } from '../settings.ts'
import { forReads, type NodePlan, perUser, type Traffic } from './kinds/plan.ts'
import type { PlannedNode } from './parts.ts'

const basePerSecond = (traffic: Traffic): number => traffic.users * perUser(traffic)

/** The mix of request types: what the run says, or reads and writes as the databases have them in the mean. */
export function mixOf({ requestMix }: EventSettings, plans: readonly NodePlan[]): ByClass<number> {
  if (requestMix !== null) return requestMix
  const shares = plans.flatMap(({ readShare }) => (readShare === null ? [] : [readShare]))
  const reads = shares.length === 0 ? 1 : shares.reduce((sum, one) => sum + one, 0) / shares.length
  return REQUEST_TYPES.map((type) =>
    type === 'Read' ? reads : type === 'Write' ? 1 - reads : 0,
  ) as unknown as ByClass<number>
}

/** What all clients ask for together. */
export const demandOf = (plans: readonly NodePlan[], mix: ByClass<number>) => ({
  requestsPerSecond: plans.reduce((sum, { traffic }) => sum + (traffic === null ? 0 : basePerSecond(traffic)), 0),
  readShare: mix[0],
})

interface SourceScope {
  readonly chatter: ReadonlyMap<number, SourceModel['chatter']>
  readonly settings: EventSettings
  readonly mix: ByClass<number>
  /** Requests per second of all sources together. */
  readonly total: number
  /** As links know them. */
  readonly regions: readonly string[]
}

export function sourceOf(
  node: PlannedNode & { readonly position: number },
  traffic: Traffic,
  scope: SourceScope,
): SourceModel {
  const { settings, mix, total, regions } = scope
  const base = basePerSecond(traffic)
  const load = settings.load.map((change) => ({ ...change, rps: total === 0 ? 0 : (change.rps * base) / total }))
  return {
    node: node.position,
    arrivals: settings.arrivals === 'deterministic' ? 'even' : settings.arrivals,
    interarrival: settings.interarrival,
    rate: JSON.stringify([base, load, traffic.pattern.key]),
    perSecond: rateOf(base, load, traffic.pattern.at),
    mostPerSecond: Math.max(base, ...load.map(({ rps }) => rps)) * traffic.pattern.most,
    isSteady: traffic.pattern.isSteady && load.length === 0,
    users: traffic.users,
    thinkMs: traffic.thinkMs,
    areas: traffic.areas.map((isFarFrom) => regions.map(isFarFrom)),
    mix,
    localMs: traffic.localMs,
    localHitRate: forReads(traffic.localHitRate(mix[0] * perUser(traffic))),
    retry: traffic.retryWaitsMs.length === 0 ? null : { waitsMs: traffic.retryWaitsMs, jitter: settings.jitter },
    chatter: scope.chatter.get(node.position) ?? [],
  }
}

/** The base, or the last change in effect, times the pattern. */
function rateOf(base: number, load: readonly LoadChange[], pattern: (timeMs: number) => number) {
  if (load.length === 0) return (timeMs: number) => base * pattern(timeMs)
  return (timeMs: number) => {
    const change = load.findLast(({ atS, forS }) => timeMs >= atS * 1000 && timeMs < (atS + forS) * 1000)
    return (change?.rps ?? base) * pattern(timeMs)
  }
}
