import { EVENT_FAILURES } from '../failure-reasons.ts'
import { send } from './crossing.ts'
import { NONE, STATE } from './frames.ts'
import type { Link } from './link.ts'
import { FLAG, KIND, type Run } from './run.ts'

/** Takes a place in the pool of a link for a call, or lets it wait for one. */
export function takePlace(run: Run, frame: number, link: Link): 'taken' | 'waits' | 'full' {
  const { frames } = run
  const pool = poolOf(link)
  if (link.poolBusy < pool.size) {
    occupy(run, frame, link)
    return 'taken'
  }
  if (link.poolQueue >= pool.queue) return 'full'
  link.settlePool(run.now)
  link.poolQueue += 1
  if (link.poolQueue > link.mostPoolQueue) link.mostPoolQueue = link.poolQueue
  frames.state[frame] = STATE.pooled
  frames.arrivedAt[frame] = run.now
  frames.next[frame] = NONE
  if (link.poolTail === NONE) link.poolHead = frame
  else frames.next[link.poolTail] = frame
  link.poolTail = frame
  if (pool.expiryMs < Number.POSITIVE_INFINITY)
    run.later(run.queue.laneOf(pool.expiryMs), pool.expiryMs, KIND.poolExpiry, frame)
  return 'waits'
}

/** Gives the place of a call back, if it has one: at once, or when it has been held for as long as a place is. */
export function releasePlace(run: Run, frame: number, link: Link): void {
  const { frames } = run
  if ((frames.flags[frame]! & FLAG.hasPlace) === 0) return
  frames.flags[frame]! &= ~FLAG.hasPlace
  const heldUntil = frames.calledAt[frame]! + poolOf(link).holdMs
  if (heldUntil > run.now) run.queue.at(heldUntil, KIND.poolRelease, -1 - link.index, 0)
  else freePlace(run, link.index)
}

/** A place is free: the next call that waits for one is sent. */
export function freePlace(run: Run, index: number): void {
  const { frames } = run
  const link = run.links[index]!
  link.settlePool(run.now)
  link.poolBusy -= 1
  while (link.poolHead !== NONE && link.poolBusy < poolOf(link).size) {
    const frame = link.poolHead
    link.poolHead = frames.next[frame]!
    if (link.poolHead === NONE) link.poolTail = NONE
    if (frames.state[frame] === STATE.dropped) {
      frames.giveBack(frame)
      continue
    }
    link.poolQueue -= 1
    link.poolWaits += 1
    link.poolWaitSum += run.now - frames.arrivedAt[frame]!
    frames.state[frame] = STATE.under_way
    occupy(run, frame, link)
    send(run, frame, link)
  }
}

/** A call no longer waits for a place: it stays in the list, which passes over it. */
export function leavePoolQueue(run: Run, frame: number, link: Link): void {
  link.settlePool(run.now)
  link.poolQueue -= 1
  run.frames.state[frame] = STATE.dropped
}

/** A call has waited for a place for too long. */
export function expireInPool(run: Run, frame: number): void {
  const { frames } = run
  if (frames.state[frame] !== STATE.pooled) return
  const link = run.links[frames.callLink[frame]!]!
  leavePoolQueue(run, frame, link)
  link.expired += 1
  frames.reason[frame] = run.requests.codeOf(EVENT_FAILURES.expired)
  run.soon(KIND.callFailed, frame)
}

/** From the moment it has a place on, a call counts the time that it holds it. */
function occupy(run: Run, frame: number, link: Link): void {
  link.settlePool(run.now)
  link.poolBusy += 1
  run.frames.flags[frame]! |= FLAG.hasPlace
  run.frames.calledAt[frame] = run.now
}

const poolOf = (link: Link) => link.model.pool as NonNullable<Link['model']['pool']>
