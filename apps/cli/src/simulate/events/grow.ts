import {
  type EventModel,
  type EventSettings,
  endOfGrowth,
  GOAL,
  type Goal,
  type Growth,
  growsInLength,
  growthOf,
  type ReplicationTask,
  ROUND,
  type RunOutcome,
} from '@plimsoll/event-engine'
import type { Grown, Plan } from '../plan.ts'
import { formatNumber } from '../quantities.ts'
import { GrowingThreads, runOnThreads } from './threads.ts'

interface Growing {
  readonly task: ReplicationTask
  readonly model: EventModel
  readonly plan: Plan
  readonly grown: Grown
  readonly threads: number
  tell(progress: string): void
  show(progress: string): void
}

/** What a run came to that grew. */
export interface GrownRun {
  readonly settings: EventSettings
  readonly outcomes: readonly RunOutcome[]
  readonly growth: Growth
}

/** Lets all replications grow, in rounds, until they show what was asked for or the budget is spent. */
export async function grow(growing: Growing): Promise<GrownRun> {
  const { plan, grown } = growing
  const goal: Goal = {
    objectives: plan.objectives,
    precision: grown.precision ?? GOAL.precision,
    mostEvents: GOAL.mostEvents,
  }
  const clock = startClock(grown.budgetMs)
  try {
    return await (growsInLength(plan.settings) ? growLonger : growMore)(growing, goal, clock)
  } finally {
    clock.end()
  }
}

/** When the time that was allowed is over; never, where none was. */
function startClock(budgetMs: number | null) {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<null>((resolve) => {
    if (budgetMs !== null) timer = setTimeout(() => resolve(null), budgetMs)
  })
  return { over, end: () => clearTimeout(timer) }
}
type Clock = ReturnType<typeof startClock>

const endOf =
  (model: EventModel, goal: Goal) =>
  (last: Omit<GrownRun, 'growth'>, ended: Growth['ended']): GrownRun => ({
    ...last,
    growth: growthOf({ model, ...last, goal }, ended),
  })

async function growLonger(
  { task, model, plan, grown, threads, tell, show }: Growing,
  goal: Goal,
  { over }: Clock,
): Promise<GrownRun> {
  const seeds = Array.from({ length: ROUND.replications }, (_, index) => plan.seed + index)
  const workers = new GrowingThreads(task, Math.min(threads, seeds.length))
  const ended = endOf(model, goal)
  try {
    let last: Omit<GrownRun, 'growth'> | null = null
    for (let durationMs = firstMs(grown); ; durationMs *= 2) {
      const warmUpMs = grown.warmUpMs(durationMs)
      const settings = { ...plan.settings, durationMs, warmUpMs }
      const running = workers.run(
        seeds.map((seed) => ({ seed, durationMs, warmUpMs })),
        (share) =>
          show(
            `${Math.floor(share * 100)} % of ${formatNumber(durationMs / 1000)} s in ${seeds.length} runs simulated`,
          ),
      )
      // What is not done when the time is over is left; the first stage must be.
      const outcomes: readonly RunOutcome[] | null = last === null ? await running : await Promise.race([running, over])
      running.catch(() => {})
      if (outcomes === null) return ended(last as Omit<GrownRun, 'growth'>, 'time')
      tell(`${formatNumber(durationMs / 1000)} s in ${seeds.length} runs simulated`)
      last = { settings, outcomes }
      const end = endOfGrowth({ model, settings, outcomes, goal })
      if (end !== null) return ended(last, end)
    }
  } finally {
    await workers.end()
  }
}

/** A set warm-up takes at most half of the first stage. */
function firstMs({ warmUpMs }: Grown): number {
  let ms: number = ROUND.firstMs
  while (warmUpMs(ms) * 2 > ms) ms *= 2
  return ms
}

/** Rounds of further replications, each of the same length. */
async function growMore(
  { task, model, plan, threads, tell, show }: Growing,
  goal: Goal,
  { over }: Clock,
): Promise<GrownRun> {
  const { settings } = plan
  const ended = endOf(model, goal)
  let outcomes: readonly RunOutcome[] = []
  for (let count: number = ROUND.replications; ; count *= 2) {
    const seeds = Array.from({ length: count - outcomes.length }, (_, index) => ({
      seed: plan.seed + outcomes.length + index,
    }))
    const running = runOnThreads(task, seeds, {
      threads,
      onProgress: (share) => show(`${Math.floor(share * 100)} % of ${seeds.length} runs simulated`),
    })
    const more: readonly RunOutcome[] | null =
      outcomes.length === 0 ? await running : await Promise.race([running, over])
    running.catch(() => {})
    if (more === null) return ended({ settings, outcomes }, 'time')
    outcomes = [...outcomes, ...more]
    tell(`${outcomes.length} runs simulated`)
    const end = endOfGrowth({ model, settings, outcomes, goal })
    if (end !== null) return ended({ settings, outcomes }, end)
  }
}
