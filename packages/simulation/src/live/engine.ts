import type { Flow } from '@plimsoll/flow'
import type { LiveSnapshot, RunCommand, RunState, SimulatedRequest } from '../results.ts'
import type { Rng } from '../rng.ts'
import { TICK_MS } from './config.ts'

export interface LiveRunOptions {
  readonly flow: Flow
  readonly seed: number
  /** Replaces the source made from the seed. */
  readonly rng?: Rng
}

export interface LiveRun {
  readonly state: RunState
  /** Gives the state after it; a command that is not offered in the present state is ignored. */
  command(command: RunCommand): RunState
  /** 100 ms of simulated time; does nothing unless running. */
  tick(): void
  /** The diagram has changed: takes effect on the next tick. */
  update(flow: Flow): void
  snapshot(): LiveSnapshot
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
export function createLiveRun({ flow: initial, seed }: LiveRunOptions): LiveRun {
  let state: RunState = 'stopped'
  let elapsed = 0
  let flow = initial
  return {
    get state() {
      return state
    },
    command(command) {
      state = NEXT_STATE[state][command] ?? state
      if (state === 'stopped') elapsed = 0
      return state
    },
    tick() {
      if (state === 'running') elapsed += TICK_MS
    },
    update(next) {
      flow = next
    },
    snapshot: () => ({
      engine: 'live',
      seed,
      state,
      elapsedTime: elapsed,
      averageResponseTime: 0,
      averageRequestSize: 0,
      createdRequests: 0,
      activeRequests: 0,
      completedRequests: 0,
      failedRequests: 0,
      retriesTotal: 0,
      successRate: 0,
      errorRate: 0,
      requestsPerSecond: 0,
      nodes: flow.nodes.map(({ id }) => id),
      edges: flow.edges.map(({ id }) => id),
      nodeUtilization: new Float32Array(flow.nodes.length),
      edgeUtilization: new Float32Array(flow.edges.length),
      bottlenecks: [],
      errors: { total: 0, reasons: [], nodes: [], recent: [] },
      metricHistory: [],
      dots: {
        count: 0,
        id: new Uint32Array(0),
        edge: new Uint32Array(0),
        startedAt: new Float64Array(0),
        retries: new Uint8Array(0),
      },
    }),
    requests: () => [],
    history: () => ({ completed: [], failed: [] }),
  }
}
