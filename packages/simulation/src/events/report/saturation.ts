import { spreadOf } from '../../spread.ts'
import type { LinkModel, Model, NodeModel, StationModel } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import type { LimitKind, PartRef, Saturation, SaturationLimit } from './report.ts'
import { rateLimit, stationsOf, travelMs } from './structure.ts'
import { type OfferedWork, offeredWork } from './work.ts'

/** What is loaded less is no limit that one would meet. */
const LEAST_LOAD = 1e-6

/**
 * What limits the throughput, by offered work over capacity (utilisation law), the mean over the runs. A part that others wait for
 * comes before them: the time that slots are held counts without the waiting of the calls.
 */
export function saturationOf(model: Model, outcomes: readonly RunOutcome[]): Saturation {
  const works = outcomes.map((outcome) => ({ outcome, work: offeredWork(model, outcome) }))
  const lists = works.map(({ outcome, work }) => [...nodeLoads(model, outcome, work), ...linkLoads(model, work)])
  const offeredRps = spreadOf(works.map(({ work }) => work.perSecond)).mean
  const limits = (lists[0] ?? []).map(({ load: _, ...limit }, index): SaturationLimit => {
    const load = spreadOf(lists.map((list) => list[index]?.load ?? 0)).mean
    return { ...limit, load, atRps: offeredRps / load }
  })
  return {
    offeredRps,
    limits: limits
      .filter(({ load }) => load >= LEAST_LOAD && Number.isFinite(load))
      .sort((one, other) => other.load - one.load),
  }
}

type Load = Omit<SaturationLimit, 'atRps'>

const load = (part: PartRef, limit: LimitKind, amount: number): Load => ({
  ...part,
  limit,
  waitsFor: null,
  load: amount,
})

function nodeLoads(model: Model, outcome: RunOutcome, work: OfferedWork): readonly Load[] {
  return model.nodes.flatMap((node, index) => {
    const stations = stationsOf(model, index)
    if (stations.length === 0) return []
    const part = { of: 'node', id: node.id } as const
    const perSecond = work.visits[index] ?? 0
    const allowed = rateLimit(stations.flatMap(({ limits }) => limits))
    const admitted = perSecond > allowed ? allowed / perSecond : 1
    const busiest = (of: (position: number) => number) =>
      model.stations.reduce(
        (most, station, position) => (station.node === index ? Math.max(most, of(position)) : most),
        0,
      )
    const held = work.heldMs[index] ?? 0
    return [
      load(
        part,
        'service',
        admitted *
          busiest((position) => (work.busySlots[position] ?? 0) / capacityOf(model.stations[position], slotsOf)),
      ),
      ...(held > (work.serviceMs[index] ?? 0)
        ? [
            {
              ...load(
                part,
                'slots',
                (admitted * perSecond * held) / 1000 / sum(stations.map((one) => capacityOf(one, placesOf))),
              ),
              waitsFor: slowestCallee(model, { index, work, outcome }),
            },
          ]
        : []),
      load(part, 'storage', admitted * busiest((position) => work.storage[position] ?? 0)),
      load(part, 'rate', perSecond / allowed),
    ]
  })
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

/** With as many instances as there may be. */
const capacityOf = (station: StationModel | undefined, perInstance: (station: StationModel) => number): number =>
  station === undefined ? 0 : perInstance(station) * (station.scaling?.max ?? station.instances)

const slotsOf = ({ slots }: StationModel) => slots

/** Who waits for a call takes a slot; or, where the requests at work share the cores, a place among those admitted. */
const placesOf = ({ discipline, slots, admission, memoryLimit }: StationModel): number =>
  discipline === 'fifo' ? slots : Math.min(admission, memoryLimit)

/** Where the held time goes, mostly. */
function slowestCallee(
  { nodes, links }: Model,
  { index, work, outcome }: { index: number; work: OfferedWork; outcome: RunOutcome },
): string | null {
  const calls = links.flatMap((link, position) =>
    link.source === index && link.holds
      ? [{ link, ms: (outcome.links[position]?.attempts ?? 0) * ((work.heldMs[link.target] ?? 0) + travelMs(link)) }]
      : [],
  )
  const slowest = calls.reduce<(typeof calls)[number] | null>(
    (most, one) => (most === null || one.ms > most.ms ? one : most),
    null,
  )
  return slowest === null ? null : ((nodes[slowest.link.target] as NodeModel).id ?? null)
}

function linkLoads(model: Model, { calls, heldMs }: OfferedWork): readonly Load[] {
  const chatter = model.sources.flatMap((source) => source.chatter)
  return model.links.flatMap((link, index) => {
    const part = { of: 'edge', id: link.id } as const
    const allowed = rateLimit(link.limits)
    const perSecond = calls[index] ?? 0
    const passing = Math.min(perSecond, allowed)
    const line = Math.max(link.requestLineMs, link.responseLineMs)
    const messages = chatter
      .filter((one) => one.link === index)
      .reduce((sum, one) => sum + one.perSecond * one.lineMs, 0)
    return [
      load(part, 'line', (passing * line + messages) / 1000),
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
  const callMs = Math.max(link.pool.holdMs, travelMs(link) + (heldMs[link.target] ?? 0))
  return [load(part, 'pool', (passing * callMs) / 1000 / link.pool.size)]
}
