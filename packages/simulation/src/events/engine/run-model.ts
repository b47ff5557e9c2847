import { Requests } from '../measure/requests.ts'
import { SeriesMeter } from '../measure/series.ts'
import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { advance, callFailed, reply, retry, timeOut } from './calls.ts'
import { planControls } from './control.ts'
import { Link } from './link.ts'
import { linkOutcomes, nodeOutcomes } from './measured-parts.ts'
import { Place } from './place.ts'
import { expireInPool, freePlace } from './pooling.ts'
import { KIND, Run } from './run.ts'
import { arrival, requestDone, requestFailed, Source, startSources, thought } from './source.ts'
import { Station } from './station.ts'
import { Streams } from './streams.ts'
import { Tracer } from './tracer.ts'
import { arrive, expire, serve, serveShared } from './visits.ts'

export interface RunOptions {
  readonly seed: number
  readonly durationMs: number
  /** At the beginning, counted in no figure but the series. */
  readonly warmUpMs: number
  /** Length of the spans of the series; without it a second, or a thousandth of a longer run. */
  readonly spanMs?: number
  /** Numbers of the requests whose ways are wanted. */
  readonly trace?: ReadonlySet<number>
  /** The run ends early at so many. */
  readonly maxEvents?: number
  readonly maxInFlight?: number
  /** Hears the simulated share now and then. */
  readonly onProgress?: (share: number) => void
}

/** Beyond these no response times are kept by node, and no series by node and link. */
const MOST_RECORDED = 500
const LIMITS = { events: 2e9, inFlight: 2_000_000, spans: 1000, shortestSpanMs: 1000 } as const
/** Events between two looks at the limits. */
const LOOK_EVERY = 0x10000

/** Runs a model once: the same model and options give the same outcome. */
export function runModel(model: Model, options: RunOptions): RunOutcome {
  const { seed, durationMs, warmUpMs, maxEvents = LIMITS.events, maxInFlight = LIMITS.inFlight } = options
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
    if (events >= maxEvents) endedEarly = 'too many events'
    else if (run.frames.inUse > maxInFlight) endedEarly = 'too many in flight'
    options.onProgress?.(run.now / durationMs)
  }
  if (endedEarly === null) run.now = durationMs
  return outcomeOf(run, { seed, measuredMs: Math.max(0, run.now - warmUpMs), endedEarly, events })
}

/** Lets up to `most` events happen; tells how many there were. */
function work(run: Run, end: number, most: number): number {
  const { agenda, queue, frames } = run
  let steps = 0
  for (; steps < most; steps += 1) {
    let kind: number
    let frame: number
    if (agenda.length > 0) {
      agenda.take()
      kind = agenda.kind
      frame = agenda.frame
    } else {
      if (!queue.next(end)) break
      run.now = queue.time
      kind = queue.kind
      frame = queue.frame
      if (frame >= 0 && frames.generation[frame]! !== queue.generation) continue
    }
    switch (kind) {
      case KIND.advance:
        advance(run, frame)
        break
      case KIND.arrive:
        arrive(run, frame)
        break
      case KIND.served:
        serve(run, frame)
        break
      case KIND.replied:
        reply(run, frame)
        break
      case KIND.requestDone:
        requestDone(run, frame)
        break
      case KIND.arrival:
        arrival(run, -1 - frame, end)
        break
      case KIND.sharedServed:
        serveShared(run, -1 - frame)
        break
      case KIND.thought:
        thought(run, -1 - frame)
        break
      case KIND.callFailed:
        callFailed(run, frame)
        break
      case KIND.requestFailed:
        requestFailed(run, frame)
        break
      case KIND.timeout:
        timeOut(run, frame)
        break
      case KIND.retry:
        retry(run, frame)
        break
      case KIND.expiry:
        expire(run, frame)
        break
      case KIND.poolExpiry:
        expireInPool(run, frame)
        break
      case KIND.poolRelease:
        freePlace(run, -1 - frame)
        break
      case KIND.control:
        run.controls[-1 - frame]!(run.now)
        break
    }
  }
  return steps
}

function makeRun(model: Model, { seed, durationMs, trace, spanMs }: RunOptions): Run {
  const streams = new Streams(seed)
  const isRecorded = model.nodes.length <= MOST_RECORDED
  const run = new Run({
    model,
    streams,
    requests: new Requests(model.sources.length),
    series: new SeriesMeter({
      spanMs: spanMs ?? Math.max(LIMITS.shortestSpanMs, durationMs / LIMITS.spans),
      durationMs,
      nodes: isRecorded ? model.nodes.length : 0,
      links: isRecorded ? model.links.length : 0,
    }),
  })
  const laneOf = (delay: number) => run.queue.laneOf(delay)
  run.links = model.links.map((link, index) => new Link(link, index, { streams, laneOf }))
  run.stations = model.stations.map((station, index) => new Station(station, index, { streams, isRecorded, laneOf }))
  run.places = model.nodes.map((node, index) => new Place(node, index, { streams, links: run.links }))
  run.asksForUsers = model.nodes.some(({ balancing }) => balancing.by === 'user' || balancing.by === 'session')
  addSources(run)
  if (trace) run.tracer = new Tracer({ frames: run.frames, links: run.links, wanted: trace })
  return run
}

function addSources(run: Run): void {
  let users = 0
  run.sources = run.model.sources.map((source, index) => {
    const firstUser = users
    if (source.arrivals === 'closed') users += source.users
    return new Source(source, index, { streams: run.streams, id: run.model.nodes[source.node]!.id, firstUser })
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
  for (const station of run.stations) station.reset(run.now)
  for (const link of run.links) link.reset(run.now)
  for (const place of run.places) {
    place.takeDownMs(run.now)
    place.rejected = 0
  }
  run.requests.reset()
}

/** Notes at the end of each span what its time means were. */
function planSpans(run: Run, durationMs: number): void {
  const { series } = run
  if (series.nodes === 0) return
  const byNode = run.model.nodes.map((_, node) => run.stations.filter(({ model }) => model.node === node))
  const areas = (stations: readonly Station[]) => ({
    inSystem: stations.reduce((sum, station) => sum + station.presenceSinceStart(run.now), 0),
    busy: stations.reduce((sum, station) => sum + station.workSinceStart(run.now), 0),
  })
  const before = byNode.map(() => ({ inSystem: 0, busy: 0 }))
  const { spanMs } = series
  const note = () => {
    for (const [node, stations] of byNode.entries()) {
      const { inSystem, busy } = areas(stations)
      const then = before[node]!
      series.noteNode(node, {
        inSystem: (inSystem - then.inSystem) / spanMs,
        busy: (busy - then.busy) / spanMs,
        instances: stations.reduce((sum, { instances }) => sum + instances, 0),
      })
      before[node] = { inSystem, busy }
    }
    for (const link of run.links) series.noteLink(link.index, link.poolQueue)
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
    series: run.series.toSeries(),
    slowest: requests.slowest,
    traces: run.tracer?.done ?? [],
  }
}
