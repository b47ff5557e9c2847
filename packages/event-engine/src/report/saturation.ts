import { spreadOf } from '@plimsoll/simulation'
import type { LinkModel, Model, StationModel } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { LimitKind, PartRef, Saturation, SaturationLimit } from './report.ts'
import { handOverMs, type PlacedStation, rateLimit, stationsByNode, travelMs } from './structure.ts'
import { type OfferedWork, offeredWork } from './work.ts'

/** What is loaded less is no limit that one would meet. */
const LEAST_LOAD = 1e-6

/**
 * What limits the throughput, by offered work over capacity (utilisation law), the mean over the runs. A part that others wait for
 * comes before them: the time that slots are held counts without the waiting of the calls.
 */
export function saturationOf(model: Model, outcomes: readonly RunOutcome[]): Saturation {
  const works = outcomes.map((outcome) => offeredWork(model, outcome))
  const [first] = works
  const callees = first === undefined ? [] : slowestCallees(model, first)
  const lists = works.map((work) => [...nodeLoads(model, work, callees), ...linkLoads(model, work)])
  const offeredRps = spreadOf(works.map(({ perSecond }) => perSecond)).mean
  const limits = (lists[0] ?? []).map(({ load: _, ...limit }, index): SaturationLimit => {
    const load = spreadOf(lists.map((list) => list[index]?.load ?? 0)).mean
    return { ...limit, load, atRps: offeredRps / load, isUpperBound: limit.limit === 'slots' || limit.limit === 'pool' }
  })
  return {
    offeredRps,
    limits: sorted(limits.filter(({ load }) => load >= LEAST_LOAD && Number.isFinite(load))),
  }
}

/** First to saturate first. */
const sorted = (limits: readonly SaturationLimit[]) => limits.toSorted((one, other) => other.load - one.load)

/** With what was found of some limits in place of what was reckoned. */
export const withFound = (saturation: Saturation, found: readonly SaturationLimit[]): Saturation => ({
  ...saturation,
  limits: sorted(
    saturation.limits.map(
      (limit) =>
        found.find(({ of, id, limit: kind }) => of === limit.of && id === limit.id && kind === limit.limit) ?? limit,
    ),
  ),
})

type Load = Omit<SaturationLimit, 'atRps' | 'isUpperBound'>

const load = (part: PartRef, limit: LimitKind, amount: number): Load => ({
  ...part,
  limit,
  waitsFor: null,
  load: amount,
})

/** The same list for every run: what does not apply has no load. */
function nodeLoads(model: Model, work: OfferedWork, callees: readonly (string | null)[]): readonly Load[] {
  return stationsByNode(model).flatMap((stations, index) => {
    const id = model.nodes[index]?.id
    if (stations.length === 0 || id === undefined) return []
    const part = { of: 'node', id } as const
    const perSecond = work.visits[index] ?? 0
    const allowed = rateLimit(stations.flatMap(({ station }) => station.limits))
    const admitted = perSecond > allowed ? allowed / perSecond : 1
    const most = (of: (placed: PlacedStation) => number) => Math.max(...stations.map(of))
    const heldMs = work.heldMs[index] ?? 0
    const places = stations.reduce((sum, { station }) => sum + capacityOf(station, placesOf(station)), 0)
    const held = heldMs > (work.serviceMs[index] ?? 0) ? (perSecond * heldMs) / 1000 / places : 0
    return [
      load(
        part,
        'service',
        admitted *
          most(({ position, station }) => (work.busySlots[position] ?? 0) / capacityOf(station, station.slots)),
      ),
      { ...load(part, 'slots', admitted * held), waitsFor: callees[index] ?? null },
      load(part, 'storage', admitted * most(({ position }) => work.storage[position] ?? 0)),
      load(part, 'rate', perSecond / allowed),
    ]
  })
}

/** With as many instances as there may be. */
const capacityOf = ({ scaling, instances }: StationModel, perInstance: number): number =>
  perInstance * (scaling?.max ?? instances)

/** Who waits for a call takes a slot; or, where the requests at work share the cores, a place among those admitted. */
const placesOf = ({ discipline, slots, admission, memoryLimit }: StationModel): number =>
  discipline === 'fifo' ? slots : Math.min(admission, memoryLimit)

/** By node: where the time goes, mostly, that its slots are held; null: into handing messages over. */
function slowestCallees(
  { nodes, links }: Model,
  { calls, handOvers, heldMs }: OfferedWork,
): readonly (string | null)[] {
  const slowest = nodes.map(() => ({ id: null as string | null, ms: 0 }))
  for (const [index, link] of links.entries()) {
    const isMessage = link.message !== null
    const callMs = link.holds ? (calls[index] ?? 0) * ((heldMs[link.target] ?? 0) + travelMs(link)) : 0
    const ms = isMessage ? (handOvers[index] ?? 0) * handOverMs(link) : callMs
    const id = isMessage ? null : (nodes[link.target]?.id ?? null)
    if (ms > (slowest[link.source]?.ms ?? 0)) slowest[link.source] = { id, ms }
  }
  return slowest.map(({ id }) => id)
}

function linkLoads(model: Model, { calls, heldMs }: OfferedWork): readonly Load[] {
  const messages = new Map<number, number>()
  for (const { link, perSecond, lineMs } of model.sources.flatMap(({ chatter }) => chatter))
    messages.set(link, (messages.get(link) ?? 0) + perSecond * lineMs)
  return model.links.flatMap((link, index) => {
    const part = { of: 'edge', id: link.id } as const
    const allowed = rateLimit(link.limits)
    const perSecond = calls[index] ?? 0
    const passing = Math.min(perSecond, allowed)
    const line = Math.max(link.requestLineMs, link.responseLineMs)
    return [
      load(part, 'line', (passing * line + (messages.get(index) ?? 0)) / 1000),
      load(part, 'rate', perSecond / allowed),
      ...poolLoad(link, { part, passing, heldMs }),
    ]
  })
}

function poolLoad(
  link: LinkModel,
  { part, passing, heldMs }: { part: PartRef; passing: number; heldMs: readonly number[] },
): readonly Load[] {
  if (link.pool === null) return []
  const onTheWayMs = link.pool.isAtTarget ? 0 : travelMs(link)
  const callMs = Math.max(link.pool.holdMs, onTheWayMs + (heldMs[link.target] ?? 0))
  return [load(part, 'pool', (passing * callMs) / 1000 / link.pool.size)]
}
