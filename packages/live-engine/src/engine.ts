import type { Flow } from '@plimsoll/flow'
import { createRng, type DotView, type NodeFigures, type Rng, type RunState, scramble } from '@plimsoll/simulation'
import { presentRequest } from './present.ts'
import { rebase } from './rebase.ts'
import type { LiveSnapshot, RunCommand, SimulatedRequest } from './results.ts'
import { takeSnapshot } from './snapshot.ts'
import { createState } from './state.ts'
import { advance } from './tick.ts'

export interface LiveRunOptions {
  readonly flow: Flow
  readonly seed: number
  /** Replaces the source made from the seed; Reset does not rewind it. */
  readonly rng?: Rng
}

export interface LiveRun {
  readonly state: RunState
  /** Simulated ms since Start. */
  readonly elapsedTime: number
  /** Gives the state after it; a command that is not offered in the present state is ignored. */
  command(command: RunCommand): RunState
  /** 100 ms of simulated time; does nothing unless running. */
  tick(): void
  /** The diagram has changed: shows at once while stopped, else takes effect on the next tick. */
  update(flow: Flow): void
  snapshot(): LiveSnapshot
  /** What is told of nodes while it runs: of clients their rate. */
  nodeFigures(): NodeFigures
  watch(view: DotView): void
  /** How many requests the next tick steps. */
  readonly underWay: number
  /** The requests now under way, in the order of their creation. */
  requests(): readonly SimulatedRequest[]
  /** The last requests that ended, oldest first. */
  history(): { readonly completed: readonly SimulatedRequest[]; readonly failed: readonly SimulatedRequest[] }
}

const NEXT_STATE: Readonly<Record<RunState, Partial<Record<RunCommand, RunState>>>> = {
  stopped: { start: 'running' },
  running: { pause: 'paused', reset: 'stopped' },
  paused: { resume: 'running', reset: 'stopped' },
}

/** A live run of a flow, stopped: the same flow, seed and commands give the same snapshots everywhere. */
export function createLiveRun({ flow: initial, seed, rng }: LiveRunOptions): LiveRun {
  let flow = initial
  let state: RunState = 'stopped'
  const begin = () => createState(flow, { rng: rng ?? createRng(seed), idSalt: scramble(seed) })
  let live = begin()
  let edited = false

  const takeEdits = () => {
    if (edited) rebase(live, flow)
    edited = false
  }

  return {
    get state() {
      return state
    },
    get elapsedTime() {
      return live.elapsed
    },
    get underWay() {
      return live.live.length
    },
    command(command) {
      const next = NEXT_STATE[state][command]
      if (next === undefined) return state
      state = next
      if (state === 'stopped') live = begin()
      return state
    },
    tick() {
      if (state !== 'running') return
      takeEdits()
      advance(live)
    },
    update(next) {
      flow = next
      edited = true
    },
    snapshot() {
      if (state === 'stopped') takeEdits()
      return takeSnapshot(live, { seed, state })
    },
    nodeFigures: () => live.clientRates.figures(live.elapsed, live.network.stations),
    watch: (view) => live.dots.watch(view),
    requests: () => live.live.map((request) => presentRequest(request, live)),
    history: () => ({ completed: live.keptCompleted.list(), failed: live.keptFailed.list() }),
  }
}
