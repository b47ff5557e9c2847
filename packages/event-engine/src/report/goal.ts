import type { RunOutcome } from '../outcome.ts'
import { type Estimate, relativeHalfWidth } from '../statistics/estimate.ts'
import type { Objective, ObjectiveMetric } from './objectives.ts'

/** What a run that grows is to tell. */
export interface Goal {
  readonly objectives: readonly Objective[]
  /** Wanted half-width of the interval of what is asked for, as a share of it. */
  readonly precision: number
  /** Events of all replications together that it may take. */
  readonly mostEvents: number
}

export const GOAL = { precision: 0.05, mostEvents: 100_000_000 } as const

/** Why a run does not grow any more: all is told, there is no steady state, or the budget is spent. */
export type GrowthEnd = 'enough' | 'none' | 'events'

/** Figures whose precision is asked for: the most messages waiting have none. */
export const askedFigures = (objectives: readonly Objective[]): readonly ObjectiveMetric[] =>
  objectives.length === 0
    ? ['mean', 'p95', 'p99']
    : [...new Set(objectives.map(({ metric }) => metric))].filter((metric) => metric !== 'lag')

type FigureOf = (metric: ObjectiveMetric) => Estimate

/**
 * Half of the width of a figure's interval as a share of it; null where it is not known. Of an error rate as a share of its limit where
 * that is greater: how many fail of those that hardly ever do is not asked for.
 */
export function precisionOf(metric: ObjectiveMetric, objectives: readonly Objective[], figureOf: FigureOf) {
  const figure = figureOf(metric)
  if (figure === null) return null
  if (metric !== 'errorRate') return relativeHalfWidth(figure)
  const { mean, lower, upper } = figure
  const least = Math.min(...objectives.filter((one) => one.metric === metric).map(({ limit }) => limit))
  const scale = Math.max(mean, least)
  return lower === null || upper === null || scale <= 0 ? null : (upper - lower) / 2 / scale
}

/** How many times as long a run would have to be for what it was to tell, about: twice as long at least for what is not told at all. */
export function neededFactor({ objectives, precision }: Goal, figureOf: FigureOf): number {
  const factors = askedFigures(objectives).map((metric) => {
    const relative = precisionOf(metric, objectives, figureOf)
    return relative === null ? 2 : (relative / precision) ** 2
  })
  return Math.max(1, ...factors)
}

export const eventsOf = (outcomes: readonly RunOutcome[]): number =>
  outcomes.reduce((sum, { events }) => sum + events, 0)
