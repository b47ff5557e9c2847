import type { LinkModel, Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { mostAdmitted } from '../rules/room.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import type { SaturationLimit } from './report.ts'
import { poolSlots, saturatedAt, slotsIn, visitsOfFullest } from './saturation.ts'
import { rateLimit, stationsByNode } from './structure.ts'
import type { OfferedWork } from './work.ts'

/** Taken so much of the time, with so many in the queue, it is what limits the rest. */
const ALWAYS = 0.98
const QUEUEING = 1
/** Where more of the visits fail, or so much more than before, they may take less time than a visit that succeeds. */
export const FEW_FAILURES = 0.01

export const mean = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0) / values.length

/** What is asked of the parts of a model, which limits name by their ids. */
export function partsOf(model: Model) {
  const positions = (parts: readonly { readonly id: string }[]) => new Map(parts.map(({ id }, index) => [id, index]))
  const byId = { node: positions(model.nodes), edge: positions(model.links) }
  const indexOf = ({ of, id }: SaturationLimit): number => byId[of].get(id) ?? -1
  const offeredTo = (limit: SaturationLimit, { stationVisits, calls }: OfferedWork): number =>
    (limit.of === 'edge' ? calls : stationVisits)[indexOf(limit)] ?? 0
  const stations = stationsByNode(model)
  const poolSlotsOn = (index: number) => {
    const link = model.links[index]
    return link && poolSlots(link, stations[link.target])
  }
  const slotsAt = (node: number, outcomes: readonly RunOutcome[]) => {
    const own = stations[node] ?? []
    return own.every(({ station }) => station.discipline === 'fifo') ? slotsIn(outcomes, node, own) : undefined
  }
  const brokersTo = model.nodes.map((): number[] => [])
  for (const [index, { target, pool }] of model.links.entries()) if (pool?.isAtTarget) brokersTo[target]?.push(index)
  /** At a node, and at the brokers before it. */
  const queueFor = (node: number, { nodes, links }: RunOutcome): number =>
    (brokersTo[node] ?? []).reduce((sum, link) => sum + (links[link]?.meanPoolQueue ?? 0), nodes[node]?.meanQueue ?? 0)
  /** Visits of a node, or calls over a connection, that ended. */
  const endedAt = (limit: SaturationLimit, { nodes, links }: RunOutcome) => {
    const index = indexOf(limit)
    if (limit.of === 'node') return { good: nodes[index]?.completed ?? 0, bad: nodes[index]?.failed ?? 0 }
    const { succeeded = 0, failed = 0, refused = {} } = links[index] ?? {}
    return { good: succeeded, bad: failed - Object.values(refused).reduce((sum, count) => sum + count, 0) }
  }
  return {
    /** Whether anything may queue for it: nothing does where a component admits no more requests than it works on, so that `isTaken` never holds. */
    mayQueue(limit: SaturationLimit): boolean {
      const index = indexOf(limit)
      return (
        limit.of === 'edge' ||
        (brokersTo[index] ?? []).length > 0 ||
        (stations[index] ?? []).some(({ station }) => station.slots < mostAdmitted(station))
      )
    },
    isTaken(limit: SaturationLimit, outcomes: readonly RunOutcome[]): boolean {
      const index = indexOf(limit)
      const [available, busy, queue] =
        limit.of === 'edge'
          ? [
              poolSlotsOn(index),
              mean(outcomes, ({ links }) => links[index]?.meanPoolBusy ?? 0),
              mean(outcomes, ({ links }) => links[index]?.meanPoolQueue ?? 0),
            ]
          : [
              slotsAt(index, outcomes),
              mean(outcomes, ({ nodes }) => nodes[index]?.meanBusy ?? 0),
              mean(outcomes, (run) => queueFor(index, run)),
            ]
      return available !== undefined && busy >= ALWAYS * available && queue >= QUEUEING
    },
    failedShare: (limit: SaturationLimit, outcomes: readonly RunOutcome[]): number =>
      mean(outcomes, (run) => {
        const { good, bad } = endedAt(limit, run)
        return good + bad > 0 ? bad / (good + bad) : 0
      }),
    /** Visits that had a slot, or calls that had a place in the pool: what was given up or dropped while it waited for one had none. */
    doneBy(limit: SaturationLimit, run: RunOutcome): number {
      const { good, bad } = endedAt(limit, run)
      const index = indexOf(limit)
      if (limit.of === 'node') return Math.min(good + bad, run.nodes[index]?.started ?? 0)
      const { crossed = 0, expired = 0 } = run.links[index] ?? {}
      return model.links[index]?.pool?.isAtTarget === false ? crossed : good + bad - expired
    },
    offeredTo,
    /** Of that, what the limits of its own connection let through, or what comes to the fullest of a node's parts. */
    cameTo: (limit: SaturationLimit, work: OfferedWork): number =>
      limit.of === 'edge'
        ? Math.min(offeredTo(limit, work), rateLimit(model.links[indexOf(limit)]?.limits ?? []))
        : visitsOfFullest(work, limit.limit, stations[indexOf(limit)] ?? []),
  }
}

/**
 * What a part carried that is always taken, of what would come to it per second if nothing were held up: the lower end of the interval, so
 * that nobody is promised more. What became of the requests at their clients does not count: a part works on for those that gave up. Still
 * an upper bound where more visits fail there than a few: they may take less time than one that succeeds.
 */
export function carriedBy(
  parts: ReturnType<typeof partsOf>,
  { limit, offeredRps }: { readonly limit: SaturationLimit; readonly offeredRps: number },
  { works, outcomes }: { readonly works: readonly OfferedWork[]; readonly outcomes: readonly RunOutcome[] },
): SaturationLimit {
  const shares = outcomes.map((run, index) => {
    const work = works[index]
    const offered = work ? parts.offeredTo(limit, work) : 0
    return offered > 0 ? parts.doneBy(limit, run) / ((offered * run.measuredMs) / 1000) : 1
  })
  const { lower, mean: middle } = meanOfValues(shares)
  const atRps = Math.min(saturatedAt(limit), offeredRps * (lower ?? middle))
  const isUpperBound = limit.of === 'node' && parts.failedShare(limit, outcomes) > FEW_FAILURES
  return { ...limit, atRps, load: offeredRps / atRps, isUpperBound, instances: null }
}

/** Whether a part waits for another of these. */
export function waitingFor(
  { nodes, links }: Model,
  parts: readonly SaturationLimit[],
): (limit: SaturationLimit) => boolean {
  const known = new Set(parts.map(({ of, id }) => `${of} ${id}`))
  const held = nodes.map((): LinkModel[] => [])
  for (const link of links) if (link.holds) held[link.source]?.push(link)
  const isKnown = (of: SaturationLimit['of'], id: string | undefined) => known.has(`${of} ${id}`)
  const waits = (from: number): boolean => {
    const seen = new Set([from])
    for (const node of seen) {
      for (const { id, target } of held[node] ?? []) {
        if (isKnown('edge', id) || isKnown('node', nodes[target]?.id)) return true
        seen.add(target)
      }
    }
    return false
  }
  return ({ of, id }) => {
    if (of === 'node') return waits(nodes.findIndex((node) => node.id === id))
    const target = links.find((link) => link.id === id)?.target ?? -1
    return isKnown('node', nodes[target]?.id) || waits(target)
  }
}
