import type { RunLog } from '@plimsoll/simulation'
import type { CompileFault } from './compile/compile-fault.ts'
import type { EventFlow } from './compile/event-flow.ts'
import { compile } from './compile/index.ts'
import type { Note } from './compile/notes.ts'
import { GrowingRun } from './engine/growing-run.ts'
import { ModelRun, type StartOptions } from './engine/run-model.ts'
import type { Model } from './model.ts'
import type { RunOutcome } from './outcome.ts'
import { type EventSettings, readSettings } from './settings.ts'

/** A run as plain data: enough to let it happen again, to the bit. */
export type RecordedRun = RunLog<EventFlow>

export interface RunStart<F extends EventFlow = EventFlow> {
  readonly flow: F
  readonly seed: number
  readonly durationMs: number
}

/** A flow with what its settings and the compiler say of it. */
export interface SimulatedFlow<F extends EventFlow = EventFlow> {
  readonly flow: F
  readonly settings: EventSettings
  readonly model: Model
  readonly notes: readonly Note[]
  /** What it lacks to make requests. */
  readonly idle: Faults
}

type Faults = readonly CompileFault[]
type Read<F extends EventFlow> =
  | { readonly ok: true; readonly simulated: SimulatedFlow<F> }
  | { readonly ok: false; readonly faults: Faults }

/** The longest simulated time, ms: a year. */
const HORIZON_MS = 31_536_000_000

/** Starts a run of a flow by the settings that are saved with it, or tells why it cannot be simulated. */
export function startEditedRun(
  start: RunStart,
  options: Pick<StartOptions, 'trace'> = {},
): { readonly ok: true; readonly run: EditedRun } | { readonly ok: false; readonly faults: Faults } {
  const read = readFlow(start.flow)
  return read.ok ? { ok: true, run: new EditedRun(start, read.simulated, options) } : read
}

/**
 * A run that is measured from its start on, and whose flow may be edited on its way. The same start and the same edits at the same
 * simulated times give the same outcome, however often it was stopped.
 */
export class EditedRun<F extends EventFlow = EventFlow> {
  /** For who shows it; whoever advances it, does so here. */
  readonly run: ModelRun
  readonly #start: RunStart<F>
  readonly #growing: GrowingRun
  readonly #edits: RunLog<F>['edits'][number][] = []
  #simulated: SimulatedFlow<F>

  constructor(start: RunStart<F>, simulated: SimulatedFlow<F>, options: Pick<StartOptions, 'trace'> = {}) {
    this.#start = start
    this.#simulated = simulated
    this.run = new ModelRun(simulated.model, { ...options, seed: start.seed, horizonMs: HORIZON_MS })
    this.#growing = new GrowingRun(this.run, start.durationMs)
  }

  get timeMs(): number {
    return this.run.timeMs
  }

  get endedEarly(): RunOutcome['endedEarly'] {
    return this.run.endedEarly
  }

  /** The flow as it is simulated now: the last one that was not refused. */
  get simulated(): SimulatedFlow<F> {
    return this.#simulated
  }

  /** Simulates what happens until a time, or about so many events. Returns whether it got to the time. */
  advance(
    untilMs: number,
    { onProgress, events = Number.POSITIVE_INFINITY }: { onProgress?: OnTime | undefined; events?: number } = {},
  ): boolean {
    const { run } = this
    const growing = this.#growing
    const mostEvents = run.events + events
    const advance = (endMs: number) =>
      growing.advance(0, {
        onProgress: onProgress && ((share) => onProgress(share * growing.durationMs)),
        untilMs: endMs,
        events: mostEvents - run.events,
      })
    let isThere = true
    while (isThere && untilMs > growing.durationMs) {
      isThere = advance(growing.durationMs)
      if (isThere) growing.double()
    }
    isThere &&= advance(untilMs)
    // What happens at the same time belongs together: a replay stops at times alone.
    if (!isThere) run.advance(run.timeMs)
    return isThere
  }

  /**
   * Simulates a flow as it is now from now on, also one in which nothing makes requests any more. Returns why that is impossible: then
   * the run goes on as it was.
   */
  apply(flow: F): Faults {
    const read = readFlow(flow, { mayIdle: true })
    if (!read.ok) return read.faults
    this.run.apply(read.simulated.model)
    this.#edits.push({ atMs: this.timeMs, flow })
    this.#simulated = read.simulated
    return []
  }

  log(): RunLog<F> {
    const { flow, seed, durationMs } = this.#start
    return { engine: 'events', seed, durationMs, untilMs: this.timeMs, flow, edits: [...this.#edits] }
  }

  /** What was measured since the start. */
  outcome(): RunOutcome {
    return this.#growing.outcome(0)
  }
}

type OnTime = (timeMs: number) => void

/** Lets a run happen again. Traces name nodes by their positions, which edits change: of a run with edits there are none. */
export function replay(
  { flow, seed, durationMs, untilMs, edits }: Omit<RecordedRun, 'engine'>,
  { onProgress, trace }: { readonly onProgress?: (share: number) => void } & Pick<StartOptions, 'trace'> = {},
): { readonly ok: true; readonly run: EditedRun } | { readonly ok: false; readonly faults: Faults } {
  const started = startEditedRun({ flow, seed, durationMs }, trace && edits.length === 0 ? { trace } : {})
  if (!started.ok) return started
  const { run } = started
  const onTime = onProgress && ((timeMs: number) => onProgress(timeMs / untilMs))
  for (const { atMs, flow: edited } of edits) {
    run.advance(atMs, { onProgress: onTime })
    const faults = run.apply(edited)
    if (faults.length > 0) return { ok: false, faults }
  }
  run.advance(untilMs, { onProgress: onTime })
  return { ok: true, run }
}

/** Compiles a flow by its settings, or tells what is wrong. `mayIdle`: nothing needs to make requests. */
export function readFlow<F extends EventFlow>(flow: F, options: { readonly mayIdle?: boolean } = {}): Read<F> {
  const read = readSettings(flow.simulation)
  if (!read.ok) return read
  const { settings } = read
  const compiled = compile(flow, settings, options)
  if (!compiled.ok) return compiled
  const { model, notes, idle } = compiled
  return { ok: true, simulated: { flow, settings, model, notes, idle } }
}
