import { EVENT_FAILURES } from '../failure-reasons.ts'
import { FLAG, NONE, STATE } from './frames.ts'
import type { Link } from './link.ts'
import { KIND, type Next, type Run } from './run.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND
const S = STATE

/** Takes a place in the pool of a link for a call, or lets it wait for one. */
export function takePlace(run: Run, frame: number, link: Link): 'taken' | 'waits' | 'full' {
  const { frames, now } = run
  const pool = poolOf(link)
  if (link.poolBusy.count < pool.size) {
    occupy(run, frame, link)
    return 'taken'
  }
  if (link.poolQueue.count >= pool.queue) {
    if (link.model.deadLetters) link.deadLettered += 1
    return 'full'
  }
  link.poolQueue.up(now)
  if (link.poolQueue.count > link.mostPoolQueue) link.mostPoolQueue = link.poolQueue.count
  frames.setState(frame, S.pooled)
  frames.setArrivedAt(frame, now)
  frames.setNext(frame, NONE)
  if (link.poolTail === NONE) link.poolHead = frame
  else frames.setNext(link.poolTail, frame)
  link.poolTail = frame
  const { expiryMs } = pool
  if (expiryMs < Number.POSITIVE_INFINITY) run.later(run.queue.laneOf(expiryMs), expiryMs, K.poolExpiry, frame)
  return 'waits'
}

/** What a call that has just taken a place waits for until its connection is open; once open it stays so. */
export function openingMs(link: Link): number {
  const { pool } = link.model
  if (pool === null || link.poolBusy.count <= link.poolOpened) return 0
  link.poolOpened = link.poolBusy.count
  return pool.openMs
}

/** Gives the place of a call back, if it has one: at once, or when it has been held for as long as a place is. */
export function releasePlace(run: Run, frame: number, link: Link): void {
  const { frames } = run
  if (!frames.has(frame, F.hasPlace)) return
  frames.unmark(frame, F.hasPlace)
  const heldUntil = frames.calledAtOf(frame) + poolOf(link).holdMs
  if (heldUntil > run.now) run.queue.at(heldUntil, K.poolRelease, -1 - link.index, 0)
  else freePlace(run, link.index)
}

/** A place is free: the next calls that wait for one may be sent. */
export function freePlace(run: Run, index: number): void {
  const { frames, now } = run
  const link = run.links[index]!
  link.poolBusy.down(now)
  while (link.poolHead !== NONE && link.poolBusy.count < poolOf(link).size) {
    const frame = link.poolHead
    link.poolHead = frames.nextOf(frame)
    if (link.poolHead === NONE) link.poolTail = NONE
    if (frames.stateOf(frame) === S.dropped) {
      frames.giveBack(frame)
      continue
    }
    link.poolQueue.down(now)
    link.poolWaits += 1
    link.poolWaitSum += now - frames.arrivedAtOf(frame)
    frames.setState(frame, S.underWay)
    occupy(run, frame, link)
    run.soon(K.placeTaken, frame)
  }
}

/** A call no longer waits for a place: it stays in the list, which passes over it. */
export function leavePoolQueue(run: Run, frame: number, link: Link): void {
  link.poolQueue.down(run.now)
  closeLink(run, frame)
  run.frames.setState(frame, S.dropped)
}

/** A call has waited for a place for too long. */
export function expireInPool(run: Run, frame: number): Next {
  const { frames } = run
  if (frames.stateOf(frame) !== S.pooled) return K.none
  const link = run.links[frames.callLinkOf(frame)]!
  leavePoolQueue(run, frame, link)
  link.expired += 1
  if (link.model.deadLetters) link.deadLettered += 1
  frames.setReason(frame, run.requests.codeOf(EVENT_FAILURES.expired))
  return K.callFailed
}

/** The call no longer counts among the open ones of the link it came by; nor does it keep a place that its caller does not hold. */
export function closeLink(run: Run, frame: number): void {
  const { frames } = run
  if (!frames.has(frame, F.isOpen)) return
  frames.unmark(frame, F.isOpen)
  run.links[frames.linkOf(frame)]!.open -= 1
  if (!frames.has(frame, F.hasPlace)) return
  // The visit may have gone on over other links; the place is in the pool of the first.
  const call = run.links[frames.callLinkOf(frame)]!
  if (!call.holds) releasePlace(run, frame, call)
}

/** From the moment it has a place on, a call counts the time that it holds it. */
function occupy(run: Run, frame: number, link: Link): void {
  link.poolBusy.up(run.now)
  run.frames.mark(frame, F.hasPlace)
  run.frames.setCalledAt(frame, run.now)
}

const poolOf = (link: Link) => link.model.pool as NonNullable<Link['model']['pool']>
