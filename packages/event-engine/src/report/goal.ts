import type { RunOutcome } from '../outcome.ts'
import { type Estimate, relativeHalfWidth } from '../statistics/estimate.ts'
import { RESPONSE_FIGURES, type ResponseFigure } from '../statistics/response-figures.ts'
import type { Objective } from './objectives.ts'

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

/** Figures whose precision is asked for. */
export const askedFigures = (objectives: readonly Objective[]): readonly ResponseFigure[] =>
  objectives.length === 0
    ? ['mean', 'p95', 'p99']
    : RESPONSE_FIGURES.filter((figure) => objectives.some(({ metric }) => metric === figure))

/** How many times as long a run would have to be for what it was to tell, about: twice as long at least for what is not told at all. */
export function neededFactor({ objectives, precision }: Goal, figureOf: (figure: ResponseFigure) => Estimate): number {
  const factors = askedFigures(objectives).map((figure) => {
    const estimate = figureOf(figure)
    const relative = estimate && relativeHalfWidth(estimate)
    return relative === null ? 2 : (relative / precision) ** 2
  })
  return Math.max(1, ...factors)
}

export const eventsOf = (outcomes: readonly RunOutcome[]): number =>
  outcomes.reduce((sum, { events }) => sum + events, 0)
