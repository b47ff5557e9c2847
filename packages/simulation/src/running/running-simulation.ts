import type { RunMeasures } from '../diagnosis/run-measures.ts'
import type { Engine } from '../engines.ts'
import type { HistoryPoint } from './run-history.ts'
import type { RunSnapshot } from './snapshot.ts'

/** Where the run on screen stands. */
export type RunState = 'stopped' | 'running' | 'paused'

/** How dots are looked at: this changes which of them a snapshot holds, and nothing else. */
export interface DotView {
  /** Simulated time over the watcher's time: a dot is shown for 500 ms of the latter at least. */
  readonly speed: number
  /** Most dots in one snapshot; 0: none. */
  readonly most: number
}

/** How far a run has got: to the time, or to the end of its budget; or it has ended for good before. */
export type Reached = 'time' | 'budget' | 'ended'

/** What repeats a run: its seed, and the flow from each time on. */
export interface RunLog<Flow> {
  readonly engine: Engine
  readonly seed: number
  readonly flow: Flow
  readonly edits: readonly { readonly atMs: number; readonly flow: Flow }[]
  /** What the run was told to last; it may have gone on for longer. */
  readonly durationMs: number
  /** How far the run has come. */
  readonly untilMs: number
}

/** What an edit did: it acts on the run as it is, or the run began anew. */
export type Applied = 'applied' | 'restarted'

/**
 * A run of either engine, which goes on as far as it is told. The same flow, seed and edits at the same simulated times give the same
 * snapshots, wherever `advance` stops on its way.
 */
export interface RunningSimulation<Flow> {
  readonly engine: Engine
  readonly timeMs: number
  /** Why it can go no further; null: it can. */
  readonly endedEarly: string | null
  /** The least simulated time by which it moves, ms. */
  readonly stepMs: number
  advance(untilMs: number, budget: { readonly events: number }): Reached
  /** The diagram is another from now on. */
  apply(flow: Flow): Applied
  watch(view: DotView): void
  snapshot(): RunSnapshot
  /** What a diagnosis needs of the last 10 s; null in the first second, and where the engine does not measure it. */
  measures(): RunMeasures | null
  /** A point for each simulated second; the same array until there is another one. */
  history(): readonly HistoryPoint[]
  log(): RunLog<Flow>
}
