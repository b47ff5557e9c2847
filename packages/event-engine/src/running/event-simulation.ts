import {
  createRunHistory,
  DotSampler,
  type DotView,
  Kept,
  type MetricSample,
  type Reached,
  type RunHistory,
  type RunLog,
  type RunMeasures,
  type RunningSimulation,
  type RunSnapshot,
  Seconds,
  WINDOWS,
} from '@plimsoll/simulation'
import type { CompileFault } from '../compile/compile-fault.ts'
import type { EventFlow } from '../compile/event-flow.ts'
import { EditedRun, readFlow, type SimulatedFlow } from '../edited-run.ts'
import type { Run } from '../engine/run.ts'
import type { Histogram } from '../measure/histogram.ts'
import type { RunOutcome } from '../outcome.ts'
import { measuresBetween } from './measures.ts'
import { sumsOf } from './run-sums.ts'
import { RunWatch } from './run-watch.ts'
import { type SecondNote, takeSnapshot } from './snapshot.ts'
import { type RunTotals, totalsOf, visitsOf } from './totals.ts'

/** A run that is shown is that of an experiment of so many simulated ms, without a warm-up; it may go on beyond. */
export const SHOWN_RUN = { durationMs: 600_000, horizonMs: 30 * 24 * 3_600_000 } as const

const SAMPLE_MS = 100
const SAMPLES = 100
const SECOND_MS = 1000

/**
 * A started run of the event engine, as the page drives the runs of either engine. A flow in which nothing makes requests runs idly.
 * Throws where the flow's settings cannot be simulated.
 */
export const createEventSimulation = <F extends EventFlow>(options: {
  readonly flow: F
  readonly seed: number
}): EventSimulation<F> => new EventSimulation(options)

function prepare<F extends EventFlow>(flow: F): SimulatedFlow<F> {
  const read = readFlow(flow, { mayIdle: true })
  if (!read.ok) throw refusal(read.faults)
  return read.simulated
}

const refusal = (faults: readonly CompileFault[]): Error =>
  new Error(faults.map(({ path, message }) => `${path} ${message}`).join('; '))

const missingIn = ({ idle }: SimulatedFlow): readonly string[] => idle.map(({ message }) => message)

export class EventSimulation<F extends EventFlow = EventFlow> implements RunningSimulation<F> {
  readonly engine = 'events'
  readonly stepMs = 1
  readonly #seed: number
  #view: DotView | null = null
  #flow: F
  #shown: ShownRun<F> | IdleRun<F>

  constructor({ flow, seed }: { readonly flow: F; readonly seed: number }) {
    this.#seed = seed
    this.#flow = flow
    this.#shown = this.#begin(flow)
  }

  #begin(flow: F): ShownRun<F> | IdleRun<F> {
    const simulated = prepare(flow)
    const shown = simulated.idle.length === 0 ? new ShownRun(simulated, this.#seed) : new IdleRun(simulated, this.#seed)
    if (this.#view) shown.watch(this.#view)
    return shown
  }

  get timeMs(): number {
    return this.#shown.timeMs
  }

  get endedEarly(): string | null {
    return this.#shown.endedEarly
  }

  advance(untilMs: number, { events }: { readonly events: number }): Reached {
    return this.#shown.advance(untilMs, events)
  }

  /** An edit that changes no figure leaves the run alone. */
  apply(flow: F): 'applied' | 'restarted' {
    if (isSameSystem(flow, this.#flow)) return 'applied'
    const isIdle = this.#shown instanceof IdleRun
    if (this.#shown instanceof IdleRun) this.#shown = this.#begin(flow)
    else this.#shown.apply(flow)
    this.#flow = flow
    return isIdle ? 'restarted' : 'applied'
  }

  watch(view: DotView): void {
    this.#view = view
    this.#shown.watch(view)
  }

  snapshot(): RunSnapshot {
    return this.#shown.snapshot()
  }

  measures(): RunMeasures | null {
    return this.#shown.measures()
  }

  history() {
    return this.#shown.history.points()
  }

  log(): RunLog<F> {
    return this.#shown.log()
  }

  /** What a replication of the same time measures, without a warm-up. Null where nothing makes requests. */
  outcome(): RunOutcome | null {
    return this.#shown.outcome()
  }
}

/** Labels and places on the canvas change nothing. */
const isSameSystem = (one: EventFlow, other: EventFlow): boolean => systemOf(one) === systemOf(other)

const systemOf = ({ nodes, edges, groups, simulation }: EventFlow): string =>
  JSON.stringify([
    nodes.map(({ id, type, data, position }) => [id, type, { ...data, label: '' }, groups ? position : null]),
    edges.map(({ id, type, source, target, data }) => [id, type, source, target, { ...data, label: '' }]),
    groups,
    simulation,
  ])

/** A run with what a screen shows of it. */
class ShownRun<F extends EventFlow> {
  readonly history: RunHistory = createRunHistory()
  readonly #seed: number
  readonly #edited: EditedRun<F>
  readonly #state: Run
  readonly #watch: RunWatch
  readonly #samples = new Kept<MetricSample>(SAMPLES)
  readonly #seconds: Seconds<SecondNote>
  #nodeIds: readonly string[]
  #edgeIds: readonly string[]
  #nextSampleMs = SAMPLE_MS

  constructor(simulated: SimulatedFlow<F>, seed: number) {
    const { flow, model } = simulated
    this.#seed = seed
    this.#edited = new EditedRun({ flow, seed, durationMs: SHOWN_RUN.durationMs }, simulated)
    const state = this.#edited.run.run
    this.#state = state
    this.#nodeIds = model.nodes.map(({ id }) => id)
    this.#edgeIds = model.links.map(({ id }) => id)
    const perSecond = model.sources.reduce((sum, source) => sum + source.rate.at(0), 0)
    this.#watch = new RunWatch(state, new DotSampler(this.#edgeIds, perSecond * Math.min(3, flow.edges.length)))
    this.#seconds = new Seconds(this.#note(this.#totals, this.#watch.responses()))
  }

  get timeMs(): number {
    return this.#edited.timeMs
  }

  get endedEarly(): string | null {
    return this.#edited.endedEarly
  }

  get #totals(): RunTotals {
    return totalsOf(this.#state, this.#watch.retries)
  }

  advance(untilMs: number, events: number): Reached {
    const edited = this.#edited
    const endMs = Math.min(untilMs, SHOWN_RUN.horizonMs)
    const mostEvents = edited.run.events + events
    while (edited.timeMs < endMs || this.#nextSampleMs <= endMs) {
      const stopMs = Math.min(endMs, this.#nextSampleMs)
      const isThere = edited.advance(stopMs, { events: mostEvents - edited.run.events })
      if (edited.endedEarly !== null) return 'ended'
      if (!isThere) return 'budget'
      if (stopMs === this.#nextSampleMs) this.#sample(stopMs)
    }
    return untilMs > endMs ? 'ended' : 'time'
  }

  #note(totals: RunTotals, responses: Histogram): SecondNote {
    return { totals, sums: sumsOf(this.#state), visits: visitsOf(this.#state), responses }
  }

  #sample(nowMs: number): void {
    const { completed } = this.#state.requests.totals
    this.#samples.add({ timestamp: nowMs, completedRequestCount: completed })
    this.#nextSampleMs += SAMPLE_MS
    if (nowMs % SECOND_MS === 0) this.#endSecond(nowMs)
  }

  #endSecond(nowMs: number): void {
    const totals = this.#totals
    this.#seconds.note(nowMs, this.#note(totals, this.#watch.endSecond()))
    const { arrived, completed, failed } = totals
    this.history.note({
      elapsedTime: nowMs,
      averageResponseTime: completed > 0 ? this.#edited.run.responseMsSum / completed : 0,
      activeRequests: arrived - completed - failed,
      completedRequests: completed,
      failedRequests: failed,
    })
  }

  /** The run follows another flow from now on; where nothing makes requests in it, no more of them arrive. */
  apply(flow: F): void {
    const faults = this.#edited.apply(flow)
    if (faults.length > 0) throw refusal(faults)
    const { present, nodes, links } = this.#state
    this.#nodeIds = present.nodes.map((node) => nodes[node]?.model.id ?? '')
    this.#edgeIds = present.links.map((link) => links[link]?.model.id ?? '')
    this.#watch.follow(this.#edgeIds)
  }

  watch(view: DotView): void {
    this.#watch.dots.watch(view)
  }

  snapshot(): RunSnapshot {
    return takeSnapshot({
      seed: this.#seed,
      run: this.#state,
      watch: this.#watch,
      totals: this.#totals,
      seconds: this.#seconds,
      response: this.#state.requests.response,
      samples: this.#samples.list(),
      nodeIds: this.#nodeIds,
      edgeIds: this.#edgeIds,
      missing: missingIn(this.#edited.simulated),
    })
  }

  measures(): RunMeasures | null {
    const state = this.#state
    if (state.now < SECOND_MS) return null
    return measuresBetween(state, this.#seconds.from(state.now, WINDOWS.last10s).note.sums, sumsOf(state))
  }

  log(): RunLog<F> {
    return this.#edited.log()
  }

  outcome(): RunOutcome {
    return this.#edited.outcome()
  }
}

/** Time passes, and nothing happens. */
class IdleRun<F extends EventFlow> {
  readonly history: RunHistory = createRunHistory()
  readonly endedEarly = null
  timeMs = 0
  readonly #flow: F
  readonly #empty: RunSnapshot

  constructor(simulated: SimulatedFlow<F>, seed: number) {
    const { flow } = simulated
    const { nodes, edges } = flow
    this.#flow = flow
    const nothing = { spanMs: 0, offered: 0, completed: 0, failed: 0, retries: 0, reasons: [] }
    const noFigures = { ...nothing, mean: null, p50: null, p95: null, p99: null }
    this.#empty = {
      engine: 'events',
      seed,
      elapsedTime: 0,
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
      nodes: nodes.map(({ id }) => id),
      edges: edges.map(({ id }) => id),
      nodeUtilization: new Float32Array(nodes.length),
      edgeUtilization: new Float32Array(edges.length),
      bottlenecks: [],
      errors: { total: 0, reasons: [], nodes: [], recent: [] },
      metricHistory: [],
      dots: new DotSampler([], 0).list(0),
      windows: { last10s: noFigures, last60s: noFigures, sinceStart: noFigures },
      nodeFigures: null,
      edgeFigures: null,
      missing: missingIn(simulated),
    }
  }

  advance(untilMs: number, _events: number): Reached {
    const firstSecond = Math.floor(this.timeMs / SECOND_MS) + 1
    for (let ms = firstSecond * SECOND_MS; ms <= untilMs; ms += SECOND_MS)
      this.history.note({ ...this.#empty, elapsedTime: ms })
    this.timeMs = Math.max(this.timeMs, untilMs)
    return 'time'
  }

  watch(_view: DotView): void {}

  snapshot(): RunSnapshot {
    const { nodeUtilization, edgeUtilization } = this.#empty
    return {
      ...this.#empty,
      elapsedTime: this.timeMs,
      nodeUtilization: nodeUtilization.slice(),
      edgeUtilization: edgeUtilization.slice(),
      dots: new DotSampler([], 0).list(0),
    }
  }

  measures(): null {
    return null
  }

  log(): RunLog<F> {
    const { timeMs } = this
    const { seed } = this.#empty
    return { engine: 'events', seed, flow: this.#flow, edits: [], durationMs: SHOWN_RUN.durationMs, untilMs: timeMs }
  }

  outcome(): null {
    return null
  }
}
