import type { Retry } from '../model.ts'
import { READ } from '../rules/kept-by-users.ts'
import { retryWaitMs } from '../rules/retry-waits.ts'
import { type CallRecords, FLAG, NONE } from './call-records.ts'
import { DOING } from './closed-users.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { Source } from './source.ts'
import type { Watcher } from './watcher.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND

/** Schedules the first arrivals of all sources. */
export function startSources(run: Run, end: number): void {
  for (const source of run.sources) startSource(run, source, end)
}

export function startSource(run: Run, source: Source, end: number): void {
  if (source.isClosed) letThink(run, source)
  else planArrival(run, source, end)
  startBackgroundTraffic(run, source)
}

/** Lets the users of a source begin to think who do nothing. */
export function letThink(run: Run, source: Source): void {
  const { closedUsers } = run
  for (const user of closedUsers.of(source.index))
    if (closedUsers.rankOf[user]! < source.model.users && closedUsers.doing[user] === DOING.nothing)
      think(run, source, user)
}

export function startBackgroundTraffic(run: Run, source: Source): void {
  const { backgroundTraffic } = source.model
  for (const { link, perSecond, lineMs, bytes } of backgroundTraffic)
    planBackgroundTraffic(run, {
      link,
      perSecond,
      lineMs,
      bytes,
      source,
      goesOn: () => source.model.backgroundTraffic === backgroundTraffic,
    })
}

/** An open arrival; schedules the next one. */
export function arrival(run: Run, index: number, end: number): Next {
  const source = run.sources[index]!
  // Another one was planned instead.
  if (run.events.generation !== source.arrivalNumber) return K.none
  const kind = source.kindAt(run.streams, run.now)
  planArrival(run, source, end)
  const user = run.asksForUsers ? source.users.drawn(run.streams.uniform(source.userStream), kind) : 0
  return begin(run, source, user, kind)
}

/** The request of a closed user after its think time. */
export function thought(run: Run, user: number): Next {
  const { closedUsers } = run
  if (run.events.generation !== closedUsers.thoughtOf[user]) return K.none
  closedUsers.doing[user] = DOING.asking
  return begin(run, run.sources[closedUsers.sourceOf[user]!]!, user, 0)
}

/** Draws the next arrival. */
export function planArrival(run: Run, source: Source, end: number): void {
  source.arrivals.next(run.now, end)
  schedule(run, source, end)
}

/** Only what was scheduled last counts. */
function schedule({ events }: Run, source: Source, end: number): void {
  source.arrivalNumber += 1
  events.when[0] = source.arrivals.dueAt
  if (events.when[0] <= end) events.add(K.arrival, -1 - source.index, source.arrivalNumber)
}

/** Moves the next arrival of a source that has another rate from now on. */
export function changeRate(run: Run, source: Source, end: number): void {
  source.arrivals.setRate(source.rate, run.now, end)
  schedule(run, source, end)
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
  if (run.tracer !== null) run.tracer.began(record, source.model.node)
  run.record = record
  if (source.hasLocalWork) return workLocally(run, source, record, requestClass)
  return K.advance
}

/** Work on the device, which may have the answer in its own cache. */
function workLocally(run: Run, source: Source, record: number, requestClass: number): Next {
  const { model, kept, classStream, index } = source
  const hitRate =
    kept !== null && requestClass === READ ? kept.at(source.readsPerSecond) : model.localHitRate[requestClass]!
  const isHit = hitRate > 0 && run.streams.uniform(classStream) < hitRate
  if (isHit) run.requests.noteKept(index, requestClass)
  if (model.localMs === 0) return isHit ? K.requestDone : K.advance
  run.later(run.events.fifoOf(model.localMs), model.localMs, isHit ? K.requestDone : K.advance, record)
  return K.none
}

/** Completes a request. */
export function requestDone(run: Run, record: number): Next {
  const { records, now } = run
  const responseMs = now - records.calledAtOf(record)
  const isSlow = run.requests.complete(
    records.callLinkOf(record),
    records.classOf(record),
    records.serialOf(record),
    responseMs,
  )
  if (run.watcher !== null) run.watcher.completed(records.serialOf(record), responseMs, records.triesOf(record))
  if (!run.fetches.isEmpty) run.fetches.end(record, NONE, true)
  if (run.tracer !== null) run.tracer.ended(record, { failure: null, isSlow })
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
  if (run.watcher !== null) noteFailed(run.watcher, records, record)
  if (run.tracer !== null) {
    const failure = run.requests.reasons[records.reasonOf(record)] ?? null
    run.tracer.ended(record, { failure, isSlow: false })
  }
  end(run, record)
  return K.none
}

const noteFailed = (watcher: Watcher, records: CallRecords, record: number): void =>
  watcher.failed({
    serial: records.serialOf(record),
    reason: records.reasonOf(record),
    class: records.classOf(record),
    retries: records.triesOf(record),
  })

function again(run: Run, source: Source, record: number, { retry, attempt }: { retry: Retry; attempt: number }): void {
  const { records, streams } = run
  const uniform = retry.jitter === 'none' ? 0 : streams.uniform(source.userStream)
  const waitedMs = attempt === 0 ? undefined : run.waitsBefore.get(record)
  const ms = retryWaitMs(retry, attempt, uniform, waitedMs ?? retry.waitsMs[attempt - 1] ?? 0)
  if (retry.jitter === 'decorrelated') run.waitsBefore.set(record, ms)
  records.setTries(record, attempt + 1)
  records.setLink(record, NONE)
  records.setStep(record, 0)
  records.keepOnly(record, F.root)
  run.later(NONE, ms, K.advance, record)
}

function end(run: Run, record: number): void {
  const user = run.records.userOf(record)
  const client = run.records.callLinkOf(record)
  const calledAt = run.records.calledAtOf(record)
  run.records.giveBack(record)
  const { closedUsers } = run
  const source = run.sources[client]!
  if (closedUsers.count === 0 || !source.isClosed) return
  source.noteResponse(run.now - calledAt)
  run.closedDemand.noteEnd(source, run.sources)
  if (closedUsers.rankOf[user]! < source.model.users) think(run, source, user)
  else closedUsers.doing[user] = DOING.nothing
}

function think(run: Run, source: Source, user: number): void {
  const { thinkMs } = source.model
  const ms = thinkMs > 0 ? thinkMs * run.streams.exponential(source.arrivalStream) : 0
  run.closedUsers.doing[user] = DOING.thinking
  run.events.at(run.now + ms, K.thought, -1 - user, run.closedUsers.thoughtOf[user]!)
}

/** Users who think do nothing from now on. */
export function stopThinking({ closedUsers }: Run, source: Source): void {
  for (const user of closedUsers.of(source.index)) {
    if (closedUsers.doing[user] !== DOING.thinking) continue
    closedUsers.thoughtOf[user]! += 1
    closedUsers.doing[user] = DOING.nothing
  }
}

interface BackgroundTraffic {
  readonly link: number
  readonly perSecond: number
  readonly lineMs: number
  readonly bytes: number
  readonly source: Source
  readonly goesOn: () => boolean
}

/** Schedules messages beside the requests: they only use bandwidth. */
function planBackgroundTraffic(
  run: Run,
  { link: index, perSecond, lineMs, bytes, source, goesOn }: BackgroundTraffic,
): void {
  const link = run.links[index]
  if (link === undefined || perSecond <= 0) return
  const next = () => run.now + (1000 / perSecond) * run.streams.exponential(source.userStream)
  const send = () => {
    if (!goesOn()) return
    link.requestLine.carry(run.now, lineMs)
    link.otherBytes += bytes
    run.events.at(next(), K.control, -number, 0)
  }
  const number = run.controls.push(send)
  run.backgroundTraffic.push({ number, link, perSecond, lineMs, bytes, stream: source.userStream })
  run.events.at(next(), K.control, -number, 0)
}
