import { EVENT_FAILURES } from '../failure-reasons.ts'
import { Recorders } from '../measure/recorders.ts'
import { Requests } from '../measure/requests.ts'
import { SeriesMeter, type Totals } from '../measure/series.ts'
import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { acknowledged, callFailed, reply, retry, timeOut } from './answers.ts'
import { arrival, requestDone, requestFailed, startSources, thought } from './arrivals.ts'
import { advance, arriveAtTarget, poolSlotTaken } from './calls.ts'
import { planControls } from './control.ts'
import { arriveExpress, serveExpress } from './express.ts'
import { arrivalExpress } from './express-arrivals.ts'
import { planExpress } from './express-plan.ts'
import { Link } from './link.ts'
import { linkOutcomes, nodeOutcomes } from './measured-parts.ts'
import { expireInPool, freePoolSlot } from './pooling.ts'
import { MOST_REASONS, MOST_STEPS } from './rows.ts'
import { KIND, type Next, Run } from './run.ts'
import { RunningNode } from './running-node.ts'
import { Source } from './source.ts'
import { Station } from './station.ts'
import { Tracer } from './tracer.ts'
import { expire, serve, serveShared } from './visits.ts'

export interface RunOptions {
  readonly seed: number
  readonly durationMs: number
  /** Start of the run that only the series count. */
  readonly warmUpMs: number
  /** Interval of the series. Default: a second, or a thousandth of a longer run. */
  readonly spanMs?: number
  /** Whether to measure the distribution of the number of requests at each node. */
  readonly countsOccupancy?: boolean
  /** Numbers of the requests to trace. */
  readonly trace?: ReadonlySet<number>
  /** The run ends early at so many events, or requests and calls in flight. */
  readonly maxEvents?: number
  readonly maxInFlight?: number
  /** Called now and then with the share of the duration that is simulated. */
  readonly onProgress?: (share: number) => void
  /** False: everything takes the general path, which gives the same outcome. */
  readonly isExpress?: boolean
}

/** Nodes beyond which there are no response times by node, and no series by node and link. */
const MOST_RECORDED = 500
const LIMITS = { events: 2e9, inFlight: 2_000_000, spans: 1000, shortestSpanMs: 1000 } as const
/** Events between two checks of the limits. */
const LOOK_EVERY = 0x10000

/** Runs a model once. The same model and options give the same outcome. */
export function runModel(model: Model, options: RunOptions): RunOutcome {
  const { seed, durationMs, warmUpMs, maxEvents = LIMITS.events, maxInFlight = LIMITS.inFlight } = options
  refuseWhatDoesNotFit(model)
  const run = makeRun(model, options)
  planSpans(run, durationMs)
  planControls(run)
  if (warmUpMs > 0) run.plan(warmUpMs, () => forget(run))
  let endedEarly: RunOutcome['endedEarly'] = null
  if (run.sourceOfUser.length > maxInFlight) endedEarly = 'too many in flight'
  else startSources(run, durationMs)

  let events = 0
  while (endedEarly === null) {
    const steps = work(run, durationMs, LOOK_EVERY)
    events += steps
    if (steps < LOOK_EVERY) break
    if (events >= maxEvents || run.events.isExhausted) endedEarly = 'too many events'
    else if (run.records.inUse > maxInFlight) endedEarly = 'too many in flight'
    options.onProgress?.(run.now / durationMs)
  }
  if (endedEarly === null) run.now = durationMs
  return outcomeOf(run, { seed, measuredMs: Math.max(0, run.now - warmUpMs), endedEarly, events })
}

/** A local copy: with inlined constants the switch below compiles to a jump table. */
const K = KIND

/** Dispatches up to `most` events. Returns how many there were. */
function work(run: Run, end: number, most: number): number {
  const { agenda, events, records, isExpress } = run
  let steps = 0
  while (steps < most) {
    let kind: Next
    if (agenda.length > 0) {
      agenda.take()
      kind = agenda.kind
      run.record = agenda.record
    } else {
      if (!events.next(end)) break
      run.now = events.time
      const record = events.record
      if (record >= 0 && records.generationOf(record) !== events.generation) continue
      run.record = record
      kind = events.kind as Next
    }
    steps += 1
    // The most frequent kind bypasses the switch.
    while (kind !== K.none) {
      kind = kind === K.served && isExpress ? serveExpress(run, run.record) : dispatch(run, kind, end)
    }
  }
  return steps
}

/** Dispatches an event for the current record. Returns what follows immediately. */
function dispatch(run: Run, kind: Next, end: number): Next {
  const { record } = run
  switch (kind) {
    case K.advance:
      return advance(run, record)
    case K.arrive:
      return run.isExpress ? arriveExpress(run, record) : arriveAtTarget(run, record)
    case K.served:
      return serve(run, record)
    case K.replied:
      return reply(run, record)
    case K.requestDone:
      return requestDone(run, record)
    case K.arrival:
      return run.isExpress ? arrivalExpress(run, -1 - record, end) : arrival(run, -1 - record, end)
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
    case K.acknowledged:
      return acknowledged(run, record)
    case K.expiry:
      return expire(run, record)
    case K.poolExpiry:
      return expireInPool(run, record)
    case K.poolRelease:
      freePoolSlot(run, -1 - record)
      return K.none
    case K.control:
      run.controls[-1 - record]!(run.now)
      return K.none
    case K.none:
      return K.none
  }
}

/** Throws where a number of the model does not fit into a call record. No model that is compiled from a flow is that large. */
function refuseWhatDoesNotFit({ nodes, stations, links }: Model): void {
  for (const { id, program } of nodes) {
    const steps = Math.max(...program.map(({ length }) => length))
    if (steps > MOST_STEPS) throw new Error(`${id} takes ${steps} steps; at most ${MOST_STEPS} are possible.`)
  }
  const limits = [...stations, ...links].flatMap((part) => part.limits)
  const reasons = new Set([...Object.values(EVENT_FAILURES), ...limits.map(({ reason }) => reason)])
  if (reasons.size > MOST_REASONS)
    throw new Error(`Requests fail for ${reasons.size} reasons; at most ${MOST_REASONS} reasons are possible.`)
}

function makeRun(
  model: Model,
  { seed, durationMs, trace, spanMs, countsOccupancy = false, isExpress = true }: RunOptions,
): Run {
  const isRecorded = model.nodes.length <= MOST_RECORDED
  const run = new Run({
    model,
    seed,
    requests: new Requests(model.sources.length),
    series: new SeriesMeter({
      spanMs: spanMs ?? Math.max(LIMITS.shortestSpanMs, durationMs / LIMITS.spans),
      nodes: isRecorded ? model.nodes.length : 0,
      links: isRecorded ? model.links.length : 0,
    }),
  })
  if (isRecorded) run.responses = new Recorders(model.stations.length)
  const fifoOf = (delay: number) => run.events.fifoOf(delay)
  run.links = model.links.map(
    (link, index) =>
      new Link(link, index, {
        streams: run.streams,
        row: run.linkRows.row(index),
        attempts: run.attempts,
        fifoOf,
        isWatched: model.nodes[link.source]?.ejection != null,
      }),
  )
  run.stations = model.stations.map(
    (station, index) =>
      new Station(station, index, {
        streams: run.streams,
        row: run.stationRows.row(index),
        responses: run.responses,
        fifoOf,
        countsOccupancy,
      }),
  )
  run.nodes = model.nodes.map(
    (node, index) =>
      new RunningNode(node, index, { streams: run.streams, row: run.nodeRows.row(index), links: run.links }),
  )
  run.asksForUsers = model.nodes.some(({ balancing }) => balancing.by === 'user' || balancing.by === 'session')
  addSources(run)
  if (trace) run.tracer = new Tracer({ records: run.records, links: run.links, wanted: trace })
  run.isExpress = isExpress && run.tracer === null
  if (run.isExpress) planExpress(run)
  return run
}

function addSources(run: Run): void {
  let users = 0
  run.sources = run.model.sources.map((source, index) => {
    const firstUser = users
    if (source.arrivals === 'closed') users += source.users
    const { id } = run.model.nodes[source.node]!
    return new Source(source, index, { streams: run.streams, row: run.sourceRows.row(index), id, firstUser })
  })
  if (users > LIMITS.inFlight) {
    run.sourceOfUser = { length: users } as Int32Array<ArrayBuffer>
    return
  }
  run.sourceOfUser = new Int32Array(users)
  for (const { model, index, firstUser } of run.sources) {
    if (model.arrivals === 'closed') run.sourceOfUser.fill(index, firstUser, firstUser + model.users)
  }
}

function forget(run: Run): void {
  run.forgotten = totalsOf(run)
  for (const station of run.stations) station.reset(run.now)
  for (const link of run.links) link.reset(run.now)
  for (const node of run.nodes) {
    node.takeDownMs(run.now)
    node.rejected = node.hits = 0
  }
  run.requests.reset()
  run.responses?.reset()
  run.messages.reset(run.now)
}

/** Totals since the start of the run, warm-up included. */
function totalsOf({ requests, attempts, forgotten }: Run): Totals {
  const { arrived, completed, failed, responseMsSum } = requests.totals
  return {
    arrived: forgotten.arrived + arrived,
    completed: forgotten.completed + completed,
    failed: forgotten.failed + failed,
    attempts: forgotten.attempts + attempts.reduce((sum, ofLink) => sum + ofLink, 0),
    responseMsSum: forgotten.responseMsSum + responseMsSum,
  }
}

/** Schedules the end of each interval of the series. */
function planSpans(run: Run, durationMs: number): void {
  const { series } = run
  const { spanMs } = series
  const byNode = Array.from({ length: series.nodes }, (_, node) =>
    run.stations.filter(({ model }) => model.node === node),
  )
  const before = byNode.map(() => ({ inSystem: 0, busy: 0 }))
  const note = (now: number) => {
    series.note(totalsOf(run))
    run.messages.note()
    for (const [node, stations] of byNode.entries()) {
      const sum = (of: (station: Station) => number) => stations.reduce((total, station) => total + of(station), 0)
      const inSystem = sum((station) => station.inSystem.sinceStart(now))
      const busy = sum((station) => station.working.sinceStart(now))
      const then = before[node]!
      series.noteNode(node, {
        inSystem: (inSystem - then.inSystem) / spanMs,
        busy: (busy - then.busy) / spanMs,
        instances: sum(({ instances }) => instances.count),
      })
      before[node] = { inSystem, busy }
    }
    if (byNode.length > 0) for (const link of run.links) series.noteLink(link.index, link.poolQueue.count)
  }
  if (spanMs <= durationMs) run.repeat(spanMs, spanMs, note)
}

function outcomeOf(run: Run, head: Pick<RunOutcome, 'seed' | 'measuredMs' | 'endedEarly' | 'events'>): RunOutcome {
  const { requests } = run
  return {
    ...head,
    requests: requests.all,
    byClient: requests.byClient,
    byClass: requests.byClass,
    nodes: nodeOutcomes(run, head.measuredMs),
    links: linkOutcomes(run, head.measuredMs),
    messages: run.messages.all?.toOutcome(run.now, head.measuredMs) ?? null,
    series: run.series.toSeries(),
    slowest: requests.slowest,
    traces: run.tracer?.done ?? [],
  }
}
