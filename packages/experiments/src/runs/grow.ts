import {
  type EventModel,
  type EventSettings,
  endOfGrowth,
  expectedGrowth,
  expectedOfShort,
  GOAL,
  type Goal,
  type Growth,
  growsInLength,
  growthOf,
  isBudgetSpent,
  type ReplicationTask,
  ROUND,
  type RunOutcome,
} from '@plimsoll/event-engine'
import { type AdvancingPool, advanceAll, runAll } from '../workers/run-all.ts'
import { eitherOf, type Signal } from '../workers/signal.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { type Grown, type RunPlan, warmUpMs } from './plan.ts'
import type { Progress } from './progress.ts'

/** What came of a stage. */
export interface StageEnd {
  /** Those of the stage: its duration and warm-up. */
  readonly settings: EventSettings
  readonly outcomes: readonly RunOutcome[]
}

interface Growing {
  readonly task: ReplicationTask
  readonly model: EventModel
  readonly plan: RunPlan
  readonly grown: Grown
  readonly pool: WorkerPool
  /** Ends it at once. */
  readonly stop: Signal | undefined
  /** Ends it once there is a first stage. */
  readonly budget: Signal | undefined
  readonly onProgress: (progress: Progress) => void
  /** Absent: nobody looks at a stage before the run is done. */
  readonly onStage: ((stage: StageEnd) => void) | undefined
}

/** What a run came to that grew. */
export interface GrownRun extends StageEnd {
  readonly growth: Growth
}

/**
 * Lets all replications grow, in rounds, until they show what was asked for or the time is over. What is not done then is left. Null:
 * it was stopped before the first round was done.
 */
export async function grow(growing: Growing): Promise<GrownRun | null> {
  const { plan, grown, model, pool } = growing
  const goal: Goal = {
    objectives: plan.objectives,
    precision: grown.precision ?? GOAL.precision,
    mostEvents: grown.mostEvents,
  }
  const inLength = growsInLength(plan.settings)
  const isSilent = growing.onStage === undefined && growing.stop === undefined && growing.budget === undefined
  /** What the next stage and those before it are of all that is expected, and the part of it that is done. */
  const expected = { all: inLength ? Math.max(1, ROUND.leastMs / firstMs(grown)) : 1, before: 0 }
  const onProgress = (progress: StageProgress) => {
    const { all, before } = expected
    growing.onProgress({ ...progress, ofAll: (before + progress.share * (1 - before)) / all })
  }
  // The next stage is twice this one, of which half is done.
  const expect = (growth: number) => Object.assign(expected, { all: growth / 2, before: 1 / 2 })
  const advances = inLength && isSilent && canAdvance(pool)
  const first = advances ? await advanceShort({ ...growing, pool, goal, onProgress, expect }) : firstMs(grown)
  if (first === null) return null
  // What spent the budget is simulated already, and asked for once more.
  if (advances && first < ROUND.leastMs) expected.before = 1
  const next = inLength ? longer({ ...growing, onProgress }, first) : more({ ...growing, onProgress })
  let last: StageEnd | null = null
  for (;;) {
    const stage: StageEnd | null = await next(last)
    if (stage === null) return last && { ...last, growth: growthOf({ model, ...last, goal }, 'time') }
    last = stage
    growing.onStage?.(stage)
    const end = endOfGrowth({ model, ...stage, goal })
    if (end !== null) return { ...stage, growth: growthOf({ model, ...stage, goal }, end) }
    expect(expectedGrowth({ model, ...stage, goal }))
  }
}

type StageProgress = Omit<Progress, 'ofAll'>
type GrowingStage = Omit<Growing, 'onProgress'> & { readonly onProgress: (progress: StageProgress) => void }

/** The stage after that, or the first; null: it was stopped. */
type NextStage = (last: StageEnd | null) => Promise<StageEnd | null>

const seedsOf = ({ seed }: RunPlan): number[] => Array.from({ length: ROUND.replications }, (_, index) => seed + index)

const canAdvance = (pool: WorkerPool): pool is AdvancingPool => pool.advance !== undefined

interface AdvancingRun extends GrowingStage {
  readonly pool: AdvancingPool
  readonly goal: Goal
  /** Called after a stage with how many times as much the run comes to. */
  readonly expect: (growth: number) => void
}

/**
 * Goes through the stages that are too short to be looked at, unless they spend the budget, and tells nothing of them: to measure what
 * they show, and to hand it on, takes longer than to simulate them. Returns how long the first is that is looked at, ms; null: it was
 * stopped.
 */
async function advanceShort({
  task,
  plan,
  grown,
  pool,
  goal,
  onProgress,
  expect,
}: AdvancingRun): Promise<number | null> {
  const runs = ROUND.replications
  let durationMs = firstMs(grown)
  for (; durationMs < ROUND.leastMs; durationMs *= 2) {
    const stage = { durationMs, warmUpMs: warmUpMs(grown.warmUp, durationMs), isUnreported: true } as const
    const about = { by: 'length', runs, runsBefore: 0, durationMs } as const
    const advanced = await advanceAll(
      task,
      seedsOf(plan).map((seed) => ({ seed, ...stage })),
      {
        pool,
        workers: pool.size,
        isContinued: true,
        onProgress: (share, done) => onProgress({ of: 'share', ...about, share, done }),
      },
    )
    const ended = advanced.filter((one) => one !== null)
    if (ended.length < runs) return null
    if (isBudgetSpent(ended, goal)) return durationMs
    onProgress({ of: 'stage', ...about, share: 1, done: runs })
    expect(expectedOfShort(stage, ended, goal))
  }
  return durationMs
}

/** The same replications, each of twice the duration. */
function longer({ task, plan, grown, pool, stop, budget, onProgress }: GrowingStage, firstLookedMs: number): NextStage {
  const seeds = seedsOf(plan)
  return async (last) => {
    const durationMs = last === null ? firstLookedMs : last.settings.durationMs * 2
    const stage = { durationMs, warmUpMs: warmUpMs(grown.warmUp, durationMs) }
    const runs = seeds.length
    const about = { by: 'length', runs, runsBefore: 0, durationMs } as const
    const outcomes = await runAll(
      task,
      seeds.map((seed) => ({ seed, ...stage })),
      {
        pool,
        workers: pool.size,
        isContinued: true,
        signal: last === null ? stop : eitherOf(stop, budget),
        onProgress: (share, done) => onProgress({ of: 'share', ...about, share, done }),
      },
    )
    if (!isWhole(outcomes)) return null
    onProgress({ of: 'stage', ...about, share: 1, done: runs })
    return { settings: { ...plan.settings, ...stage }, outcomes }
  }
}

/** A set warm-up takes at most half of the first stage. */
function firstMs({ warmUp }: Grown): number {
  let ms: number = ROUND.firstMs
  while (warmUpMs(warmUp, ms) * 2 > ms) ms *= 2
  return ms
}

/** Twice as many replications, each of the same length. */
function more({ task, plan, pool, stop, budget, onProgress }: GrowingStage): NextStage {
  const { settings, seed } = plan
  return async (last) => {
    const before = last?.outcomes ?? []
    const runs = Math.max(ROUND.replications, before.length)
    const about = { by: 'number', runs, runsBefore: before.length, durationMs: settings.durationMs } as const
    const outcomes = await runAll(
      task,
      Array.from({ length: runs }, (_, index) => ({ seed: seed + before.length + index })),
      {
        pool,
        workers: pool.size,
        signal: last === null ? stop : eitherOf(stop, budget),
        onProgress: (share, done) => onProgress({ of: 'share', ...about, share, done }),
      },
    )
    if (!isWhole(outcomes)) return null
    onProgress({ of: 'stage', ...about, share: 1, done: runs })
    return { settings, outcomes: [...before, ...outcomes] }
  }
}

const isWhole = (outcomes: readonly (RunOutcome | null)[]): outcomes is readonly RunOutcome[] =>
  !outcomes.includes(null)
