/* As engine/pooling.ts. */

import { send } from './crossing'
import { at, firstAddedFirst, later, soon, soonLength } from './events'
import { codeOf, refuse, setReason } from './failures'
import * as js from './hooks'
import {
  F_hasPoolSlot,
  F_isOpen,
  F_message,
  K_callFailed,
  K_none,
  K_poolExpiry,
  K_poolRelease,
  K_poolSlotTaken,
  R_connectionRefused,
  R_expired,
  R_queueFull,
  S_dropped,
  S_pooled,
  S_underWay,
} from './numbers'
import { DeliveriesRow, LinkRow, PartRow } from './rows'
import {
  INF,
  NONE,
  count,
  down,
  giveBack,
  has,
  linkAt,
  mark,
  moreOf,
  nextOf,
  row,
  run,
  setNext,
  setState,
  stateOf,
  unmark,
  up,
} from './state'
import { arrive } from './visits'

export const TAKEN: i32 = 0
export const WAITS: i32 = 1
export const FULL: i32 = 2
export const EXPIRED: i32 = 3

export function askForPoolSlot(record: i32, link: LinkRow): i32 {
  if (link.parts > 1) return js.askForPoolSlot(record, link.index)
  const outcome = takePoolSlot(record, link)
  if (outcome == TAKEN) return poolSlotTaken(record)
  if (outcome == WAITS) return K_none
  closeLink(record)
  if (outcome == EXPIRED) {
    link.expired += 1
    setReason(record, codeOf(R_expired))
    return K_callFailed
  }
  return refuse(record, link, codeOf(link.poolQueueRoom > 0 ? R_queueFull : R_connectionRefused), link.takesPoolSlotAtTarget == 0)
}

export function poolSlotTaken(record: i32): i32 {
  const link = linkAt(row(record).callLink)
  return has(record, F_isOpen) ? arrive(record) : send(record, link, openingMs(link))
}

export function openingMs(link: LinkRow): f64 {
  const busy = count(link.poolBusy)
  if (<f64>busy <= link.poolOpened) return 0
  link.poolOpened = <f64>busy
  return link.poolOpenMs
}

@inline export function hasRoom(link: LinkRow, part: PartRow): bool {
  if (link.passesOn != 0) return true
  if (!(<f64>part.busy < link.slotsPerPart)) return false
  if (link.deliveries == 0) return true
  const d = changetype<DeliveriesRow>(link.deliveries)
  return <f64>d.busy < d.slots
}

export function takePoolSlot(record: i32, link: LinkRow): i32 {
  const r = row(record)
  const now = run.now
  let leftMs = link.poolExpiryMs
  if (link.takesPoolSlotAtTarget != 0) {
    let gotAt = now
    if ((r.marks & F_message) != 0) {
      const m = moreOf(record)
      m.keptSince = min<f64>(now, m.keptSince)
      gotAt = m.keptSince
    }
    r.calledAt = gotAt
    leftMs = link.poolExpiryMs - (now - gotAt)
    if (leftMs < 0) return EXPIRED
  }
  const part = changetype<PartRow>(link.poolPart)
  if (hasRoom(link, part)) {
    occupy(record, link, part)
    return TAKEN
  }
  if (<f64>part.queued >= link.poolQueueRoom) return FULL
  part.queued += 1
  if (link.deliveries != 0) changetype<DeliveriesRow>(link.deliveries).queued += 1
  up(link.poolQueue)
  const queued = count(link.poolQueue)
  if (queued > link.mostPoolQueue) link.mostPoolQueue = queued
  setState(record, S_pooled)
  r.arrivedAt = now
  setNext(record, NONE)
  if (part.tail == NONE) part.head = record
  else setNext(part.tail, record)
  part.tail = record
  if (leftMs < INF) later(leftMs == link.poolExpiryMs ? link.poolExpiryFifo : NONE, leftMs, K_poolExpiry, record)
  return WAITS
}

export function occupy(record: i32, link: LinkRow, part: PartRow): void {
  part.busy += 1
  if (link.deliveries != 0) changetype<DeliveriesRow>(link.deliveries).busy += 1
  up(link.poolBusy)
  mark(record, F_hasPoolSlot)
  if (link.takesPoolSlotAtTarget == 0) row(record).calledAt = run.now
}

export function releasePoolSlot(record: i32, link: LinkRow): void {
  if (!has(record, F_hasPoolSlot)) return
  if (link.parts > 1) return js.releasePoolSlot(record, link.index)
  unmark(record, F_hasPoolSlot)
  const heldUntil = row(record).calledAt + link.poolHoldMs
  if (heldUntil > run.now) return at(heldUntil, K_poolRelease, -1 - link.index, 0)
  const part = changetype<PartRow>(link.poolPart)
  part.busy -= 1
  down(link.poolBusy)
  if (link.deliveries == 0) {
    const before = soonLength()
    while (isWaiting(part) && hasRoom(link, part)) startFirst(link, part)
    firstAddedFirst(before)
    return
  }
  const d = changetype<DeliveriesRow>(link.deliveries)
  d.busy -= 1
  if (d.queued > 0) deliver(d, link.index)
}

export function deliver(d: DeliveriesRow, index: i32): void {
  for (let one = 0; one < d.count; one++) if (changetype<LinkRow>(load<i32>(<usize>d.links + (<usize>one << 2))).parts > 1) return js.deliver(index)
  const before = soonLength()
  while (d.queued > 0) {
    let best: usize = 0
    for (let one = 0; one < d.count; one++) {
      const link = changetype<LinkRow>(load<i32>(<usize>d.links + (<usize>one << 2)))
      const part = changetype<PartRow>(link.poolPart)
      if (!isWaiting(part) || !hasRoom(link, part)) continue
      if (best == 0) best = changetype<usize>(link)
      else {
        const other = changetype<LinkRow>(best)
        const ahead = link.priority - other.priority
        const isEarlier = row(part.head).arrivedAt < row(changetype<PartRow>(other.poolPart).head).arrivedAt
        if (ahead > 0 || (ahead == 0 && isEarlier)) best = changetype<usize>(link)
      }
    }
    if (best == 0) break
    const link = changetype<LinkRow>(best)
    startFirst(link, changetype<PartRow>(link.poolPart))
  }
  firstAddedFirst(before)
}

export function isWaiting(part: PartRow): bool {
  while (part.head != NONE && stateOf(part.head) == S_dropped) giveBack(takeFirst(part))
  return part.head != NONE
}

export function takeFirst(part: PartRow): i32 {
  const record = part.head
  part.head = nextOf(record)
  if (part.head == NONE) part.tail = NONE
  return record
}

export function startFirst(link: LinkRow, part: PartRow): void {
  const record = takeFirst(part)
  part.queued -= 1
  if (link.deliveries != 0) changetype<DeliveriesRow>(link.deliveries).queued -= 1
  down(link.poolQueue)
  link.poolWaits += 1
  link.poolWaitSum += run.now - row(record).arrivedAt
  setState(record, S_underWay)
  occupy(record, link, part)
  soon(K_poolSlotTaken, record)
}

export function closeLink(record: i32): void {
  if (!has(record, F_isOpen)) return
  unmark(record, F_isOpen)
  const r = row(record)
  linkAt(r.link).open -= 1
  if (!has(record, F_hasPoolSlot)) return
  const call = linkAt(r.callLink)
  if (call.holds == 0 || call.takesPoolSlotAtTarget != 0) releasePoolSlot(record, call)
}
