import type { Model, StationModel } from '../model.ts'
import type { LinkOutcome, NodeOutcome, RunOutcome, Series } from '../outcome.ts'
import { mostAtWork } from '../rules/room.ts'
import { responseFigures } from '../statistics/response-figures.ts'
import { costPerHour } from './cost.ts'
import { perSecond } from './counts.ts'
import { estimate, ratio, shareOf, tally } from './estimates.ts'
import type { RunEvidence } from './evidence.ts'
import { messagesOf } from './messages.ts'
import type { EdgeReport, Named, NodeReport } from './report.ts'
import { visitValues } from './reported-values.ts'
import { poolSlots } from './saturation.ts'
import { stationsByNode } from './structure.ts'

/** What the flow calls a part. */
export type Naming = (of: 'node' | 'edge', id: string) => Named

interface Parts {
  readonly model: Model
  readonly outcomes: readonly RunOutcome[]
  readonly isSteady: boolean
  readonly reportedOf: RunEvidence['reportedOf']
  readonly naming: Naming
}

export function nodesOf({ model, outcomes, isSteady, reportedOf, naming }: Parts): readonly NodeReport[] {
  const stations = stationsByNode(model)
  return model.nodes.map((node, index) => {
    const runs = outcomes.map((outcome) => ({ ...(outcome.nodes[index] as NodeOutcome), outcome }))
    const of = (figure: (run: (typeof runs)[number]) => number | null) => estimate(runs.map(figure))
    const steady = (figure: (run: (typeof runs)[number]) => number | null) => (isSteady ? of(figure) : null)
    const { samples, figures } = reportedOf(visitValues(outcomes, index))
    const { p95, p99 } = responseFigures(samples, figures)
    const isCache = node.hitRate.some((rate) => rate > 0)
    const isStation = (stations[index] ?? []).length > 0
    return {
      ...naming('node', node.id),
      utilization: of(({ meanBusy, meanSlots }) => ratio(meanBusy, meanSlots)),
      working: of(({ meanWorking, meanSlots }) => ratio(meanWorking, meanSlots)),
      fullest: (stations[index] ?? []).some(({ station }) => hasLimit(station))
        ? of(({ meanFullest }) => meanFullest)
        : null,
      utilizationP95: p95OverTime(outcomes, ({ utilization }) => utilization[index]),
      fullestP95: p95OverTime(outcomes, ({ fullest }) => fullest[index]),
      arrivalsPerSecond: isStation ? of(({ arrived, outcome }) => perSecond(arrived, outcome)) : null,
      inSystem: isStation ? of(({ meanInSystem }) => meanInSystem) : null,
      mostInSystem: Math.max(...runs.map(({ mostInSystem }) => mostInSystem)),
      queue: isStation ? of(({ meanQueue }) => meanQueue) : null,
      mostQueue: Math.max(...runs.map(({ mostQueue }) => mostQueue)),
      waitedShare: shareOf(runs.map(({ waited, arrived }) => ({ successes: waited, of: arrived }))),
      waitMs: steady(({ waitMs, arrived }) => (arrived > 0 ? waitMs : null)),
      serviceMs: of(({ serviceMs, arrived }) => (arrived > 0 ? serviceMs : null)),
      responseMs: steady(({ responseMs, completed }) => (completed > 0 ? responseMs : null)),
      p95Ms: p95,
      p99Ms: p99,
      instances: isStation ? of(({ meanInstances }) => meanInstances) : null,
      availability: of(({ availability }) => availability),
      hitRate: isCache ? shareOf(runs.map(({ hits, lookups }) => ({ successes: hits, of: lookups }))) : null,
      ...totals(runs, ['arrived', 'completed', 'failed', 'rejected', 'expired']),
    }
  })
}

const hasLimit = (station: StationModel): boolean => Number.isFinite(mostAtWork(station))

function p95OverTime(
  outcomes: readonly RunOutcome[],
  of: (series: Series) => readonly (number | null)[] | undefined,
): number | null {
  const spans = outcomes.flatMap(({ series, slices, measuredMs }) => {
    const warmUpMs = slices.durationMs - measuredMs
    return (of(series) ?? []).filter((_, span) => span * series.spanMs >= warmUpMs)
  })
  const known = spans.filter((one) => one !== null).sort((a, b) => a - b)
  return known[Math.ceil(0.95 * known.length) - 1] ?? null
}

export function edgesOf({ model, outcomes, isSteady, reportedOf, naming }: Parts): readonly EdgeReport[] {
  const stations = stationsByNode(model)
  return model.links.map((link, index) => {
    const runs = outcomes.map((outcome) => ({ ...(outcome.links[index] as LinkOutcome), outcome }))
    const of = (figure: (run: (typeof runs)[number]) => number | null) => estimate(runs.map(figure))
    const perCall = (figure: (run: (typeof runs)[number]) => number) =>
      isSteady ? of((run) => (run.attempts > 0 ? figure(run) : null)) : null
    const { pool } = link
    const slots = poolSlots(link, stations[link.target])
    return {
      ...naming('edge', link.id),
      source: model.nodes[link.source]?.id ?? '',
      target: model.nodes[link.target]?.id ?? '',
      callsPerSecond: of(({ attempts, outcome }) => perSecond(attempts, outcome)),
      bytesPerSecond: of(({ bytes, outcome }) => perSecond(bytes, outcome)),
      lineUtilization: of(({ requestLine, responseLine }) => Math.max(requestLine, responseLine)),
      poolUtilization: slots < Number.POSITIVE_INFINITY ? of(({ meanPoolBusy }) => ratio(meanPoolBusy, slots)) : null,
      poolQueue: pool && of(({ meanPoolQueue }) => meanPoolQueue),
      mostPoolQueue: Math.max(...runs.map(({ mostPoolQueue }) => mostPoolQueue)),
      networkMs: perCall(({ networkMs }) => networkMs),
      lineWaitMs: perCall(({ lineWaitMs }) => lineWaitMs),
      poolWaitMs: perCall(({ poolWaitMs }) => poolWaitMs),
      amplification: of(({ attempts, retries }) => ratio(attempts, attempts - retries)),
      costPerHour: of((run) => costPerHour(link, run, run.outcome.measuredMs)),
      ...totals(runs, ['attempts', 'retries', 'succeeded', 'failed', 'timedOut', 'lost', 'expired']),
      deadLettered: runs.reduce((sum, { messages }) => sum + (messages?.deadLettered ?? 0), 0),
      messages: messagesOf(outcomes, ({ links }) => links[index]?.messages, { isSteady, reportedOf }),
      refused: tally(runs.map(({ refused }) => refused)),
    }
  })
}

function totals<K extends string>(runs: readonly Readonly<Record<K, number>>[], keys: readonly K[]) {
  return Object.fromEntries(keys.map((key) => [key, runs.reduce((sum, run) => sum + run[key], 0)])) as Record<K, number>
}
