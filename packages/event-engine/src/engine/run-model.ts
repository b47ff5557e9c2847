import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { ChangeLog } from '../measure/change-log.ts'
import type { Histogram } from '../measure/histogram.ts'
import type { MeasuredPart } from '../measure/join-parts.ts'
import { SeriesMeter } from '../measure/series.ts'
import { SlicedValues } from '../measure/sliced-values.ts'
import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { addParts, noteModel } from './add-parts.ts'
import { acknowledged, callFailed, expireBeforeRetry, reply, retry, timeOut } from './answers.ts'
import { arrival, requestDone, requestFailed, startSources, thought } from './arrivals.ts'
import { MOST_REASONS, MOST_STEPS } from './call-record-row.ts'
import { advance, arriveAtTarget, poolSlotTaken } from './calls.ts'
import { planControls } from './control.ts'
import { applyEdit } from './edit/apply-edit.ts'
import { type ContinuedRun, GrowingRun } from './growing-run.ts'
import { linkOutcomes, nodeOutcomes } from './measured-parts.ts'
import type { PendingEvents } from './pending-events.ts'
import { expireInPool, freePoolSlot } from './pooling.ts'
import { type Agenda, KIND, type Next, Run, type RunCore, type Span } from './run.ts'
import type { Station } from './station.ts'
import { takeTurn } from './storage.ts'
import { type Traced, Tracer } from './tracer.ts'
import { expire, serve, serveShared } from './visits.ts'

export interface RunOptions extends StartOptions {
  readonly durationMs: number
  /** Start of the run that only the series and slices count. */
  readonly warmUpMs: number
  /** Called now and then with the share of the duration that is simulated. */
  readonly onProgress?: (share: number) => void
}

/** Options of a run whose duration is open. */
export interface StartOptions {
  readonly seed: number
  /** Interval of the series. Default: a second, and longer in a long run. */
  readonly spanMs?: number
  /** Simulates what it can. Default: the engine's own code simulates all. */
  readonly core?: { readonly newFor: (model: Model) => RunCore | null } | null
  /** Whether to measure the distribution of the number of requests at each node. */
  readonly countsOccupancy?: boolean
  readonly trace?: Traced
  /** The run ends early at so many events, or requests and calls in flight. */
  readonly maxEvents?: number
  readonly maxInFlight?: number
}

/** Kinds of requests of all sources: each has numbers of users of its own. */
const MOST_KINDS = 2 ** 27
/** Nodes beyond which there are no response times by node, and no series by node, by link and of a link's messages. */
const MOST_RECORDED = 500
const LIMITS = { events: 2e9, inFlight: 2_000_000, shortestSpanMs: 1000 } as const
/** Events between two checks of the limits. */
const LOOK_EVERY = 0x10000

/** Runs a model once. The same model and options give the same outcome. */
export const runModel = (model: Model, options: RunOptions): RunOutcome =>
  toEnd(runInSteps(model, options, Number.POSITIVE_INFINITY))

/** What comes of steps that are taken one right after the other. */
export function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps of so many events, between which others can have their turn. */
export function* runInSteps(
  model: Model,
  { durationMs, warmUpMs, onProgress, ...options }: RunOptions,
  events: number,
): Generator<void, RunOutcome> {
  const started = startRun(model, { ...options, horizonMs: durationMs })
  const run = new GrowingRun(started, durationMs)
  while (!run.advance(warmUpMs, { onProgress, events }) && started.endedEarly === null) yield
  const outcome = run.outcome(warmUpMs)
  started.end()
  return outcome
}

/**
 * Makes a model ready to run. The same model and options give the same outcome, however often the run is stopped on its way. It can
 * advance as far as `horizonMs`.
 */
export const startRun = (model: Model, options: StartOptions & { readonly horizonMs: number }): ContinuedRun =>
  new ModelRun(model, options)

export class ModelRun implements ContinuedRun {
  readonly run: Run
  readonly #core: RunCore | null
  readonly #seed: number
  readonly #horizonMs: number
  readonly #maxEvents: number
  readonly #maxInFlight: number
  #events = 0
  #endedEarly: RunOutcome['endedEarly'] = null
  #forgottenAtMs = 0
  readonly #noteSpan: () => void
  #spanEndMs: number

  constructor(model: Model, { horizonMs, ...options }: StartOptions & { readonly horizonMs: number }) {
    const { seed, maxEvents = LIMITS.events, maxInFlight = LIMITS.inFlight } = options
    refuseWhatDoesNotFit(model)
    this.#core = coreFor(model, options)
    const run = makeRun(model, options, this.#core)
    this.run = run
    this.#seed = seed
    this.#horizonMs = horizonMs
    this.#maxEvents = maxEvents
    this.#maxInFlight = maxInFlight
    this.#noteSpan = spanNoter(run)
    this.#spanEndMs = run.series.spanMs
    planControls(run)
    if (run.closedUsers.count > maxInFlight) this.#endedEarly = 'too many in flight'
    else startSources(run, horizonMs)
    this.#core?.take(run, { horizonMs, isTraced: options.trace !== undefined })
  }

  get timeMs(): number {
    return this.run.now
  }

  get events(): number {
    return this.#events
  }

  /** Why it cannot go on; null: it can. */
  get endedEarly(): RunOutcome['endedEarly'] {
    return this.#endedEarly
  }

  /** Simulates what happens until a time, or so many events. Returns whether it got to the time. */
  advance(untilMs: number, onProgress?: (timeMs: number) => void, events = Number.POSITIVE_INFINITY): boolean {
    const run = this.run
    let left = events
    while (this.#endedEarly === null && left > 0) {
      const most = Math.min(left, LOOK_EVERY - (this.#events % LOOK_EVERY))
      const stopMs = Math.min(untilMs, this.#spanEndMs)
      const span = { untilMs: stopMs, most }
      const steps = this.#core?.work(span) ?? work(run, this.#horizonMs, span)
      this.#events += steps
      left -= steps
      if (steps < most) {
        run.now = stopMs
        if (stopMs === this.#spanEndMs) this.#endSpan()
        if (stopMs === untilMs) return true
        continue
      }
      if (this.#events % LOOK_EVERY > 0) continue
      if (this.#events >= this.#maxEvents || run.events.isExhausted) this.#endedEarly = 'too many events'
      else if (run.records.inUse > this.#maxInFlight) this.#endedEarly = 'too many in flight'
      onProgress?.(run.now)
    }
    return false
  }

  /** Ends a span of the series, with what happened at its very end. */
  #endSpan(): void {
    const { series, messages } = this.run
    this.#spanEndMs += series.spanMs
    if (series.endsSpan()) this.#noteSpan()
    else messages.mergeSpans()
  }

  /** Follows another model from now on: see `applyEdit`. Throws, and goes on as it was, where the model does not fit. */
  apply(model: Model): void {
    if (this.#core !== null) throw new Error('A run in the core follows no other model.')
    refuseWhatDoesNotFit(model)
    this.advance(this.timeMs)
    if (this.#endedEarly !== null) return
    // What is due a fixed time later is so from now on, not from the last event.
    const events = this.run.events as PendingEvents
    events.time = this.timeMs
    applyEdit(this.run, model, this.#horizonMs)
    if (this.run.closedUsers.count > this.#maxInFlight) this.#endedEarly = 'too many in flight'
    this.advance(this.timeMs)
  }

  end(): void {
    this.#core?.end()
  }

  /** Time integral of the number of requests at all stations since the start. */
  get inSystemMs(): number {
    if (this.#core !== null) return this.#core.inSystemMs
    const { stations, now } = this.run
    return stations.reduce((sum, { inSystem }) => sum + inSystem.sinceStart(now), 0)
  }

  get responseMsSum(): number {
    return this.run.requests.sinceStart.responseMsSum
  }

  /** Ends a slice of the responses. */
  endSlice(): void {
    const { requests, messages, responses } = this.run
    messages.endSlice()
    responses?.endSlice()
    requests.endSlice()
  }

  /** The response times of each slice. */
  get responseSlices(): Histogram[] {
    return this.run.requests.slices
  }

  mergeSlices(): void {
    this.run.requests.mergeSlices()
    this.run.messages.mergeSlices()
    this.run.responses?.mergeSlices()
  }

  /** Begins to measure anew. */
  forget(): void {
    forget(this.run)
    this.#forgottenAtMs = this.run.now
  }

  /** What was measured since the start, or since the last time that it was made to forget. */
  measure(): MeasuredPart {
    const run = this.run
    const { all, byClient, byClass } = run.requests.measured(clientsOf(run))
    const measuredMs = run.now - this.#forgottenAtMs
    return {
      measuredMs,
      requests: all,
      byClient,
      byClass,
      nodes: nodeOutcomes(run, measuredMs),
      links: linkOutcomes(run, measuredMs),
      messages: run.messages.all?.toOutcome(run.now, measuredMs) ?? null,
      slowest: run.requests.slowest,
    }
  }

  /** What is measured over the run as a whole. */
  get whole(): ContinuedRun['whole'] {
    const { series, present } = this.run
    return {
      seed: this.#seed,
      endedEarly: this.#endedEarly,
      events: this.#events,
      series: series.toSeries(present),
      changes: changesOf(this.run),
    }
  }

  /** What was traced: of these, where the slowest are to be. */
  tracesOf(slowest: RunOutcome['slowest']): RunOutcome['traces'] {
    return this.run.tracer?.tracesOf(slowest) ?? []
  }
}

/** A local copy: with inlined constants the switch below compiles to a jump table. */
const K = KIND

/** Dispatches up to `most` events, none after a time. Returns how many there were. */
function work(run: Run, end: number, { untilMs, most }: Span): number {
  const { records } = run
  // Without a core it has the engine's own.
  const events = run.events as PendingEvents
  const agenda = run.agenda as Agenda
  let steps = 0
  while (steps < most) {
    let kind: Next
    if (agenda.length > 0) {
      agenda.take()
      kind = agenda.kind
      run.record = agenda.record
    } else {
      if (!events.next(untilMs)) break
      run.now = events.time
      const record = events.record
      if (record >= 0 && records.generationOf(record) !== events.generation) continue
      run.record = record
      kind = events.kind as Next
    }
    steps += 1
    while (kind !== K.none) kind = dispatch(run, kind, end)
  }
  return steps
}

/** Dispatches an event for the current record. Returns what follows immediately. */
export function dispatch(run: Run, kind: Next, end: number): Next {
  const { record } = run
  switch (kind) {
    case K.advance:
      return advance(run, record)
    case K.arrive:
      return arriveAtTarget(run, record)
    case K.served:
      return serve(run, record)
    case K.replied:
      return reply(run, record)
    case K.requestDone:
      return requestDone(run, record)
    case K.arrival:
      return arrival(run, -1 - record, end)
    case K.sharedServed:
      return serveShared(run, -1 - record)
    case K.thought:
      return thought(run, -1 - record)
    case K.poolSlotTaken:
      return poolSlotTaken(run, record)
    case K.callFailed:
      return callFailed(run, record)
    case K.requestFailed:
      return requestFailed(run, record)
    case K.timeout:
      return timeOut(run, record)
    case K.retry:
      return retry(run, record)
    case K.retryExpiry:
      return expireBeforeRetry(run, record)
    case K.acknowledged:
      return acknowledged(run, record)
    case K.expiry:
      return expire(run, record)
    case K.poolExpiry:
      return expireInPool(run, record)
    case K.poolRelease:
      freePoolSlot(run, -1 - record)
      return K.none
    case K.storageTurn:
      return takeTurn(run, -1 - record)
    case K.control:
      run.controls[-1 - record]!(run.now)
      return K.none
    case K.none:
      return K.none
  }
}

/** Throws where a number of the model does not fit into a call record. No model that is compiled from a flow is that large. */
function refuseWhatDoesNotFit({ nodes, stations, links, sources }: Model): void {
  for (const { id, program } of nodes) {
    const steps = Math.max(...program.map(({ length }) => length))
    if (steps > MOST_STEPS) throw new Error(`${id} takes ${steps} steps; at most ${MOST_STEPS} are possible.`)
  }
  const limits = [...stations, ...links].flatMap((part) => part.limits)
  const reasons = new Set([...Object.values(EVENT_FAILURES), ...limits.map(({ reason }) => reason)])
  if (reasons.size > MOST_REASONS)
    throw new Error(`Requests fail for ${reasons.size} reasons; at most ${MOST_REASONS} reasons are possible.`)
  const kinds = Math.max(0, ...sources.map((source) => source.kinds.length))
  if (kinds * sources.length > MOST_KINDS)
    throw new Error(`${kinds} recorded requests of own types or sizes are too many for ${sources.length} clients.`)
}

/** It measures no distribution of requests at a node, and follows no single requests. */
const coreFor = (model: Model, { core = null, trace, countsOccupancy = false }: StartOptions): RunCore | null =>
  countsOccupancy || (trace !== undefined && trace !== 'slowest') ? null : (core?.newFor(model) ?? null)

function makeRun(
  model: Model,
  { seed, trace, spanMs, countsOccupancy = false }: StartOptions,
  core: RunCore | null,
): Run {
  const isRecorded = model.nodes.length <= MOST_RECORDED
  const series = new SeriesMeter({ spanMs: spanMs ?? LIMITS.shortestSpanMs, isFixed: spanMs !== undefined })
  const run = new Run({ model, seed, series, core })
  run.countsOccupancy = countsOccupancy
  if (isRecorded) run.responses = new SlicedValues()
  run.messages.keepsSeries = isRecorded
  addParts(run, model)
  noteModel(run)
  if (trace && core === null)
    run.tracer = new Tracer({ clock: run, records: run.records, links: run.links, traced: trace })
  run.requests.onPushedOut = (serial) => run.tracer?.drop(serial)
  return run
}

/** Those of parts that are in the present flow, by their positions there. */
function changesOf({ changes, present }: Run): ReturnType<ChangeLog['toChanges']> {
  const { list, leftOut } = changes.toChanges()
  const indexOf = {
    node: new Map(present.nodes.map((position, index) => [position, index])),
    edge: new Map(present.links.map((position, index) => [position, index])),
  }
  const known = list.flatMap((change) => {
    const index = indexOf[change.of].get(change.index)
    return index === undefined ? [] : [{ ...change, index }]
  })
  return { list: known, leftOut }
}

/** By client of the present flow, and last what those had that are gone. */
function clientsOf({ present, sources }: Run): readonly (readonly number[])[] {
  const known = new Set(present.sources.flat())
  const gone = sources.flatMap(({ index }) => (known.has(index) ? [] : [index]))
  return [...present.sources, ...(gone.length > 0 ? [gone] : [])]
}

function forget(run: Run): void {
  for (const station of run.stations) station.reset(run.now)
  for (const link of run.links) link.reset(run.now)
  for (const node of run.nodes) node.reset(run.now)
  run.requests.reset()
  run.responses?.reset()
  run.messages.reset(run.now)
}

/** What may be the fullest of a node, since the start; nothing where it has one kind of slots alone. */
function usesOf(stations: readonly Station[], now: number): [takenMs: number, ofMs: number][] {
  if (stations.length < 2 && !stations.some(({ isBoundByPlaces }) => isBoundByPlaces)) return []
  return stations.flatMap((station) => [
    [station.busy.sinceStart(now), station.slotMs(now)],
    ...(station.isBoundByPlaces ? [[station.inSystem.sinceStart(now), station.placeMs(now)] as [number, number]] : []),
  ])
}

/** Notes what the series tells of a span that ends now. */
function spanNoter(run: Run): () => void {
  const { series } = run
  const isRecorded = run.responses !== null
  let byNode = run.stationsByNode
  let stations = run.stations.length
  return () => {
    const { now } = run
    if (stations !== run.stations.length) {
      byNode = run.stationsByNode
      stations = run.stations.length
    }
    series.note({ ...run.requests.sinceStart, attempts: run.attempts }, run.requests.takeSpan())
    run.messages.note()
    if (!isRecorded) return
    for (const [node, ofNode] of byNode.entries()) {
      const sum = (of: (station: Station) => number) => ofNode.reduce((total, station) => total + of(station), 0)
      series.noteNode(node, {
        inSystemMs: sum((station) => station.inSystem.sinceStart(now)),
        waitingMs: sum((station) => station.waiting.sinceStart(now)),
        busyMs: sum((station) => station.working.sinceStart(now)),
        takenMs: sum((station) => station.busy.sinceStart(now)),
        slotMs: sum((station) => station.slotMs(now)),
        instances: Math.max(0, ...ofNode.map(({ instances }) => instances.count)),
        uses: usesOf(ofNode, now),
      })
    }
    for (const link of run.links) series.noteLink(link.index, link.poolQueue.count)
  }
}
