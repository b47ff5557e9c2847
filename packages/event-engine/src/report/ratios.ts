import type { ByClass, Model } from '../model.ts'
import type { LinkOutcome, RunOutcome } from '../outcome.ts'
import { stationsByNode } from './structure.ts'

/** Fuller, a station that is shared is taken to pile up. */
const FULL = 0.98

/** Visits of each node that came to make their calls. */
export function startedVisits(
  model: Model,
  { nodes, links }: RunOutcome,
  { begun, passed }: { begun: readonly number[]; passed: readonly number[] },
): readonly number[] {
  const came = [...begun]
  for (const [index, { target }] of model.links.entries())
    came[target] = (came[target] ?? 0) + sentOver(links[index]) * (passed[index] ?? 1)
  const stations = stationsByNode(model)
  return model.nodes.map(({ stationOf }, index) => {
    const node = nodes[index]
    // Some pass without a visit to a station, which counts them nowhere.
    if (node === undefined || stationOf.includes(null)) return came[index] ?? 0
    const isQueueing = (stations[index] ?? []).some(
      ({ station: { discipline, slots } }) => discipline === 'fifo' && Number.isFinite(slots),
    )
    const isFull = node.meanWorking >= FULL * node.meanSlots && node.meanSlots > 0
    // Some hold their slots for a call that they have made. At stations that are shared all begin when they come.
    const served = isQueueing ? node.started : isFull ? node.completed + node.failed : node.arrived
    return (begun[index] ?? 0) + served
  })
}

/** Calls that were let go. */
const sentOver = (link: LinkOutcome | undefined): number => (link ? link.attempts - refusedBy(link) : 0)

const refusedBy = ({ refused }: LinkOutcome): number => Object.values(refused).reduce((sum, count) => sum + count, 0)

/** Calls that a visit makes by itself: retries of what the load made fail are left out. */
export function callsPerVisit(link: LinkOutcome | undefined, visits: number): number {
  if (link === undefined || visits <= 0) return 0
  const { attempts, retries, failed, timedOut } = link
  const byLoad = Math.min(1, (timedOut + refusedBy(link)) / Math.max(1, failed))
  return Math.max(0, attempts - retries * byLoad) / visits
}

/** Messages that a visit sends and waits for until they are handed over: what is delivered again is not waited for. */
export const handOversPerVisit = (link: LinkOutcome | undefined, visits: number): number =>
  visits > 0 ? (link?.messages?.published ?? 0) / visits : 0

/**
 * A client that tries whole requests again makes their calls once here, but for those that it answers itself: what fails at first is
 * mostly what the load makes fail.
 */
export function withoutAnotherTry(
  { nodes, links, sources }: Model,
  { ratios, outcome }: { ratios: readonly number[]; outcome: RunOutcome },
): readonly number[] {
  const factors = new Map<number, number>()
  for (const { node, retry, localHitRate } of sources) {
    if (retry === null) continue
    const asked = 1 - shareOf(outcome, localHitRate)
    for (const step of nodes[node]?.program.flat() ?? []) {
      const calls =
        step.links.reduce((sum, link) => sum + (ratios[link] ?? 0), 0) / (step.copies ? step.links.length : 1)
      factors.set(node, Math.min(factors.get(node) ?? 1, asked / Math.max(asked, calls)))
    }
  }
  return ratios.map((ratio, index) => ratio * (factors.get(links[index]?.source ?? -1) ?? 1))
}

/** What rates by request type come to for the types that arrived. */
function shareOf({ byClass }: RunOutcome, rates: ByClass<number>): number {
  const arrived = byClass.map((counts) => counts.arrived)
  const all = arrived.reduce((sum, count) => sum + count, 0)
  return all > 0 ? rates.reduce((sum, rate, type) => sum + rate * ((arrived[type] ?? 0) / all), 0) : 0
}

/** Share of the calls over a link that, once let go, reach its target whatever the load there. */
export function passShare({ links }: Model, outcome: RunOutcome, index: number): number {
  const link = links[index]
  if (link === undefined) return 1
  const { loss, failureProbability, hitRate } = link
  const arriving = loss?.delayMs === Number.POSITIVE_INFINITY ? (1 - loss.probability) ** loss.packets : 1
  return (1 - failureProbability) * arriving * (1 - shareOf(outcome, hitRate))
}
