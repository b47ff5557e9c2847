import type { Rate, Retry } from '../model.ts'
import { retryWaitMs } from '../rules/retry-waits.ts'
import { FLAG, NONE } from './call-records.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { Source } from './source.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND

/** Schedules the first arrivals of all sources. */
export function startSources(run: Run, end: number): void {
  for (const source of run.sources) {
    const { model } = source
    if (source.isClosed) {
      for (let user = 0; user < model.users; user += 1) think(run, source, source.firstUser + user)
    } else {
      planArrival(run, source, end)
    }
    for (const { link, perSecond, lineMs, bytes } of model.chatter)
      planChatter(run, { link, perSecond, lineMs, bytes, source })
  }
}

/** An open arrival; schedules the next one. */
export function arrival(run: Run, index: number, end: number): Next {
  const source = run.sources[index]!
  // The rate has changed since this was scheduled.
  if (source.arrivals.dueAt !== run.now) return K.none
  const kind = source.kindAt(run.streams, run.now)
  planArrival(run, source, end)
  const user = run.asksForUsers ? source.users.drawn(run.streams.uniform(source.userStream), kind) : 0
  return begin(run, source, user, kind)
}

/** The request of a closed user after its think time. */
export function thought(run: Run, user: number): Next {
  return begin(run, run.sources[run.sourceOfUser[user]!]!, user, 0)
}

function planArrival(run: Run, source: Source, end: number): void {
  source.arrivals.next(run.now, end)
  schedule(run, source, end)
}

function schedule({ events }: Run, { arrivals, index }: Source, end: number): void {
  events.when[0] = arrivals.dueAt
  if (events.when[0] <= end) events.add(K.arrival, -1 - index, 0)
}

/** Gives a source another rate from now on: its next request comes sooner or later. */
export function changeRate(run: Run, source: Source, { rate, end }: { rate: Rate; end: number }): void {
  const { arrivals } = source
  const before = arrivals.dueAt
  arrivals.setRate(rate, run.now, end)
  if (arrivals.dueAt !== before) schedule(run, source, end)
}

function begin(run: Run, source: Source, user: number, kind: number): Next {
  const { records } = run
  const requestClass = source.classOf(run.streams, kind)
  const record = records.take()
  records.mark(record, F.root)
  records.setClass(record, requestClass)
  records.setUser(record, user)
  records.setLink(record, NONE)
  // A root record has its source in the field of a call's link.
  records.setCallLink(record, source.index)
  records.setCalledAt(record, run.now)
  records.setSerial(record, run.serial)
  run.serial += 1
  run.requests.begin(source.index, requestClass)
  if (run.tracer !== null) run.tracer.began(record, source.model.node, run.now)
  run.record = record
  if (source.hasLocalWork) return workLocally(run, source, record, requestClass)
  return K.advance
}

/** Work on the device, which may have the answer in its own cache. */
function workLocally(run: Run, { model, classStream }: Source, record: number, requestClass: number): Next {
  const hitRate = model.localHitRate[requestClass]!
  const isHit = hitRate > 0 && run.streams.uniform(classStream) < hitRate
  if (model.localMs === 0) return isHit ? K.requestDone : K.advance
  run.later(run.events.fifoOf(model.localMs), model.localMs, isHit ? K.requestDone : K.advance, record)
  return K.none
}

/** Completes a request. */
export function requestDone(run: Run, record: number): Next {
  const { records, now } = run
  const responseMs = now - records.calledAtOf(record)
  run.requests.complete(records.callLinkOf(record), records.classOf(record), records.serialOf(record), responseMs)
  if (!run.fetches.isEmpty) run.fetches.end(record, NONE, true)
  if (run.tracer !== null) run.tracer.ended(record, now, null)
  end(run, record)
  return K.none
}

/** Fails a request, unless its client retries it. */
export function requestFailed(run: Run, record: number): Next {
  const { records } = run
  const source = run.sources[records.callLinkOf(record)]!
  const { retry } = source.model
  const attempt = records.triesOf(record)
  if (retry !== null && attempt < retry.waitsMs.length) {
    again(run, source, record, { retry, attempt })
    return K.none
  }
  run.requests.fail(source.index, records.classOf(record), records.reasonOf(record))
  if (run.tracer !== null) run.tracer.ended(record, run.now, run.requests.reasons[records.reasonOf(record)] ?? null)
  end(run, record)
  return K.none
}

function again(run: Run, source: Source, record: number, { retry, attempt }: { retry: Retry; attempt: number }): void {
  const { records, streams } = run
  const uniform = retry.jitter === 'none' ? 0 : streams.uniform(source.userStream)
  records.setTries(record, attempt + 1)
  records.setLink(record, NONE)
  records.setStep(record, 0)
  records.keepOnly(record, F.root)
  run.later(NONE, retryWaitMs(retry, attempt, uniform, retry.waitsMs[attempt - 1] ?? 0), K.advance, record)
}

function end(run: Run, record: number): void {
  const user = run.records.userOf(record)
  const client = run.records.callLinkOf(record)
  run.records.giveBack(record)
  const mayBeClosed = run.sourceOfUser.length > 0
  if (mayBeClosed && run.sources[client]!.isClosed) think(run, run.sources[client]!, user)
}

function think(run: Run, source: Source, user: number): void {
  const { thinkMs } = source.model
  const ms = thinkMs > 0 ? thinkMs * run.streams.exponential(source.arrivalStream) : 0
  run.events.at(run.now + ms, K.thought, -1 - user, 0)
}

interface Chatter {
  readonly link: number
  readonly perSecond: number
  readonly lineMs: number
  readonly bytes: number
  readonly source: Source
}

/** Schedules messages beside the requests: they only use bandwidth. */
function planChatter(run: Run, { link: index, perSecond, lineMs, bytes, source }: Chatter): void {
  const link = run.links[index]
  if (link === undefined || perSecond <= 0) return
  const next = () => run.now + (1000 / perSecond) * run.streams.exponential(source.userStream)
  const send = () => {
    link.requestLine.carry(run.now, lineMs)
    link.otherBytes += bytes
    run.events.at(next(), K.control, -number, 0)
  }
  const number = run.controls.push(send)
  run.events.at(next(), K.control, -number, 0)
}
