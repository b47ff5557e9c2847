import { mergeHistograms } from '../measure/histogram.ts'
import type { LinkOutcome, NodeOutcome } from '../outcome.ts'
import type { Link } from './link.ts'
import type { Run } from './run.ts'
import type { RunningNode } from './running-node.ts'
import type { Station } from './station.ts'

/** What was measured at each node: its stations together. */
export function nodeOutcomes(run: Run, measuredMs: number): NodeOutcome[] {
  const byNode = run.stationsByNode
  return run.present.nodes.map((node) => nodeOutcome(run.nodes[node]!, byNode[node]!, { run, measuredMs }))
}

function nodeOutcome(
  node: RunningNode,
  stations: readonly Station[],
  { run: { now, responses }, measuredMs }: { readonly run: Run; readonly measuredMs: number },
): NodeOutcome {
  const total = (of: Counter) => stations.reduce((sum, station) => sum + station[of], 0)
  const mean = (of: Levelled) => stations.reduce((sum, station) => sum + station[of].area(now), 0) / measuredMs
  const most = (of: 'mostInSystem' | 'mostQueue') => Math.max(0, ...stations.map((station) => station[of]))
  const visits = total('completed') + total('failed')
  const [only] = stations
  only?.noteTime(now)
  return {
    arrived: total('arrived'),
    completed: total('completed'),
    failed: total('failed'),
    rejected: total('rejected') + node.rejected,
    expired: total('expired'),
    waited: total('waited'),
    started: total('started'),
    meanSlots: stations.reduce((sum, station) => sum + station.slotArea(now), 0) / measuredMs,
    // A database that has stations for reads and for writes has the same instances for both.
    meanInstances: Math.max(0, ...stations.map(({ instances }) => instances.area(now))) / measuredMs,
    meanInSystem: mean('inSystem'),
    meanQueue: mean('waiting'),
    meanBusy: mean('busy'),
    meanWorking: mean('working'),
    meanFullest: Math.max(0, ...stations.map((station) => station.fullness(now))),
    inSystem: stations.length === 1 ? (only?.occupancy?.shares ?? []) : [],
    mostInSystem: most('mostInSystem'),
    mostQueue: most('mostQueue'),
    availability: 1 - node.downMs(now) / measuredMs,
    waitMs: ratio(total('waitSum'), total('started')),
    serviceMs: ratio(total('serviceSum'), visits),
    responseMs: ratio(total('responseSum'), visits),
    lookups: node.lookups,
    hits: node.hits,
    response:
      responses === null || stations.length === 0
        ? null
        : mergeHistograms(stations.map(({ index }) => responses.toHistogram(index))),
    slices: responses?.slicesOf(stations.map(({ index }) => index)) ?? [],
  }
}

/** What was measured at each connection. */
export function linkOutcomes(run: Run, measuredMs: number): LinkOutcome[] {
  return run.present.links.map((link) => ({
    ...linkOutcome(run.links[link]!, run.requests.reasons, { now: run.now, measuredMs }),
    messages: run.messages.byLink[link]?.toOutcome(run.now, measuredMs) ?? null,
  }))
}

function linkOutcome(
  link: Link,
  reasons: readonly string[],
  { now, measuredMs }: { readonly now: number; readonly measuredMs: number },
): Omit<LinkOutcome, 'messages'> {
  const { attempts, retries, failovers, succeeded, failed, timedOut, lost, expired, bytes, crossed } = link
  const refused: Record<string, number> = {}
  for (const [code, count] of link.refused.entries()) if (count > 0) refused[reasons[code]!] = count
  return {
    attempts,
    crossed,
    retries,
    failovers,
    succeeded,
    failed,
    timedOut,
    refused,
    lost,
    expired,
    bytes,
    requestLine: link.requestLine.busyMs(now) / measuredMs,
    responseLine: link.responseLine.busyMs(now) / measuredMs,
    requestLineGrowth: link.requestLine.growthMs(now) / measuredMs,
    responseLineGrowth: link.responseLine.growthMs(now) / measuredMs,
    networkMs: ratio(link.networkSum, crossed),
    lineWaitMs: ratio(link.lineWaitSum, crossed),
    lineMs: ratio(link.lineSum, crossed),
    poolWaitMs: ratio(link.poolWaitSum, crossed),
    meanPoolBusy: link.poolBusy.area(now) / measuredMs,
    meanPoolQueue: link.poolQueue.area(now) / measuredMs,
    mostPoolQueue: link.mostPoolQueue,
  }
}

const ratio = (sum: number, count: number): number => (count === 0 ? 0 : sum / count)

type Counter = {
  [K in keyof Station]: Station[K] extends number ? K : never
}[keyof Station]

type Levelled = 'inSystem' | 'waiting' | 'busy' | 'working'
