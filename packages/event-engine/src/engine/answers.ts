import { EVENT_FAILURES } from '../failure-reasons.ts'
import { retryWaitMs } from '../rules/retry-waits.ts'
import { begin, childOf, placeOf } from './calls.ts'
import { FLAG, NONE, STATE } from './frames.ts'
import type { Link } from './link.ts'
import { closeLink, leavePoolQueue, releasePlace } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { dropQueued, fail, leave, stopServing } from './visits.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND
const S = STATE

/** A call is answered. */
export function reply(run: Run, frame: number): Next {
  const { frames } = run
  const link = run.links[frames.callLinkOf(frame)]!
  const parent = frames.callerOf(frame)
  if (parent !== NONE) {
    link.succeeded += 1
    if (link.notesOutcomes) noteOutcome(run, link, true)
    // Only what the target itself found is an answer; what it asked others for is its own matter.
    if (frames.has(frame, F.hit)) frames.mark(parent, F.askedHit)
  }
  if (run.tracer !== null) run.tracer.replied(frame, run.now, null)
  endCall(run, frame, link)
  if (parent === NONE) return K.none
  if (frames.pendingOf(parent) > 0) return copyDone(run, parent)
  frames.setStep(parent, frames.stepOf(parent) + 1)
  run.frame = parent
  return K.advance
}

/** A call has failed: it is made again, or another one instead, or its caller fails. */
export function callFailed(run: Run, frame: number): Next {
  const { frames } = run
  closeLink(run, frame)
  const link = run.links[frames.callLinkOf(frame)]!
  const parent = frames.callerOf(frame)
  const code = frames.reasonOf(frame)
  if (parent !== NONE) {
    link.failed += 1
    const wasLetThrough = !frames.has(frame, F.spoiled)
    if (wasLetThrough && link.notesOutcomes) noteOutcome(run, link, false)
  }
  if (run.tracer !== null) run.tracer.replied(frame, run.now, run.requests.reasons[code] ?? null)
  const tries = frames.triesOf(frame)
  endCall(run, frame, link)
  return parent === NONE ? K.none : afterFailure(run, parent, link, { code, tries })
}

/** A caller has waited for too long: it goes on without the call, which may go on without it. */
export function timeOut(run: Run, frame: number): Next {
  const { frames, now } = run
  const link = run.links[frames.callLinkOf(frame)]!
  const parent = frames.callerOf(frame)
  if (parent === NONE) return K.none
  const code = run.requests.codeOf(EVENT_FAILURES.timeout)
  link.timedOut += 1
  link.failed += 1
  if (link.notesOutcomes) noteOutcome(run, link, false)
  const tries = frames.triesOf(frame)
  frames.setCaller(frame, NONE)
  if (run.tracer !== null) run.tracer.replied(frame, now, EVENT_FAILURES.timeout)
  if (frames.stateOf(frame) === S.pooled) leavePoolQueue(run, frame, link)
  else {
    releasePlace(run, frame, link)
    if (link.model.cancelsOnTimeout) cancel(run, frame)
    else if (frames.stateOf(frame) === S.lost) frames.giveBack(frame)
  }
  return afterFailure(run, parent, link, { code, tries })
}

/** Takes a call that nobody waits for out of where it is. What it has called itself goes on. */
function cancel(run: Run, frame: number): void {
  const { frames } = run
  const station = run.stations[frames.stationOf(frame)]
  const state = frames.stateOf(frame)
  if (state === S.queued && station) {
    station.failed += 1
    station.noteResponse(run.now - frames.arrivedAtOf(frame))
    dropQueued(run, station, frame)
    return
  }
  if (state === S.serving && station) stopServing(run, frame, station)
  leave(run, frame, true)
  frames.giveBack(frame)
}

interface Failure {
  /** Its reason. */
  readonly code: number
  /** Tries of the call before the one that failed. */
  readonly tries: number
}

function afterFailure(run: Run, parent: number, link: Link, { code, tries }: Failure): Next {
  const { frames } = run
  if (willTryAgain(run, parent, link, tries)) return K.none
  if (frames.pendingOf(parent) > 0) {
    frames.mark(parent, F.spoiled)
    frames.setReason(parent, code)
    return copyDone(run, parent)
  }
  run.frame = parent
  const other = link.model.failsOver ? nextOfStep(run, parent, link) : undefined
  if (other === undefined) return fail(run, parent, run.requests.reasons[code]!)
  run.frame = childOf(run, parent, parent)
  return begin(run, run.frame, other)
}

/** Plans another try of a call, if its link and the budget of retries allow one. */
function willTryAgain(run: Run, parent: number, link: Link, tries: number): boolean {
  const { retry } = link.model
  if (retry === null || tries >= retry.waitsMs.length || !link.mayRetry(run.model.retryBudget)) return false
  const uniform = retry.jitter === 'none' ? 0 : run.streams.uniform(link.stream)
  const ms = retryWaitMs(retry, tries, uniform, retry.waitsMs[tries - 1] ?? 0)
  const frame = childOf(run, parent, parent)
  run.frames.setCallLink(frame, link.index)
  run.frames.setTries(frame, tries + 1)
  run.later(link.retryLanes[tries] ?? NONE, ms, K.retry, frame)
  return true
}

/** Calls again, unless nobody waits for it any more. */
export function retry(run: Run, frame: number): Next {
  if (run.frames.callerOf(frame) === NONE) {
    run.frames.giveBack(frame)
    return K.none
  }
  const link = run.links[run.frames.callLinkOf(frame)]!
  link.retries += 1
  return begin(run, frame, link)
}

/** The link after this one in its step; undefined after the last. */
function nextOfStep(run: Run, parent: number, link: Link): Link | undefined {
  const { frames } = run
  const program = placeOf(run, parent).program[frames.classOf(parent)]!
  const links = program[frames.stepOf(parent)]?.links ?? []
  return links[links.indexOf(link) + 1]
}

function copyDone(run: Run, parent: number): Next {
  const { frames } = run
  const pending = frames.pendingOf(parent) - 1
  frames.setPending(parent, pending)
  if (pending > 0) return K.none
  run.frame = parent
  if (frames.has(parent, F.spoiled)) {
    return fail(run, parent, run.requests.reasons[frames.reasonOf(parent)]!)
  }
  frames.setStep(parent, frames.stepOf(parent) + 1)
  return K.advance
}

function noteOutcome(run: Run, link: Link, isSuccess: boolean): void {
  if (link.breaker !== null) {
    link.breaker.record(!isSuccess, run.now)
    link.noteBreaker(run.now)
  }
  run.places[link.model.source]!.noteOutcome(link, isSuccess, run.now)
}

function endCall(run: Run, frame: number, link: Link): void {
  releasePlace(run, frame, link)
  // One that stands in a queue still is given back when the queue comes to it.
  if (run.frames.stateOf(frame) === S.dropped) run.frames.setCaller(frame, NONE)
  else run.frames.giveBack(frame)
}
