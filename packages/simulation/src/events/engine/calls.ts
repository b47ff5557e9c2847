import { EVENT_FAILURES } from '../failure-reasons.ts'
import { retryWaitMs } from '../rules/retry-waits.ts'
import { chooseLink } from './choosing.ts'
import { responseMs, send } from './crossing.ts'
import { NONE, STATE } from './frames.ts'
import type { Link } from './link.ts'
import type { Place, RunningStep } from './place.ts'
import { leavePoolQueue, releasePlace, takePlace } from './pooling.ts'
import { FLAG, KIND, type Run } from './run.ts'
import { closeLink, dropQueued, fail, failFrame, leave, stopServing } from './visits.ts'

/** A visit goes on with its next step, or is done. */
export function advance(run: Run, frame: number): void {
  const { frames } = run
  const place = run.places[frames.node[frame]!]!
  const program = place.program[frames.requestClass[frame]!]!
  for (let index = frames.step[frame]!; index < program.length; index += 1) {
    const step = program[index]!
    if (step.unlessHit && (frames.flags[frame]! & (FLAG.hit | FLAG.askedHit)) !== 0) continue
    frames.step[frame] = index
    if (takeStep(run, frame, { place, step, isLast: index === program.length - 1 })) return
  }
  finish(run, frame)
}

interface Taken {
  readonly place: Place
  readonly step: RunningStep
  readonly isLast: boolean
}

/** Begins a step; tells whether the visit waits for it, or is over. */
function takeStep(run: Run, frame: number, { place, step, isLast }: Taken): boolean {
  const { frames } = run
  if (step.copies) return sendCopies(run, frame, step)
  const link = place.isOnCircle ? chooseOffPath(run, place, step, frame) : chooseLink(run, place, step, frame)
  if (link === null) return false
  if (link === undefined) {
    fail(run, frame, EVENT_FAILURES.noTarget)
    return true
  }
  if (step.inBackground) {
    call(run, childOf(run, NONE, frame), link)
    return false
  }
  if (!link.holds) leave(run, frame)
  if (link.isPlain && isLast && !place.isOnCircle) {
    move(run, frame, link)
    return true
  }
  frames.target[frame] = link.index
  frames.attempt[frame] = 0
  frames.pending[frame] = 0
  call(run, childOf(run, frame, frame), link)
  return true
}

/** Sends a copy to every target that is not on the path; the visit waits for all of them. */
function sendCopies(run: Run, frame: number, { links }: RunningStep): boolean {
  const { frames } = run
  const targets = links.filter((link) => !isOnPath(run, frame, link.target))
  if (targets.length === 0) return false
  if (targets.every(({ holds }) => !holds)) leave(run, frame)
  frames.pending[frame] = targets.length
  frames.flags[frame]! &= ~FLAG.spoiled
  for (const link of targets) call(run, childOf(run, frame, frame), link)
  return true
}

/** Null where every way leads back to a node on the path. */
function chooseOffPath(run: Run, place: Place, step: RunningStep, frame: number): Link | undefined | null {
  const links = step.links.filter((link) => !isOnPath(run, frame, link.target))
  if (links.length === step.links.length) return chooseLink(run, place, step, frame)
  if (links.length === 0) return null
  const first = Math.floor(run.streams.uniform(place.stream) * links.length)
  return links[first]
}

function isOnPath(run: Run, frame: number, node: number): boolean {
  const { frames } = run
  for (let visit = frame; visit !== NONE; visit = callerOf(run, visit)) {
    if (frames.node[visit] === node) return true
  }
  return false
}

/** Who waits for a frame; NONE where nobody does, or no longer. */
function callerOf(run: Run, frame: number): number {
  const { frames } = run
  const parent = frames.parent[frame]!
  return parent !== NONE && frames.generation[parent] === frames.parentGeneration[frame] ? parent : NONE
}

/** A frame for a call in the name of `model`'s request. */
function childOf(run: Run, parent: number, model: number): number {
  const { frames } = run
  const child = frames.take()
  frames.parent[child] = parent
  if (parent !== NONE) frames.parentGeneration[child] = frames.generation[parent]!
  frames.requestClass[child] = frames.requestClass[model]!
  frames.user[child] = frames.user[model]!
  frames.serial[child] = frames.serial[model]!
  frames.node[child] = frames.node[model]!
  frames.calledAt[child] = run.now
  return child
}

/** The request itself goes on over a link that nothing has to be remembered of. */
function move(run: Run, frame: number, link: Link): void {
  run.frames.link[frame] = link.index
  link.attempts += 1
  run.series.attempts(run.now)
  if (run.tracer !== null) run.tracer.called(frame, NONE, link.index, run.now)
  const refusal = refusalOf(run, link)
  if (refusal === null) send(run, frame, link)
  else refuse(run, frame, link, refusal)
}

/** Begins a call: breaker, limits, a place in the pool, and it is sent. */
function call(run: Run, frame: number, link: Link): void {
  const { frames, now } = run
  frames.link[frame] = frames.callLink[frame] = link.index
  link.attempts += 1
  run.series.attempts(now)
  if (run.tracer !== null) run.tracer.called(frame, frames.parent[frame]!, link.index, now)
  const { timeoutMs } = link.model
  if (timeoutMs < Number.POSITIVE_INFINITY) run.later(link.timeoutLane, timeoutMs, KIND.timeout, frame)
  if (link.breaker !== null) {
    const isAllowed = link.breaker.allows(now)
    link.noteBreaker(now)
    if (!isAllowed) {
      frames.flags[frame]! |= FLAG.spoiled
      refuse(run, frame, link, EVENT_FAILURES.breakerOpen)
      return
    }
  }
  const refusal = refusalOf(run, link)
  if (refusal !== null) refuse(run, frame, link, refusal)
  else if (link.model.pool === null) send(run, frame, link)
  else {
    const outcome = takePlace(run, frame, link)
    if (outcome === 'taken') send(run, frame, link)
    else if (outcome === 'full') {
      const { queue } = link.model.pool
      refuse(run, frame, link, queue > 0 ? EVENT_FAILURES.queueFull : EVENT_FAILURES.connectionRefused)
    }
  }
}

function refusalOf(run: Run, link: Link): string | null {
  if (link.isCut) return EVENT_FAILURES.edgeCut
  for (const limit of link.limits) if (!limit.takes(run.now)) return limit.bucket.reason
  return null
}

function refuse(run: Run, frame: number, link: Link, reason: string): void {
  const code = run.requests.codeOf(reason)
  link.refused[code] = (link.refused[code] ?? 0) + 1
  failFrame(run, frame, code)
}

/** All steps are done: the visit ends, and its caller gets the answer. */
function finish(run: Run, frame: number): void {
  const { frames } = run
  leave(run, frame)
  if ((frames.flags[frame]! & FLAG.root) !== 0) {
    run.soon(KIND.requestDone, frame)
    return
  }
  const link = run.links[frames.callLink[frame]!]!
  if (!link.holds) {
    run.soon(KIND.replied, frame)
    return
  }
  const ms = responseMs(run, link)
  if (ms > 0)
    run.later(link.model.responseLineMs === 0 && link.lane >= 0 ? run.queue.laneOf(ms) : NONE, ms, KIND.replied, frame)
  else run.soon(KIND.replied, frame)
}

/** A call is answered. */
export function reply(run: Run, frame: number): void {
  const { frames, now } = run
  const link = run.links[frames.callLink[frame]!]!
  const parent = callerOf(run, frame)
  if (parent !== NONE) {
    link.succeeded += 1
    noteOutcome(run, link, true)
    // Only what the target itself found is an answer; what it asked others for is its own matter.
    if ((frames.flags[frame]! & FLAG.hit) !== 0) frames.flags[parent]! |= FLAG.askedHit
  }
  if (run.tracer !== null) run.tracer.replied(frame, now, null)
  endCall(run, frame, link)
  if (parent === NONE) return
  if (frames.pending[parent]! > 0) {
    copyDone(run, parent)
    return
  }
  frames.step[parent]! += 1
  run.soon(KIND.advance, parent)
}

/** A call has failed: it is made again, or another one instead, or its caller fails. */
export function callFailed(run: Run, frame: number): void {
  const { frames } = run
  closeLink(run, frame)
  const link = run.links[frames.callLink[frame]!]!
  const parent = callerOf(run, frame)
  const code = frames.reason[frame]!
  if (parent !== NONE) {
    link.failed += 1
    const wasLetThrough = (frames.flags[frame]! & FLAG.spoiled) === 0
    if (wasLetThrough) noteOutcome(run, link, false)
  }
  if (run.tracer !== null) run.tracer.replied(frame, run.now, run.requests.reasons[code] ?? null)
  endCall(run, frame, link)
  if (parent !== NONE) afterFailure(run, parent, link, code)
}

/** A caller has waited for too long: it goes on without the call, which may go on without it. */
export function timeOut(run: Run, frame: number): void {
  const { frames, now } = run
  const link = run.links[frames.callLink[frame]!]!
  const parent = callerOf(run, frame)
  if (parent === NONE) return
  const code = run.requests.codeOf(EVENT_FAILURES.timeout)
  link.timedOut += 1
  link.failed += 1
  noteOutcome(run, link, false)
  frames.parent[frame] = NONE
  if (run.tracer !== null) run.tracer.replied(frame, now, EVENT_FAILURES.timeout)
  if (frames.state[frame] === STATE.pooled) leavePoolQueue(run, frame, link)
  else {
    releasePlace(run, frame, link)
    if (link.model.cancelsOnTimeout) cancel(run, frame)
  }
  afterFailure(run, parent, link, code)
}

/** Takes a call that nobody waits for out of where it is. What it has called itself goes on. */
function cancel(run: Run, frame: number): void {
  const { frames } = run
  const station = run.stations[frames.station[frame]!]
  const state = frames.state[frame]!
  if (state === STATE.queued && station) {
    dropQueued(run, station, frame)
    return
  }
  if (state === STATE.serving && station) stopServing(run, frame, station)
  leave(run, frame, true)
  frames.giveBack(frame)
}

function afterFailure(run: Run, parent: number, link: Link, code: number): void {
  const { frames } = run
  if (frames.pending[parent]! > 0) {
    frames.flags[parent]! |= FLAG.spoiled
    frames.reason[parent] = code
    copyDone(run, parent)
    return
  }
  const { retry, failsOver } = link.model
  const attempt = frames.attempt[parent]!
  if (retry !== null && attempt < retry.waitsMs.length && mayRetry(run, link)) {
    const ms = retryWaitMs(
      retry,
      attempt,
      retry.jitter === 'none' ? 0 : run.streams.uniform(link.stream),
      retry.waitsMs[attempt - 1] ?? 0,
    )
    frames.attempt[parent] = attempt + 1
    run.later(link.retryLanes[attempt] ?? NONE, ms, KIND.retry, parent)
    return
  }
  const other = failsOver ? nextOfStep(run, parent, link) : undefined
  if (other === undefined) {
    fail(run, parent, run.requests.reasons[code]!)
    return
  }
  frames.attempt[parent] = 0
  frames.target[parent] = other.index
  call(run, childOf(run, parent, parent), other)
}

/** Calls again. */
export function retry(run: Run, parent: number): void {
  const link = run.links[run.frames.target[parent]!]!
  link.retries += 1
  link.retryCredit += 1
  call(run, childOf(run, parent, parent), link)
}

/** Retries are at most a share of the calls; a bounded number may have been saved up. */
const MOST_CREDIT = 100

function mayRetry(run: Run, link: Link): boolean {
  const { retryBudget } = run.model
  if (retryBudget === Number.POSITIVE_INFINITY) return true
  const earned = (link.attempts - link.retries) * retryBudget
  if (earned - link.retryCredit > MOST_CREDIT) link.retryCredit = earned - MOST_CREDIT
  return earned - link.retryCredit >= 1
}

/** The link after this one in its step; undefined after the last. */
function nextOfStep(run: Run, parent: number, link: Link): Link | undefined {
  const { frames } = run
  const step = run.places[frames.node[parent]!]!.program[frames.requestClass[parent]!]![frames.step[parent]!]
  return step?.links[step.links.indexOf(link) + 1]
}

function copyDone(run: Run, parent: number): void {
  const { frames } = run
  frames.pending[parent]! -= 1
  if (frames.pending[parent]! > 0) return
  if ((frames.flags[parent]! & FLAG.spoiled) !== 0) {
    fail(run, parent, run.requests.reasons[frames.reason[parent]!]!)
    return
  }
  frames.step[parent]! += 1
  run.soon(KIND.advance, parent)
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
  if (run.frames.state[frame] === STATE.dropped) run.frames.parent[frame] = NONE
  else run.frames.giveBack(frame)
}
