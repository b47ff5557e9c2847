import { EVENT_FAILURES } from '../failure-reasons.ts'
import { retryWaitMs } from '../rules/retry-waits.ts'
import { chooseLink } from './choosing.ts'
import { responseMs, send } from './crossing.ts'
import { FLAG, NONE, STATE } from './frames.ts'
import type { Link } from './link.ts'
import type { Place, RunningStep } from './place.ts'
import { closeLink, leavePoolQueue, openingMs, releasePlace, takePlace } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { arrive, dropQueued, fail, failFrame, hold, leave, stopServing } from './visits.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND
const S = STATE

/** A visit goes on with its next step, or is done. */
export function advance(run: Run, frame: number): Next {
  const { frames } = run
  const place = placeOf(run, frame)
  const program = place.program[frames.classOf(frame)]!
  for (let index = frames.stepOf(frame); index < program.length; index += 1) {
    const step = program[index]!
    if (step.unlessHit && frames.has(frame, F.hit | F.askedHit)) continue
    frames.setStep(frame, index)
    if (step.copies) {
      if (sendCopies(run, frame, step)) return K.none
      continue
    }
    const link = place.isOnCircle ? chooseOffPath(run, place, step, frame) : chooseLink(run, place, step, frame)
    if (link === null) continue
    if (link === undefined) return fail(run, frame, EVENT_FAILURES.noTarget)
    if (step.inBackground) {
      call(run, childOf(run, NONE, frame), link)
      continue
    }
    if (link.holds) hold(run, frame)
    else leave(run, frame, false)
    if (link.isPlain && index === program.length - 1 && !place.isOnCircle) return move(run, frame, link)
    frames.setPending(frame, 0)
    run.frame = childOf(run, frame, frame)
    return begin(run, run.frame, link)
  }
  return finish(run, frame)
}

/** Sends a copy to every target that is not on the path; tells whether there was one to wait for. */
function sendCopies(run: Run, frame: number, { links }: RunningStep): boolean {
  const { frames } = run
  const targets = links.filter((link) => !isOnPath(run, frame, link.target))
  if (targets.length === 0) return false
  if (targets.some(({ holds }) => holds)) hold(run, frame)
  else leave(run, frame, false)
  frames.setPending(frame, targets.length)
  frames.unmark(frame, F.spoiled)
  for (const link of targets) call(run, childOf(run, frame, frame), link)
  return true
}

/** Null where every way leads back to a node on the path. */
function chooseOffPath(run: Run, place: Place, step: RunningStep, frame: number): Link | undefined | null {
  const links = step.links.filter((link) => !isOnPath(run, frame, link.target))
  if (links.length === step.links.length) return chooseLink(run, place, step, frame)
  if (links.length === 0) return null
  return links[Math.floor(run.streams.uniform(place.stream) * links.length)]
}

function isOnPath(run: Run, frame: number, node: number): boolean {
  for (let visit = frame; visit !== NONE; visit = run.frames.callerOf(visit)) {
    if (placeOf(run, visit).index === node) return true
  }
  return false
}

/** Where a visit is: at the target of the link that it came by; a request that has gone nowhere, at its client. */
function placeOf(run: Run, frame: number): Place {
  const link = run.frames.linkOf(frame)
  const node = link === NONE ? run.sources[run.frames.callLinkOf(frame)]!.model.node : run.links[link]!.target
  return run.places[node]!
}

/** A frame for a call in the name of `model`'s request. */
function childOf(run: Run, parent: number, model: number): number {
  const { frames } = run
  const child = frames.take()
  frames.setCaller(child, parent)
  frames.setClass(child, frames.classOf(model))
  frames.setUser(child, frames.userOf(model))
  frames.setSerial(child, frames.serialOf(model))
  return child
}

/** The visit's own frame goes on over a link that nothing has to be remembered of. */
function move(run: Run, frame: number, link: Link): Next {
  run.frames.setLink(frame, link.index)
  link.attempts += 1
  link.unsent += 1
  if (run.tracer !== null) run.tracer.called(frame, NONE, link.index, run.now)
  const refusal = link.isLimited ? link.refusal(run.now) : null
  return refusal === null ? send(run, frame, link) : refuse(run, frame, link, refusal)
}

/** Begins a call in a frame of its own. */
function call(run: Run, frame: number, link: Link): void {
  const next = begin(run, frame, link)
  if (next !== K.none) run.soon(next, frame)
}

/** Breaker, what the sender kept, limits, a place in the pool; then it is sent. */
function begin(run: Run, frame: number, link: Link): Next {
  const { frames, now } = run
  frames.setLink(frame, link.index)
  frames.setCallLink(frame, link.index)
  frames.setCalledAt(frame, now)
  link.attempts += 1
  link.unsent += 1
  if (run.tracer !== null) run.tracer.called(frame, frames.callerOf(frame), link.index, now)
  if (link.isKept(run.streams, frames.classOf(frame))) return K.replied
  if (link.timeoutLane >= 0) run.queue.after(link.timeoutLane, K.timeout, frame, frames.generationOf(frame))
  if (link.breaker !== null) {
    const isAllowed = link.breaker.allows(now)
    link.noteBreaker(now)
    if (!isAllowed) {
      frames.mark(frame, F.spoiled)
      return refuseUnsent(run, frame, link, EVENT_FAILURES.breakerOpen)
    }
  }
  const refusal = link.isLimited ? link.refusal(now) : null
  if (refusal !== null) return refuseUnsent(run, frame, link, refusal)
  const { pool } = link.model
  return pool === null || pool.isAtTarget ? send(run, frame, link) : askForPlace(run, frame, link)
}

/** A call goes on once it has a place in the pool, or is refused. */
function askForPlace(run: Run, frame: number, link: Link): Next {
  const outcome = takePlace(run, frame, link)
  if (outcome === 'taken') return placeTaken(run, frame)
  if (outcome === 'waits') return K.none
  closeLink(run, frame)
  const hasQueue = link.model.pool !== null && link.model.pool.queue > 0
  const reason = hasQueue ? EVENT_FAILURES.queueFull : EVENT_FAILURES.connectionRefused
  return link.takesPlaceThere ? refuse(run, frame, link, reason) : refuseUnsent(run, frame, link, reason)
}

/** A call has a place in the pool: it is sent, or, at a broker, taken on. */
export function placeTaken(run: Run, frame: number): Next {
  const link = run.links[run.frames.callLinkOf(frame)]!
  return link.model.pool?.isAtTarget ? arrive(run, frame) : send(run, frame, link, openingMs(link))
}

/** A call has come to its target, or to the broker in front of it. */
export function come(run: Run, frame: number): Next {
  const link = run.links[run.frames.linkOf(frame)]!
  return link.takesPlaceThere ? askForPlace(run, frame, link) : arrive(run, frame)
}

function refuse(run: Run, frame: number, link: Link, reason: string): Next {
  return failFrame(run, frame, noteRefusal(run, link, reason))
}

/** A call that its sender may not make fails at once: nothing was on its way. */
function refuseUnsent(run: Run, frame: number, link: Link, reason: string): Next {
  run.frames.setReason(frame, noteRefusal(run, link, reason))
  return K.callFailed
}

function noteRefusal(run: Run, link: Link, reason: string): number {
  const code = run.requests.codeOf(reason)
  link.refused[code] = (link.refused[code] ?? 0) + 1
  return code
}

/** All steps are done: the visit ends. */
function finish(run: Run, frame: number): Next {
  leave(run, frame, false)
  return finishCall(run, frame)
}

/** A visit has left its station: its caller gets the answer. */
export function finishCall(run: Run, frame: number): Next {
  const { frames } = run
  if (frames.has(frame, F.root)) return K.requestDone
  const link = run.links[frames.callLinkOf(frame)]!
  if (!link.model.replies) return K.replied
  const ms = responseMs(run, link)
  if (ms === 0) return K.replied
  run.later(link.backLane, ms, K.replied, frame)
  return K.none
}

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
  link.retries += 1
  run.later(link.retryLanes[tries] ?? NONE, ms, K.retry, frame)
  return true
}

/** Calls again, unless nobody waits for it any more. */
export function retry(run: Run, frame: number): Next {
  if (run.frames.callerOf(frame) !== NONE) return begin(run, frame, run.links[run.frames.callLinkOf(frame)]!)
  run.frames.giveBack(frame)
  return K.none
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
