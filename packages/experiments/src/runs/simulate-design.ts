import {
  type CompileFault,
  compile,
  type EventModel,
  type EventReport,
  GOAL,
  type Growth,
  mergeRuns,
  nearerTo,
  type Overload,
  overloadOf,
  type ReplicationTask,
  type RunOutcome,
  settledAfterMs,
  tooFewUnder,
  withCarried,
} from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { type CostReport, costOfRun, costReport, pricedParts } from '../cost/cost-report.ts'
import { faultsWithoutMessages } from '../design/objectives.ts'
import { runAll } from '../workers/run-all.ts'
import { eitherOf, type Signal } from '../workers/signal.ts'
import { usefulWorkers } from '../workers/useful-workers.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { type GrownRun, grow, type StageEnd } from './grow.ts'
import type { RunPlan } from './plan.ts'
import type { Progress } from './progress.ts'

/** So many runs show how long the beginning lasts. */
const PILOTS = 3

/** A design that is to be simulated, and who runs. */
export interface DesignRun {
  /** What the design is called. */
  readonly name: string
  readonly flow: Flow
  readonly plan: RunPlan
  readonly pool: WorkerPool
  /** Whether the slowest requests are traced. */
  readonly hasTraces?: boolean
  /** Whether more load is tried where only that tells what slots or places carry that calls hold. */
  readonly findsCapacities?: boolean
  readonly onProgress?: (progress: Progress) => void
  /** Of runs of a set length: whether they show enough; else they go on until twice that. Absent: they end there. */
  readonly isEnough?: (report: DesignReport) => boolean
  /** Called after each stage of a run that grows with what it shows so far. */
  readonly onReport?: (report: DesignReport) => void
  /** Ends it at once; what is measured by then is reported. */
  readonly stop?: Signal | undefined
  /** Ends a run that grows once there is a first stage, and any other at once: which of it that left out is said. */
  readonly budget?: Signal | undefined
}

/** What the runs of a design show, and what it costs; absent: nothing of it has a price. */
export type DesignReport = EventReport & { readonly cost?: CostReport }

/** What a design shows. */
export type SimulatedDesign =
  | {
      readonly ok: true
      readonly report: DesignReport
      /** What was run. */
      readonly model: EventModel
      /** Null: the duration and the replications were given. */
      readonly growth: Growth | null
    }
  /** Why the flow cannot be simulated. */
  | { readonly ok: false; readonly faults: readonly CompileFault[] }

/** What all replications of a design show together; null: it was stopped before there was anything to show. Throws where a run fails. */
export async function simulateDesign(run: DesignRun): Promise<SimulatedDesign | null> {
  const { name, flow, hasTraces = false, onReport, isEnough } = run
  const compiled = compile(flow, run.plan.settings, { mayIdle: run.plan.recorded !== null })
  if (!compiled.ok) return { ok: false, faults: compiled.faults }
  const { model, notes } = compiled
  const unfit = model.links.some(({ message }) => message !== null) ? [] : faultsWithoutMessages(run.plan.objectives)
  if (unfit.length > 0) return { ok: false, faults: unfit.map((message) => ({ path: '', message })) }
  const plan = run.plan.findsWarmUp ? await withFoundWarmUp(model, run) : run.plan
  const task: ReplicationTask = { flow, settings: plan.settings, ...(hasTraces && { trace: 'slowest' }) }
  const priced = pricedParts(model, plan.prices)
  const reportOf = ({ settings, outcomes }: StageEnd): DesignReport => {
    const { objectives } = plan
    const costOf = (outcome: RunOutcome) => costOfRun(model, outcome, priced)
    const merged = mergeRuns({
      name,
      flow,
      settings,
      model,
      notes,
      outcomes: tracedByWorst(outcomes),
      objectives,
      costOf,
    })
    const cost = costReport(model, outcomes, priced)
    return cost === null ? merged : { ...merged, cost }
  }
  const planned: Planned = {
    ...{ ...run, plan, task, model },
    onStage: onReport && ((stage) => onReport(reportOf(stage))),
    goesOn: isEnough && ((stage) => !isEnough(reportOf(stage))),
  }
  const ended = await runPlan(planned)
  if (ended === null) return null
  const report = reportOf(ended)
  return {
    ok: true,
    report: run.findsCapacities ? await withCapacities(planned, ended, report) : report,
    model,
    growth: ended.growth,
  }
}

/** What the parts carry that wait for others takes runs with more load than they can carry. */
async function withCapacities(
  planned: Planned,
  { settings, outcomes }: StageEnd,
  report: DesignReport,
): Promise<DesignReport> {
  const { model, plan } = planned
  const before = { model, outcomes }
  const overload = plan.recorded === null ? overloadOf(model, settings, report) : null
  const overloaded = overload && (await runUnder(overload, planned))
  if (overload === null || overloaded === null) return report
  const limits = tooFewUnder(overload.rps, report, { before, overloaded })
  if (limits.length === 0) return report
  const found = withCarried(report, limits, { before, overloaded })
  const nearer = nearerTo(found, overload)
  const again = nearer && (await runUnder(nearer, planned))
  return again ? withCarried(report, limits, { before, overloaded: again }) : found
}

/** Null: it cannot be run, or was stopped. */
async function runUnder({ settings, replications }: Overload, { flow, plan, pool, stop }: Planned) {
  const compiled = compile(flow, settings)
  if (!compiled.ok) return null
  const { model } = compiled
  const seeds = Array.from({ length: replications }, (_, index) => ({ seed: plan.seed + index }))
  const outcomes = await runAll({ flow, settings }, seeds, {
    ...usefulWorkers(model, { pool, runs: seeds.length, durationMs: settings.durationMs }),
    signal: stop,
  })
  const whole = outcomes.filter((one) => one !== null)
  const isCut = whole.length < seeds.length || whole.some(({ endedEarly }) => endedEarly !== null)
  return isCut ? null : { model, outcomes: whole }
}

type Planned = DesignRun & {
  readonly task: ReplicationTask
  readonly model: EventModel
  readonly onStage: ((stage: StageEnd) => void) | undefined
  /** Whether runs of a set length are to be twice as long; absent: they end there. */
  readonly goesOn: ((stage: StageEnd) => boolean) | undefined
}

type Ended = StageEnd & { readonly growth: GrownRun['growth'] | null }

function runPlan(planned: Planned): Promise<Ended | null> {
  const { plan, stop, budget, onProgress = () => {} } = planned
  if (plan.recorded) return replayed(planned, plan.recorded)
  if (plan.grown) return grow({ ...planned, grown: plan.grown, stop, budget, onProgress })
  return asPlanned(planned)
}

/** As many replications as were asked for, each of the duration that was, or of twice that; those that are done when it is stopped. */
async function asPlanned(planned: Planned): Promise<Ended | null> {
  const { goesOn, plan } = planned
  const { durationMs } = plan.settings
  const first = await ofLength(planned, { durationMs, before: 0, share: goesOn ? 1 / 2 : 1 })
  if (first === null || first.growth !== null || !goesOn?.(first)) return first
  return ofLength(planned, { durationMs: 2 * durationMs, before: 1 / 2, share: 1 / 2 })
}

interface Length {
  readonly durationMs: number
  /** Of all that is to be simulated, what is done before, and what this is. */
  readonly before: number
  readonly share: number
}

async function ofLength(
  { task, model, plan, pool, stop, budget, onProgress, goesOn }: Planned,
  { durationMs, before, share: ofAll }: Length,
): Promise<Ended | null> {
  const { settings, replications: runs, seed } = plan
  const about = { by: 'plan', runs, runsBefore: 0, durationMs } as const
  const stage = goesOn && { durationMs, warmUpMs: settings.warmUpMs }
  let told = 0
  const outcomes = await runAll(
    task,
    Array.from({ length: runs }, (_, index) => ({ seed: seed + index, ...stage })),
    {
      ...usefulWorkers(model, { pool, runs, durationMs: settings.durationMs }),
      isContinued: goesOn !== undefined,
      signal: eitherOf(stop, budget),
      onProgress: (share, done) => {
        onProgress?.({ of: done > told ? 'run' : 'share', ...about, ofAll: before + ofAll * share, share, done })
        told = done
      },
    },
  )
  const ended = outcomes.filter((one) => one !== null)
  if (ended.length === 0) return null
  const isCut = budget?.aborted && !stop?.aborted && ended.length < runs
  return {
    settings: { ...settings, durationMs },
    outcomes: ended,
    growth: isCut ? { ...GOAL, ended: 'time', takesMs: null } : null,
  }
}

/** A run that was recorded, once more. */
async function replayed(
  { task, plan: { settings }, pool, stop, onProgress }: Planned,
  recorded: NonNullable<RunPlan['recorded']>,
): Promise<Ended | null> {
  const [outcome] = await runAll({ ...task, flow: recorded.flow }, [{ recorded }], {
    pool,
    workers: 1,
    signal: stop,
    onProgress: (share, done) =>
      onProgress?.({
        of: 'share',
        by: 'replay',
        ofAll: share,
        share,
        done,
        runs: 1,
        runsBefore: 0,
        durationMs: settings.durationMs,
      }),
  })
  return outcome ? { settings, outcomes: [outcome], growth: null } : null
}

/** With the warm-up that the first runs show to be needed, or the planned one where they do not settle. */
async function withFoundWarmUp(model: EventModel, { flow, plan, pool, stop }: DesignRun): Promise<RunPlan> {
  const { settings, replications, seed } = plan
  const pilots = Array.from({ length: Math.min(PILOTS, replications) }, (_, index) => ({ seed: seed + index }))
  const task = { flow, settings: { ...settings, warmUpMs: 0 } }
  const outcomes = await runAll(task, pilots, {
    ...usefulWorkers(model, { pool, runs: pilots.length, durationMs: settings.durationMs }),
    signal: stop,
  })
  const ended = outcomes.filter((one) => one !== null)
  const warmUpMs = ended.length < pilots.length ? null : settledAfterMs(ended)
  if (warmUpMs === null) return plan
  return {
    ...plan,
    settings: { ...settings, warmUpMs },
    grown: plan.grown && { ...plan.grown, warmUp: { ms: warmUpMs } },
  }
}

/** The traces of the replication with the slowest request of all; those of the others are of lesser ones. */
function tracedByWorst(outcomes: readonly RunOutcome[]): readonly RunOutcome[] {
  const slowestOf = ({ slowest }: RunOutcome) => slowest[0]?.responseMs ?? 0
  const worst = outcomes.reduce((most, one) => (slowestOf(one) > slowestOf(most) ? one : most))
  return outcomes.map((one) => (one === worst ? one : { ...one, traces: [] }))
}
