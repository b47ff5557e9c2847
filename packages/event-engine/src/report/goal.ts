import type { RunOutcome } from '../outcome.ts'
import { type Estimate, relativeHalfWidth } from '../statistics/estimate.ts'
import { isShare, type Objective } from './objectives.ts'
import { scopeInWords } from './scope.ts'

/** What a run that grows is to show. */
export interface Goal {
  readonly objectives: readonly Objective[]
  /** Wanted half-width of the interval of what is asked for, as a share of it. */
  readonly precision: number
  /** Events of all replications together that it may take. */
  readonly mostEvents: number
}

export const GOAL = { precision: 0.05, mostEvents: 100_000_000 } as const

/** Why a run does not grow any more: all is known, there is no steady state, or the budget is spent. */
export type GrowthEnd = 'enough' | 'none' | 'events'

/** Figures whose precision is asked for: the most messages waiting have none. */
export const askedFigures = (objectives: readonly Objective[]): readonly Asked[] =>
  objectives.length === 0
    ? [{ metric: 'mean' }, { metric: 'p95' }, { metric: 'p99' }]
    : [...new Map(objectives.map((one) => [askedInWords(one), one])).values()].filter(({ metric }) => metric !== 'lag')

/** A figure, of all or of a part. */
export type Asked = Pick<Objective, 'metric' | 'scope'>

/** `p99@API`. */
export const askedInWords = ({ metric, scope }: Asked): string => `${metric}${scopeInWords(scope)}`

export type FigureFor = (asked: Asked) => Estimate

/**
 * Half of the width of a figure's interval as a share of it; null where it is not known. Of an error rate, or of messages that are not
 * processed, as a share of its limit where that is greater: how many fail of those that hardly ever do is not asked for.
 */
export function precisionOf(asked: Asked, objectives: readonly Objective[], figureFor: FigureFor) {
  const figure = figureFor(asked)
  if (figure === null) return null
  if (!isShare(asked.metric)) return relativeHalfWidth(figure)
  const { mean, lower, upper } = figure
  const least = Math.min(
    ...objectives.filter((one) => askedInWords(one) === askedInWords(asked)).map(({ limit }) => limit),
  )
  const scale = Math.max(mean, least)
  return lower === null || upper === null || scale <= 0 ? null : (upper - lower) / 2 / scale
}

/** How many times as long a run would have to be for what it was to tell, about: twice as long at least for what is not known at all. */
export function neededFactor({ objectives, precision }: Goal, figureFor: FigureFor): number {
  const factors = askedFigures(objectives).map((asked) => {
    const relative = precisionOf(asked, objectives, figureFor)
    return relative === null ? 2 : (relative / precision) ** 2
  })
  return Math.max(1, ...factors)
}

export const eventsOf = (outcomes: readonly Pick<RunOutcome, 'events'>[]): number =>
  outcomes.reduce((sum, { events }) => sum + events, 0)
