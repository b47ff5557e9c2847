import { EVENT_FAILURES } from '../failure-reasons.ts'
import { retryWaitMs } from '../rules/retry-waits.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import { begin, childOf, nodeOf } from './calls.ts'
import type { Link } from './link.ts'
import { closeLink, leavePoolQueue, releasePoolSlot } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { dropQueued, fail, leave, stopServing } from './visits.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE

/** The caller gets the response of a call. */
export function reply(run: Run, record: number): Next {
  const { records } = run
  const link = run.links[records.callLinkOf(record)]!
  const parent = records.callerOf(record)
  if (parent !== NONE) {
    link.succeeded += 1
    if (link.notesOutcomes) noteOutcome(run, link, true)
    // Only a hit of the target itself counts for the caller, not one of a node behind it.
    if (records.has(record, F.hit)) records.mark(parent, F.askedHit)
  }
  if (run.tracer !== null) run.tracer.replied(record, run.now, null)
  endCall(run, record, link)
  if (parent === NONE) return K.none
  if (records.pendingOf(parent) > 0) return copyDone(run, parent)
  records.setStep(parent, records.stepOf(parent) + 1)
  run.record = parent
  return K.advance
}

/** A call has failed: retry, failover, or failure of the caller. */
export function callFailed(run: Run, record: number): Next {
  const { records } = run
  closeLink(run, record)
  const link = run.links[records.callLinkOf(record)]!
  const parent = records.callerOf(record)
  const code = records.reasonOf(record)
  if (parent !== NONE) {
    link.failed += 1
    const wasLetThrough = !records.has(record, F.spoiled)
    if (wasLetThrough && link.notesOutcomes) noteOutcome(run, link, false)
  }
  if (run.tracer !== null) run.tracer.replied(record, run.now, run.requests.reasons[code] ?? null)
  const tries = records.triesOf(record)
  endCall(run, record, link)
  return parent === NONE ? K.none : afterFailure(run, parent, link, { code, tries })
}

/** A call times out: its caller continues; the call may continue, too. */
export function timeOut(run: Run, record: number): Next {
  const { records, now } = run
  const link = run.links[records.callLinkOf(record)]!
  const parent = records.callerOf(record)
  if (parent === NONE) return K.none
  const code = run.requests.codeOf(EVENT_FAILURES.timeout)
  link.timedOut += 1
  link.failed += 1
  if (link.notesOutcomes) noteOutcome(run, link, false)
  const tries = records.triesOf(record)
  records.setCaller(record, NONE)
  if (run.tracer !== null) run.tracer.replied(record, now, EVENT_FAILURES.timeout)
  if (records.stateOf(record) === S.pooled) leavePoolQueue(run, record, link)
  else {
    releasePoolSlot(run, record, link)
    if (link.model.cancelsOnTimeout) cancel(run, record)
    else if (records.stateOf(record) === S.lost) records.giveBack(record)
  }
  return afterFailure(run, parent, link, { code, tries })
}

/** Cancels a call that has timed out. The calls that it made continue. */
function cancel(run: Run, record: number): void {
  const { records } = run
  const station = run.stations[records.stationOf(record)]
  const state = records.stateOf(record)
  if (state === S.queued && station) {
    station.failed += 1
    station.noteResponse(run.now - records.arrivedAtOf(record))
    dropQueued(run, station, record)
    return
  }
  if (state === S.serving && station) stopServing(run, record, station)
  leave(run, record, true)
  records.giveBack(record)
}

interface Failure {
  /** Code of the reason. */
  readonly code: number
  /** Tries of the call before the one that failed. */
  readonly tries: number
}

function afterFailure(run: Run, parent: number, link: Link, { code, tries }: Failure): Next {
  const { records } = run
  if (willTryAgain(run, parent, link, tries)) return K.none
  if (records.pendingOf(parent) > 0) {
    records.mark(parent, F.spoiled)
    records.setReason(parent, code)
    return copyDone(run, parent)
  }
  run.record = parent
  const other = link.model.failsOver ? nextOfStep(run, parent, link) : undefined
  if (other === undefined) return fail(run, parent, run.requests.reasons[code]!)
  run.record = childOf(run, parent, parent)
  return begin(run, run.record, other)
}

/** Schedules a retry, if the link and the retry budget allow one. */
function willTryAgain(run: Run, parent: number, link: Link, tries: number): boolean {
  const { retry } = link.model
  if (retry === null || tries >= retry.waitsMs.length || !link.mayRetry(run.model.retryBudget)) return false
  const uniform = retry.jitter === 'none' ? 0 : run.streams.uniform(link.stream)
  const ms = retryWaitMs(retry, tries, uniform, retry.waitsMs[tries - 1] ?? 0)
  const record = childOf(run, parent, parent)
  run.records.setCallLink(record, link.index)
  run.records.setTries(record, tries + 1)
  run.later(link.retryFifos[tries] ?? NONE, ms, K.retry, record)
  return true
}

/** Retries a call, unless its caller is gone. */
export function retry(run: Run, record: number): Next {
  if (run.records.callerOf(record) === NONE) {
    run.records.giveBack(record)
    return K.none
  }
  const link = run.links[run.records.callLinkOf(record)]!
  link.retries += 1
  return begin(run, record, link)
}

/** The next link of the step; undefined after the last. */
function nextOfStep(run: Run, parent: number, link: Link): Link | undefined {
  const { records } = run
  const program = nodeOf(run, parent).program[records.classOf(parent)]!
  const links = program[records.stepOf(parent)]?.links ?? []
  return links[links.indexOf(link) + 1]
}

function copyDone(run: Run, parent: number): Next {
  const { records } = run
  const pending = records.pendingOf(parent) - 1
  records.setPending(parent, pending)
  if (pending > 0) return K.none
  run.record = parent
  if (records.has(parent, F.spoiled)) {
    return fail(run, parent, run.requests.reasons[records.reasonOf(parent)]!)
  }
  records.setStep(parent, records.stepOf(parent) + 1)
  return K.advance
}

function noteOutcome(run: Run, link: Link, isSuccess: boolean): void {
  if (link.breaker !== null) {
    link.breaker.record(!isSuccess, run.now)
    link.noteBreaker(run.now)
  }
  run.nodes[link.model.source]!.noteOutcome(link, isSuccess, run.now)
}

function endCall(run: Run, record: number, link: Link): void {
  releasePoolSlot(run, record, link)
  // One that is still in a queue is freed when the queue reaches it.
  if (run.records.stateOf(record) === S.dropped) run.records.setCaller(record, NONE)
  else run.records.giveBack(record)
}
