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
import type { EventFlow } from '../compile/event-flow.ts'
import { compile } from '../compile/index.ts'
import type { Run } from '../engine/run.ts'
import { ModelRun } from '../engine/run-model.ts'
import { joinParts } from '../measure/join-parts.ts'
import { SliceMeter } from '../measure/slice-meter.ts'
import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { type EventSettings, readSettings } from '../settings.ts'
import { measuresBetween } from './measures.ts'
import { sumsOf } from './run-sums.ts'
import { RunWatch } from './run-watch.ts'
import { type SecondNote, takeSnapshot } from './snapshot.ts'
import { type RunTotals, totalsOf } from './totals.ts'

/** A run that is shown is that of an experiment of so many simulated ms, without a warm-up; it may go on beyond. */
export const SHOWN_RUN = { durationMs: 600_000, horizonMs: 30 * 24 * 3_600_000 } as const

const SAMPLE_MS = 100
const SAMPLES = 100
const SECOND_MS = 1000

/** The settings of a flow, for such a run. Throws where they cannot be read. */
export function settingsOf({ simulation }: EventFlow): EventSettings {
  const read = readSettings(simulation)
  if (!read.ok) throw new Error(read.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
  return { ...read.settings, durationMs: SHOWN_RUN.durationMs, warmUpMs: 0 }
}

/**
 * A started run of the event engine, as the page drives the runs of either engine. A flow in which nothing makes requests runs idly.
 * Throws where the flow's settings cannot be simulated.
 */
export const createEventSimulation = <F extends EventFlow>(options: {
  readonly flow: F
  readonly seed: number
}): EventSimulation<F> => new EventSimulation(options)

/** The model of a flow, and what it lacks to make requests. */
interface Prepared {
  readonly model: Model
  readonly missing: readonly string[]
}

function prepare(flow: EventFlow): Prepared {
  const compiled = compile(flow, settingsOf(flow), { mayIdle: true })
  if (compiled.ok) return { model: compiled.model, missing: compiled.idle.map(({ message }) => message) }
  throw new Error(compiled.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
}

export class EventSimulation<F extends EventFlow = EventFlow> implements RunningSimulation<F> {
  readonly engine = 'events'
  readonly stepMs = 1
  readonly #seed: number
  #firstFlow: F
  readonly #edits: { readonly atMs: number; readonly flow: F }[] = []
  #view: DotView | null = null
  #flow: F
  #shown: ShownRun | IdleRun

  constructor({ flow, seed }: { readonly flow: F; readonly seed: number }) {
    this.#seed = seed
    this.#firstFlow = this.#flow = flow
    this.#shown = this.#begin(flow)
  }

  #begin(flow: F): ShownRun | IdleRun {
    const { model, missing } = prepare(flow)
    const shown = missing.length === 0 ? new ShownRun(model, flow, this.#seed) : new IdleRun(flow, this.#seed, missing)
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
    if (this.#shown instanceof IdleRun) {
      this.#shown = this.#begin(flow)
      this.#firstFlow = this.#flow = flow
      return 'restarted'
    }
    this.#shown.apply(prepare(flow))
    this.#edits.push({ atMs: this.timeMs, flow })
    this.#flow = flow
    return 'applied'
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
    const { engine, timeMs } = this
    return { engine, seed: this.#seed, flow: this.#firstFlow, edits: [...this.#edits], untilMs: timeMs }
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

/** A run of a model, with what a screen shows of it. */
class ShownRun {
  readonly history: RunHistory = createRunHistory()
  readonly #seed: number
  readonly #run: ModelRun
  readonly #state: Run
  readonly #watch: RunWatch
  readonly #slices = new SliceMeter(SHOWN_RUN.durationMs)
  readonly #samples = new Kept<MetricSample>(SAMPLES)
  readonly #seconds: Seconds<SecondNote>
  /** What the present flow lacks to make requests. */
  #missing: readonly string[] = []
  #nodeIds: readonly string[]
  #edgeIds: readonly string[]
  #nextSampleMs = SAMPLE_MS

  constructor(model: Model, { edges }: EventFlow, seed: number) {
    this.#seed = seed
    this.#run = new ModelRun(model, { seed, horizonMs: SHOWN_RUN.horizonMs })
    const state = this.#run.run
    this.#state = state
    this.#nodeIds = model.nodes.map(({ id }) => id)
    this.#edgeIds = model.links.map(({ id }) => id)
    const perSecond = model.sources.reduce((sum, source) => sum + source.rate.at(0), 0)
    this.#watch = new RunWatch(state, new DotSampler(this.#edgeIds, perSecond * Math.min(3, edges.length)))
    this.#seconds = new Seconds({ totals: this.#totals, sums: sumsOf(state), responses: this.#watch.responses() })
  }

  get timeMs(): number {
    return this.#run.timeMs
  }

  get endedEarly(): string | null {
    return this.#run.endedEarly
  }

  get #totals(): RunTotals {
    return totalsOf(this.#state, this.#watch.retries)
  }

  advance(untilMs: number, events: number): Reached {
    const run = this.#run
    const endMs = Math.min(untilMs, SHOWN_RUN.horizonMs)
    let left = events
    while (run.timeMs < endMs || this.#nextStopMs <= endMs) {
      const stopMs = Math.min(endMs, this.#nextStopMs)
      const before = run.events
      const isThere = run.advance(stopMs, undefined, left)
      left -= run.events - before
      if (run.endedEarly !== null) return 'ended'
      if (!isThere) return 'budget'
      this.#stop(stopMs)
    }
    return untilMs > endMs ? 'ended' : 'time'
  }

  /** When something is to be noted next: a slice of the outcome, or a sample. */
  get #nextStopMs(): number {
    return Math.min(this.#slices.nextEndMs, this.#nextSampleMs)
  }

  #stop(nowMs: number): void {
    if (nowMs === this.#slices.nextEndMs) this.#endSlice()
    if (nowMs !== this.#nextSampleMs) return
    const { completed } = this.#state.requests.totals
    this.#samples.add({ timestamp: nowMs, completedRequestCount: completed })
    this.#nextSampleMs += SAMPLE_MS
    if (nowMs % SECOND_MS === 0) this.#endSecond(nowMs)
  }

  #endSlice(): void {
    const run = this.#run
    this.#slices.note({
      inSystemMs: run.inSystemMs,
      responseMsSum: run.responseMsSum,
      takeResponses: () => run.takeSlice(),
    })
  }

  #endSecond(nowMs: number): void {
    const totals = this.#totals
    this.#seconds.note(nowMs, { totals, sums: sumsOf(this.#state), responses: this.#watch.endSecond() })
    const { arrived, completed, failed } = totals
    this.history.note({
      elapsedTime: nowMs,
      averageResponseTime: completed > 0 ? this.#run.responseMsSum / completed : 0,
      activeRequests: arrived - completed - failed,
      completedRequests: completed,
      failedRequests: failed,
    })
  }

  /** The run follows another flow from now on; where nothing makes requests in it, no more of them arrive. */
  apply({ model, missing }: Prepared): void {
    this.#missing = missing
    this.#run.apply(model)
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
      missing: this.#missing,
    })
  }

  measures(): RunMeasures | null {
    const state = this.#state
    if (state.now < SECOND_MS) return null
    return measuresBetween(state, this.#seconds.from(state.now, WINDOWS.last10s).note.sums, sumsOf(state))
  }

  outcome(): RunOutcome {
    const measured = joinParts([this.#run.measure()])
    return {
      ...this.#run.whole,
      ...measured,
      traces: this.#run.tracesOf(measured.slowest),
      slices: this.#slices.toSlices(),
    }
  }
}

/** Time passes, and nothing happens. */
class IdleRun {
  readonly history: RunHistory = createRunHistory()
  readonly endedEarly = null
  timeMs = 0
  readonly #empty: RunSnapshot

  constructor({ nodes, edges }: EventFlow, seed: number, missing: readonly string[]) {
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
      errors: { total: 0, most: null, reasons: [], nodes: [], recent: [] },
      metricHistory: [],
      dots: new DotSampler([], 0).list(0),
      windows: { last10s: noFigures, last60s: noFigures, sinceStart: noFigures },
      nodeFigures: null,
      edgeFigures: null,
      missing,
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

  outcome(): null {
    return null
  }
}
