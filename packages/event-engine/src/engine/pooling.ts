import { EVENT_FAILURES } from '../failure-reasons.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import type { Link } from './link.ts'
import { KIND, type Next, type Run } from './run.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND
const S = STATE

/** Takes a place in the pool of a link for a call, or lets it wait for one. */
export function takePoolSlot(run: Run, record: number, link: Link): 'taken' | 'waits' | 'full' {
  const { records, now } = run
  const pool = poolOf(link)
  if (link.poolBusy.count < pool.size) {
    occupy(run, record, link)
    return 'taken'
  }
  if (link.poolQueue.count >= pool.queue) {
    if (link.model.deadLetters) link.deadLettered += 1
    return 'full'
  }
  link.poolQueue.up(now)
  if (link.poolQueue.count > link.mostPoolQueue) link.mostPoolQueue = link.poolQueue.count
  records.setState(record, S.pooled)
  records.setArrivedAt(record, now)
  records.setNext(record, NONE)
  if (link.poolTail === NONE) link.poolHead = record
  else records.setNext(link.poolTail, record)
  link.poolTail = record
  const { expiryMs } = pool
  if (expiryMs < Number.POSITIVE_INFINITY) run.later(run.events.fifoOf(expiryMs), expiryMs, K.poolExpiry, record)
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
export function releasePoolSlot(run: Run, record: number, link: Link): void {
  const { records } = run
  if (!records.has(record, F.hasPoolSlot)) return
  records.unmark(record, F.hasPoolSlot)
  const heldUntil = records.calledAtOf(record) + poolOf(link).holdMs
  if (heldUntil > run.now) run.events.at(heldUntil, K.poolRelease, -1 - link.index, 0)
  else freePoolSlot(run, link.index)
}

/** A place is free: the next calls that wait for one may be sent. */
export function freePoolSlot(run: Run, index: number): void {
  const { records, now } = run
  const link = run.links[index]!
  link.poolBusy.down(now)
  while (link.poolHead !== NONE && link.poolBusy.count < poolOf(link).size) {
    const record = link.poolHead
    link.poolHead = records.nextOf(record)
    if (link.poolHead === NONE) link.poolTail = NONE
    if (records.stateOf(record) === S.dropped) {
      records.giveBack(record)
      continue
    }
    link.poolQueue.down(now)
    link.poolWaits += 1
    link.poolWaitSum += now - records.arrivedAtOf(record)
    records.setState(record, S.underWay)
    occupy(run, record, link)
    run.soon(K.poolSlotTaken, record)
  }
}

/** A call no longer waits for a place: it stays in the list, which passes over it. */
export function leavePoolQueue(run: Run, record: number, link: Link): void {
  link.poolQueue.down(run.now)
  closeLink(run, record)
  run.records.setState(record, S.dropped)
}

/** A call has waited for a place for too long. */
export function expireInPool(run: Run, record: number): Next {
  const { records } = run
  if (records.stateOf(record) !== S.pooled) return K.none
  const link = run.links[records.callLinkOf(record)]!
  leavePoolQueue(run, record, link)
  link.expired += 1
  if (link.model.deadLetters) link.deadLettered += 1
  records.setReason(record, run.requests.codeOf(EVENT_FAILURES.expired))
  return K.callFailed
}

/** The call no longer counts among the open ones of the link it came by; nor does it keep a place that its caller does not hold. */
export function closeLink(run: Run, record: number): void {
  const { records } = run
  if (!records.has(record, F.isOpen)) return
  records.unmark(record, F.isOpen)
  run.links[records.linkOf(record)]!.open -= 1
  if (!records.has(record, F.hasPoolSlot)) return
  // The visit may have gone on over other links; the place is in the pool of the first.
  const call = run.links[records.callLinkOf(record)]!
  if (!call.holds) releasePoolSlot(run, record, call)
}

/** From the moment it has a place on, a call counts the time that it holds it. */
function occupy(run: Run, record: number, link: Link): void {
  link.poolBusy.up(run.now)
  run.records.mark(record, F.hasPoolSlot)
  run.records.setCalledAt(record, run.now)
}

const poolOf = (link: Link) => link.model.pool as NonNullable<Link['model']['pool']>
