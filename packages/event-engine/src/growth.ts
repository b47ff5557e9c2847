import type { Model } from './model.ts'
import type { RunOutcome } from './outcome.ts'
import { evidenceOf } from './report/evidence.ts'
import {
  type Asked,
  askedFigures,
  eventsOf,
  type Goal,
  type GrowthEnd,
  neededFactor,
  precisionOf,
} from './report/goal.ts'
import { dependsOnUnseen, judge } from './report/objectives.ts'
import { isPlanned } from './report/planned.ts'
import { scalingTakesMs } from './report/steadiness.ts'
import type { EventSettings } from './settings.ts'
import { TAIL_TO_END } from './statistics/response-figures.ts'

/**
 * Replications of a round, and the duration of the first: so short that the budget holds for a great load, too. A run shorter than
 * `leastMs` is not looked at unless the budget is spent.
 */
export const ROUND = { replications: 10, firstMs: 1875, leastMs: 60_000 } as const
/** Replications of a run that does not grow in length. */
const MOST_REPLICATIONS = 640
/** Fresh data are a little less precise by chance: what is wanted is to hold for most of them. */
const MARGIN = 0.8

/** Runs with recorded requests, and changes of load or faults at set times, grow by replications, all others by their length. */
export const growsInLength = (settings: Pick<EventSettings, 'load' | 'faults' | 'recorded'>): boolean =>
  !isPlanned(settings)

interface Stage {
  readonly model: Model
  /** Those of the stage: its duration and warm-up. */
  readonly settings: EventSettings
  /** Of all replications, in the order of their seeds. */
  readonly outcomes: readonly RunOutcome[]
  readonly goal: Goal
}

/** How runs grew. It is no part of their report, which has the same bytes where their length was given. */
export interface Growth extends Omit<Goal, 'objectives'> {
  /** `time`: stopped by the clock. */
  readonly ended: GrowthEnd | 'time'
  /** About the duration of a replication that would show all that was asked for; null: nothing more is to be shown, or no run is so long. */
  readonly takesMs: number | null
}

/** What became of runs that grew: of the last stage. */
export function growthOf({ model, settings, outcomes, goal }: Stage, ended: Growth['ended']): Growth {
  const { precision, mostEvents } = goal
  if (ended === 'enough' || ended === 'none') return { ended, precision, mostEvents, takesMs: null }
  const { figureFor, unseen } = evidenceOf({ model, settings, outcomes })
  // What was simulated was too little: a run that grows doubles.
  const takesMs = Math.max(
    unseen.leastMs,
    scalingTakesMs(model, outcomes),
    settings.durationMs * Math.max(2, neededFactor(goal, figureFor)),
  )
  return { ended, precision, mostEvents, takesMs: takesMs < Number.POSITIVE_INFINITY ? takesMs : null }
}

/** Whether there are no events left for a stage that is twice as much. */
export const isBudgetSpent = (outcomes: readonly Pick<RunOutcome, 'events'>[], { mostEvents }: Goal): boolean =>
  eventsOf(outcomes) * 2 > mostEvents

/** Whether a run is done after a stage, and why; null: it goes on, with twice the duration or twice the replications. */
export function endOfGrowth({ model, settings, outcomes, goal }: Stage): GrowthEnd | null {
  const { objectives, precision } = goal
  const inLength = growsInLength(settings)
  const isSpent = isBudgetSpent(outcomes, goal) || (!inLength && outcomes.length * 2 > MOST_REPLICATIONS)
  if (inLength && settings.durationMs < ROUND.leastMs && !isSpent) return null
  const evidence = evidenceOf({ model, settings, outcomes })
  if (evidence.state === 'none' || outcomes.some(({ endedEarly }) => endedEarly !== null)) return 'none'
  const wanted = precision * MARGIN
  // What grows in length ends by older data, since fresh ones are reported.
  const isKnown = (asked: Asked) =>
    !dependsOnUnseen(evidence.unseen, asked) &&
    ((inLength ? evidence.isArmed(asked, { precision: wanted, tail: TAIL_TO_END }) : null) ??
      (precisionOf(asked, objectives, evidence.figureFor) ?? Number.POSITIVE_INFINITY) <= wanted)
  const isDecided = judge(objectives, evidence, evidence.evidenceIn).every(({ result }) => result !== 'undecided')
  if (isDecided && evidence.state === 'steady' && askedFigures(objectives).every(isKnown)) return 'enough'
  return isSpent ? 'events' : null
}

/** How many times as much as after a stage that is not the last a run comes to, as far as that can be told: a power of two. */
export function expectedGrowth({ model, settings, outcomes, goal }: Stage): number {
  const inLength = growsInLength(settings)
  if (inLength && settings.durationMs < ROUND.leastMs) return expectedOfShort(settings, outcomes, goal)
  const { figureFor, unseen } = evidenceOf({ model, settings, outcomes })
  const wanted = Math.max(inLength ? unseen.leastMs / settings.durationMs : 1, neededFactor(goal, figureFor))
  const mostRuns = inLength ? Number.POSITIVE_INFINITY : MOST_REPLICATIONS / outcomes.length
  return growthUpTo(wanted, Math.min(leftOf(outcomes, goal), mostRuns))
}

/** The same after a stage that is too short to be looked at. */
export const expectedOfShort = (
  { durationMs }: Pick<EventSettings, 'durationMs'>,
  outcomes: readonly Pick<RunOutcome, 'events'>[],
  goal: Goal,
): number => growthUpTo(ROUND.leastMs / durationMs, leftOf(outcomes, goal))

const leftOf = (outcomes: readonly Pick<RunOutcome, 'events'>[], { mostEvents }: Goal): number =>
  mostEvents / eventsOf(outcomes)

function growthUpTo(wanted: number, most: number): number {
  let factor = 2
  while (factor < wanted && factor * 2 <= most) factor *= 2
  return factor
}
