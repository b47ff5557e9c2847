import { EVENT_FAILURES } from '../failure-reasons.ts'
import { chooseLink } from './choosing.ts'
import { responseMs, send } from './crossing.ts'
import { FLAG, NONE } from './frames.ts'
import type { Link } from './link.ts'
import type { Place, RunningStep } from './place.ts'
import { closeLink, openingMs, takePlace } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { arrive, fail, failFrame, hold, leave } from './visits.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND

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
    noteRetry(run, frame, link)
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
  for (const link of targets) {
    noteRetry(run, frame, link)
    call(run, childOf(run, frame, frame), link)
  }
  return true
}

/** A client that tries a request again makes its calls again. */
function noteRetry({ frames }: Run, frame: number, link: Link): void {
  if (frames.has(frame, F.root) && frames.triesOf(frame) > 0) link.retries += 1
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
export function placeOf(run: Run, frame: number): Place {
  const link = run.frames.linkOf(frame)
  const node = link === NONE ? run.sources[run.frames.callLinkOf(frame)]!.model.node : run.links[link]!.target
  return run.places[node]!
}

/** A frame for a call in the name of `model`'s request. */
export function childOf(run: Run, parent: number, model: number): number {
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
export function begin(run: Run, frame: number, link: Link): Next {
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
