import { mergeHistograms } from '../measure/histogram.ts'
import type { LinkOutcome, NodeOutcome } from '../outcome.ts'
import type { Link } from './link.ts'
import type { Place } from './place.ts'
import type { Run } from './run.ts'
import { OCCUPANCIES, type Station } from './station.ts'

/** What was measured at each node: its stations together. */
export function nodeOutcomes(run: Run, measuredMs: number): NodeOutcome[] {
  const byNode: Station[][] = run.places.map(() => [])
  for (const station of run.stations) {
    station.settle(run.now)
    station.settleScale(run.now)
    byNode[station.model.node]!.push(station)
  }
  return run.places.map((place, index) => nodeOutcome(place, byNode[index]!, { now: run.now, measuredMs }))
}

function nodeOutcome(
  place: Place,
  stations: readonly Station[],
  { now, measuredMs }: { readonly now: number; readonly measuredMs: number },
): NodeOutcome {
  const total = (of: keyof Station) => stations.reduce((sum, station) => sum + (station[of] as number), 0)
  const most = (of: 'mostInSystem' | 'mostQueue') => stations.reduce((highest, station) => highest + station[of], 0)
  const visits = total('completed') + total('failed')
  const [only] = stations
  return {
    arrived: total('arrived'),
    completed: total('completed'),
    failed: total('failed'),
    rejected: total('rejected') + place.rejected,
    expired: total('expired'),
    waited: total('waited'),
    meanSlots: total('slotsArea') / measuredMs,
    meanInstances: total('instancesArea') / measuredMs,
    meanInSystem: total('inSystemArea') / measuredMs,
    meanQueue: total('queueArea') / measuredMs,
    meanBusy: total('busyArea') / measuredMs,
    meanWorking: total('workingArea') / measuredMs,
    inSystem:
      stations.length === 1 && only ? Array.from(only.timeAt.slice(0, OCCUPANCIES), (ms) => ms / measuredMs) : [],
    mostInSystem: most('mostInSystem'),
    mostQueue: most('mostQueue'),
    availability: 1 - place.takeDownMs(now) / measuredMs,
    waitMs: ratio(total('waitSum'), total('started')),
    serviceMs: ratio(total('serviceSum'), visits),
    responseMs: ratio(total('responseSum'), visits),
    hits: total('hits'),
    response: stations.every(({ response }) => response === null)
      ? null
      : mergeHistograms(stations.flatMap(({ response }) => (response ? response.toHistogram() : []))),
  }
}

/** What was measured at each connection. */
export function linkOutcomes(run: Run, measuredMs: number): LinkOutcome[] {
  return run.links.map((link) => {
    link.settlePool(run.now)
    return linkOutcome(link, run.requests.reasons, measuredMs)
  })
}

function linkOutcome(link: Link, reasons: readonly string[], measuredMs: number): LinkOutcome {
  const { attempts, retries, succeeded, failed, timedOut, lost, expired, bytes, crossed } = link
  const refused: Record<string, number> = {}
  for (const [code, count] of link.refused.entries()) if (count > 0) refused[reasons[code]!] = count
  return {
    attempts,
    retries,
    succeeded,
    failed,
    timedOut,
    refused,
    lost,
    expired,
    bytes,
    requestLine: link.requestLineSum / measuredMs,
    responseLine: link.responseLineSum / measuredMs,
    networkMs: ratio(link.networkSum, crossed),
    lineWaitMs: ratio(link.lineWaitSum, crossed),
    lineMs: ratio(link.lineSum, crossed),
    poolWaitMs: ratio(link.poolWaitSum, crossed),
    meanPoolBusy: link.poolBusyArea / measuredMs,
    meanPoolQueue: link.poolQueueArea / measuredMs,
    mostPoolQueue: link.mostPoolQueue,
    breaker: link.breakerTimeline,
  }
}

const ratio = (sum: number, count: number): number => (count === 0 ? 0 : sum / count)
