import type { EventFlow } from './compile/event-flow.ts'
import { compile } from './compile/index.ts'
import type { CompiledCore } from './core/core.ts'
import { GrowingRun } from './engine/growing-run.ts'
import { runInSteps, startRun } from './engine/run-model.ts'
import type { Model } from './model.ts'
import type { RunOutcome } from './outcome.ts'
import type { EventSettings } from './settings.ts'

/** What all replications share: plain data, so that any thread can be given it. */
export interface ReplicationTask {
  readonly flow: EventFlow
  readonly settings: EventSettings
  /** Whether each traces the slowest of its requests. */
  readonly trace?: 'slowest'
}

/** One of them. */
export interface Replication {
  readonly seed: number
}

/** A run that takes more ends early: some minutes. */
const MOST_EVENTS = 300_000_000
/** How often a run may double. */
const MOST_DOUBLINGS = 30

type OnProgress = (share: number) => void

/**
 * Makes the flow ready once, and runs it as often as asked, in the core where that can; each time in steps of so many events, between
 * which others can have their turn. Throws where the flow cannot be simulated.
 */
export function createReplicator(
  task: ReplicationTask,
  core: CompiledCore | null = null,
  stepEvents = Number.POSITIVE_INFINITY,
): (replication: Replication, onProgress?: OnProgress) => Generator<void, RunOutcome> {
  const model = modelOf(task)
  const { durationMs, warmUpMs } = task.settings
  return ({ seed }, onProgress) => {
    const options = { seed, durationMs, warmUpMs, maxEvents: MOST_EVENTS, core, ...traceOf(task) }
    return runInSteps(model, { ...options, ...(onProgress && { onProgress }) }, stepEvents)
  }
}

/** How far a replication is to go. */
export interface Stage {
  readonly seed: number
  /** That of the first stage, or twice that of the stage before. */
  readonly durationMs: number
  readonly warmUpMs: number
  /** Only how many events there were is told. What it shows can be asked for afterwards, by the same stage without this. */
  readonly isUnreported?: true
}

/** How many events a replication had by the end of a stage. */
export type StageEvents = Pick<RunOutcome, 'seed' | 'events'>

/**
 * Makes the flow ready once. Each stage continues the replication with that seed, or starts it; it gives what a run of that duration
 * measures, byte for byte. Throws where the flow cannot be simulated.
 */
export function createGrower(
  task: ReplicationTask,
  core: CompiledCore | null = null,
): (stage: Stage, onProgress?: OnProgress) => RunOutcome | StageEvents {
  const model = modelOf(task)
  const runs = new Map<number, GrowingRun>()
  return ({ seed, durationMs, warmUpMs, isUnreported }, onProgress) => {
    const run =
      runs.get(seed) ??
      new GrowingRun(
        startRun(model, {
          seed,
          maxEvents: MOST_EVENTS,
          core,
          horizonMs: durationMs * 2 ** MOST_DOUBLINGS,
          ...traceOf(task),
        }),
        durationMs,
      )
    runs.set(seed, run)
    if (durationMs === run.durationMs * 2) run.double()
    if (durationMs !== run.durationMs)
      throw new Error(`A run of ${run.durationMs} ms cannot become one of ${durationMs} ms.`)
    run.advance(warmUpMs, { onProgress })
    return isUnreported ? { seed, events: run.events } : run.outcome(warmUpMs)
  }
}

const traceOf = ({ trace }: ReplicationTask) => (trace === undefined ? {} : { trace })

function modelOf({ flow, settings }: ReplicationTask): Model {
  const compiled = compile(flow, settings)
  if (compiled.ok) return compiled.model
  throw new Error(compiled.faults.map(({ path, message }) => `${path} ${message}`).join('\n'))
}
