import {
  isAboutRequests,
  OBJECTIVE_METRICS,
  type Objective,
  type ObjectiveMetric,
  type RequestMetric,
} from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { hasCapacity, type LiveMeasurement, type MeasuredLoad, PERCENTILES } from '@plimsoll/live-engine'
import { type Spread, spreadOf } from '@plimsoll/simulation'
import { judge, type LiveVerdict } from './judge.ts'

/** A part of the diagram and how loaded it was, 0 to 1, over all replications. */
export interface PartLoad {
  readonly of: 'node' | 'edge'
  readonly id: string
  readonly mean: Spread
  /** In the worst tick of all. */
  readonly highest: number
}

/** What all replications show together. */
export interface Summary {
  readonly seeds: readonly number[]
  /** Simulated ms that the figures of each replication are of. */
  readonly measuredMs: number
  /** Null where it could not be measured. */
  readonly metrics: Readonly<Record<RequestMetric | 'offered' | 'active', Spread | null>>
  /** In ms, the slowest of all; null where nothing was completed. */
  readonly slowest: number | null
  readonly created: number
  readonly completed: number
  readonly failed: number
  /** Of the completed requests, those whose response times the engine kept. */
  readonly timed: number
  /** Of all that can be loaded, most loaded first. */
  readonly loads: readonly PartLoad[]
  /** By reason and component, most frequent first; of the failures that the engine kept. */
  readonly failures: readonly { readonly reason: string; readonly nodeId: string; readonly count: number }[]
  readonly verdicts: readonly LiveVerdict[]
}

/** Brings the replications together, and judges the objectives. */
export function summarize(
  runs: readonly LiveMeasurement[],
  { flow, objectives }: { flow: Flow; objectives: readonly Objective[] },
): Summary {
  const unloadable = new Set(flow.nodes.filter((node) => !hasCapacity(node)).map(({ id }) => id))
  const metrics = {
    ...Object.fromEntries(
      (Object.keys(OBJECTIVE_METRICS) as ObjectiveMetric[])
        .filter(isAboutRequests)
        .map((metric) => [metric, measured(runs, metric)]),
    ),
    offered: spreadOf(runs.map(({ offered }) => offered)),
    active: spreadOf(runs.map(({ active }) => active)),
  } as Summary['metrics']
  const slowest = runs.flatMap(({ responseTimes }) => responseTimes?.max ?? [])
  const total = (of: (run: LiveMeasurement) => number) => runs.reduce((sum, run) => sum + of(run), 0)
  return {
    seeds: runs.map(({ seed }) => seed),
    measuredMs: runs[0]?.measuredMs ?? 0,
    metrics,
    slowest: slowest.length === 0 ? null : Math.max(...slowest),
    created: total(({ created }) => created),
    completed: total(({ completed }) => completed),
    failed: total(({ failed }) => failed),
    timed: total(({ timed }) => timed),
    loads: [...loadsOf('node', runs).filter(({ id }) => !unloadable.has(id)), ...loadsOf('edge', runs)].sort(
      (one, other) => other.mean.mean - one.mean.mean,
    ),
    failures: failuresOf(runs),
    verdicts: objectives.map(
      (
        objective, // This engine has no messages.
      ) => judge(objective, isAboutRequests(objective.metric) ? metrics[objective.metric] : null),
    ),
  }
}

/** Null where a replication has no such figure: a mean over the others alone would flatter. */
function measured(runs: readonly LiveMeasurement[], metric: RequestMetric): Spread | null {
  const values = runs.map((run) => figureOf(run, metric))
  return values.every((value) => value !== null) ? spreadOf(values) : null
}

function figureOf(run: LiveMeasurement, metric: RequestMetric): number | null {
  if (metric === 'throughput') return run.throughput
  if (metric === 'errorRate') return run.completed + run.failed === 0 ? null : run.errorRate
  if (run.responseTimes === null) return null
  if (metric === 'mean') return run.responseTimes.mean
  // A percentile of fewer requests than one beyond it would be their maximum under another name.
  return run.timed * (1 - PERCENTILES[metric]) >= 1 ? run.responseTimes[metric] : null
}

function loadsOf(of: PartLoad['of'], runs: readonly LiveMeasurement[]): readonly PartLoad[] {
  const lists: readonly (readonly MeasuredLoad[])[] = runs.map((run) => (of === 'node' ? run.nodes : run.edges))
  return (lists[0] ?? []).map(({ id }, index) => {
    const loads = lists.flatMap((list) => list[index] ?? [])
    return {
      of,
      id,
      mean: spreadOf(loads.map(({ mean }) => mean)),
      highest: loads.reduce((most, { highest }) => Math.max(most, highest), 0),
    }
  })
}

function failuresOf(runs: readonly LiveMeasurement[]): Summary['failures'] {
  const all = runs.flatMap(({ failures }) => failures)
  const groups = Map.groupBy(all, ({ reason, nodeId }) => `${reason} ${nodeId}`)
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : { ...first, count: others.reduce((sum, { count }) => sum + count, first.count) },
    )
    .sort((one, other) => other.count - one.count)
}
