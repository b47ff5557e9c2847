import { EVENT_FAILURES } from '../failure-reasons.ts'
import { mostAdmitted } from '../rules/room.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import type { Deliveries, Link, PoolPart } from './link.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { Station } from './station.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE

/** Takes a slot of a link's pool for a call, or queues the call. */
export function takePoolSlot(run: Run, record: number, link: Link): 'taken' | 'waits' | 'full' | 'expired' {
  const { records, now } = run
  const pool = poolOf(link)
  if (pool.isByUser) notePartOfUser(run, record, link)
  if (pool.isAtTarget) records.setCalledAt(record, gotAt(run, record))
  const leftMs = pool.isAtTarget ? pool.expiryMs - (now - records.calledAtOf(record)) : pool.expiryMs
  if (leftMs < 0) return 'expired'
  const part = partOf(run, record, link)
  if (hasRoom(link, part)) {
    occupy(run, record, link, part)
    return 'taken'
  }
  if (part.queued >= pool.queue) return 'full'
  part.queued += 1
  if (link.deliveries !== null) link.deliveries.queued += 1
  link.poolQueue.up(now)
  if (link.poolQueue.count > link.mostPoolQueue) link.mostPoolQueue = link.poolQueue.count
  records.setState(record, S.pooled)
  records.setArrivedAt(record, now)
  records.setNext(record, NONE)
  if (part.tail === NONE) part.head = record
  else records.setNext(part.tail, record)
  part.tail = record
  if (leftMs < Number.POSITIVE_INFINITY) {
    const fifo = leftMs === pool.expiryMs ? run.events.fifoOf(leftMs) : NONE
    run.later(fifo, leftMs, K.poolExpiry, record)
  }
  return 'waits'
}

/** When a broker got a call, or first got a message that comes again. */
function gotAt({ records, now }: Run, record: number): number {
  if (!records.has(record, F.message)) return now
  records.setKeptSince(record, Math.min(now, records.keptSinceOf(record)))
  return records.keptSinceOf(record)
}

/** The part of a call: that of its consumer group, or its user. */
const partOf = (run: Run, record: number, link: Link): PoolPart =>
  link.poolParts.length === 1 ? link.poolPart : link.poolParts[run.poolPartOf.get(record) ?? 0]!

/** A user whose kind of arrivals was given up may have a number that no user has any more. */
function notePartOfUser({ records, closedUsers, poolPartOf }: Run, record: number, { poolParts }: Link): void {
  poolPartOf.set(record, (closedUsers.rankOf[records.userOf(record)] ?? 0) % poolParts.length)
}

/** Notes which links brokers deliver over to the same node. A pool that is left of a broker that is gone has room for everybody. */
export function noteDeliveries(run: Run): void {
  const byNode = new Map<number, Link[]>()
  for (const link of run.links) {
    link.deliveries = null
    if (!link.takesPoolSlotAtTarget) continue
    if (link.keepsMessages || poolOf(link).size < Number.POSITIVE_INFINITY)
      byNode.set(link.target, [...(byNode.get(link.target) ?? []), link])
    else noteSlots(run, link)
  }
  for (const links of byNode.values()) {
    const sum = (of: (link: Link) => number) => links.reduce((total, link) => total + of(link), 0)
    const counts = { busy: sum(({ poolBusy }) => poolBusy.count), queued: sum(({ poolQueue }) => poolQueue.count) }
    const isBound = links.some((link) => poolOf(link).size < Number.POSITIVE_INFINITY)
    const deliveries = { links, isBound, slots: 0, ...counts }
    for (const link of links) {
      link.deliveries = deliveries
      noteSlots(run, link)
    }
  }
}

/** Notes how many messages a broker delivers now. While its consumer is out, it keeps messages, and passes on calls, which fail there. */
function noteSlots(run: Run, link: Link): void {
  const { size, groups, followsTarget } = poolOf(link)
  const node = run.nodes[link.target]!
  const station = run.stations[(link.stationOf ?? node.stationOf)[0]!]
  link.passesOn = node.isOut && !link.keepsMessages
  link.slotsPerPart = node.isOut
    ? 0
    : followsTarget && station
      ? Math.min(station.slots, roomOf(station))
      : size / groups
  const { deliveries } = link
  if (deliveries === null) return
  deliveries.slots = station === undefined ? size : deliveries.isBound ? takenAtOnce(station) : roomOf(station)
}

const takenAtOnce = (station: Station): number =>
  station.model.discipline === 'fifo' ? Math.min(station.slots, roomOf(station)) : roomOf(station)

const roomOf = ({ instancesUp, model }: Station): number => (instancesUp === 0 ? 0 : mostAdmitted(model) * instancesUp)

/** Delivers what brokers keep for a node as far as it can take more than before. */
export function startDeliveries(run: Run, node: number): void {
  const links = run.links.filter((link) => link.target === node && link.takesPoolSlotAtTarget)
  for (const link of links) noteSlots(run, link)
  for (const link of links) startPooled(run, link)
}

/** Time to open a connection for a call that has just taken a slot; an open one stays open. */
export function openingMs(link: Link): number {
  const { pool } = link.model
  if (pool === null || link.poolBusy.count <= link.poolOpened) return 0
  link.poolOpened = link.poolBusy.count
  return pool.openMs
}

/** Releases the pool slot of a call, if it has one: now, or after the minimum hold time. */
export function releasePoolSlot(run: Run, record: number, link: Link): void {
  const { records } = run
  if (!records.has(record, F.hasPoolSlot)) return
  records.unmark(record, F.hasPoolSlot)
  const heldUntil = records.calledAtOf(record) + poolOf(link).holdMs
  if (heldUntil > run.now) run.events.at(heldUntil, K.poolRelease, -1 - link.index, 0)
  else free(run, link, partOf(run, record, link))
}

/** Frees a pool slot that was kept for its minimum hold time: no broker has one. */
export function freePoolSlot(run: Run, index: number): void {
  const link = run.links[index]!
  free(run, link, link.poolPart)
}

/** The next calls in the pool's queue take the slot. */
function free(run: Run, link: Link, part: PoolPart): void {
  part.busy -= 1
  link.poolBusy.down(run.now)
  const { deliveries } = link
  if (deliveries === null) {
    startPart(run, link, part)
    return
  }
  deliveries.busy -= 1
  deliver(run, deliveries)
}

const hasRoom = ({ deliveries, slotsPerPart, passesOn }: Link, { busy }: PoolPart): boolean =>
  passesOn || (busy < slotsPerPart && (deliveries === null || deliveries.busy < deliveries.slots))

/** Gives the slots that are free to the calls in the pool's queue. */
export function startPooled(run: Run, link: Link): void {
  if (link.deliveries !== null) deliver(run, link.deliveries)
  else for (const part of link.poolParts) startPart(run, link, part)
}

function startPart(run: Run, link: Link, part: PoolPart): void {
  const { length } = run.agenda
  while (isWaiting(run, part) && hasRoom(link, part)) startFirst(run, link, part)
  run.agenda.firstAddedFirst(length)
}

/** Delivers the most urgent messages first, and of those the first that came. */
export function deliver(run: Run, deliveries: Deliveries): void {
  const { records, agenda } = run
  const { length } = agenda
  while (deliveries.queued > 0) {
    let best: Link | null = null
    let first: PoolPart | null = null
    for (const link of deliveries.links) {
      for (const part of link.poolParts) {
        if (!isWaiting(run, part) || !hasRoom(link, part)) continue
        const ahead = best === null ? 1 : link.model.priority - best.model.priority
        const isEarlier = first !== null && records.arrivedAtOf(part.head) < records.arrivedAtOf(first.head)
        if (ahead > 0 || (ahead === 0 && isEarlier)) [best, first] = [link, part]
      }
    }
    if (best === null || first === null) break
    startFirst(run, best, first)
  }
  agenda.firstAddedFirst(length)
}

/** Whether a call waits in a part; those that were dropped leave it. */
function isWaiting({ records }: Run, part: PoolPart): boolean {
  while (part.head !== NONE && records.stateOf(part.head) === S.dropped) records.giveBack(takeFirst(records, part))
  return part.head !== NONE
}

function takeFirst(records: Run['records'], part: PoolPart): number {
  const record = part.head
  part.head = records.nextOf(record)
  if (part.head === NONE) part.tail = NONE
  return record
}

function startFirst(run: Run, link: Link, part: PoolPart): void {
  const { records, now } = run
  const record = takeFirst(records, part)
  part.queued -= 1
  if (link.deliveries !== null) link.deliveries.queued -= 1
  link.poolQueue.down(now)
  link.poolWaits += 1
  link.poolWaitSum += now - records.arrivedAtOf(record)
  records.setState(record, S.underWay)
  occupy(run, record, link, part)
  run.soon(K.poolSlotTaken, record)
}

/** Drops a call from the pool's queue; the list skips it later. */
export function leavePoolQueue(run: Run, record: number, link: Link): void {
  unqueue(run, record, link)
  closeLink(run, record)
  run.records.setState(record, S.dropped)
}

/** Counts a call no longer that waits for a slot. */
export function unqueue(run: Run, record: number, link: Link): void {
  partOf(run, record, link).queued -= 1
  if (link.deliveries !== null) link.deliveries.queued -= 1
  link.poolQueue.down(run.now)
}

/** Expires a call in the pool's queue. */
export function expireInPool(run: Run, record: number): Next {
  const { records } = run
  if (records.stateOf(record) !== S.pooled) return K.none
  const link = run.links[records.callLinkOf(record)]!
  leavePoolQueue(run, record, link)
  return failExpired(run, record, link)
}

/** Fails a call that has waited for a slot for too long. */
export function failExpired(run: Run, record: number, link: Link): Next {
  link.expired += 1
  run.records.setReason(record, run.requests.codeOf(EVENT_FAILURES.expired))
  return K.callFailed
}

/**
 * Removes the call from the open ones of its link, and releases its pool slot where nobody needs that for the answer: its caller does not
 * wait for one, or the slot is a consumer of a broker, which is done.
 */
export function closeLink(run: Run, record: number): void {
  const { records } = run
  if (!records.has(record, F.isOpen)) return
  records.unmark(record, F.isOpen)
  run.links[records.linkOf(record)]!.open -= 1
  if (!records.has(record, F.hasPoolSlot)) return
  // The visit may have crossed further links; the slot belongs to the pool of the first.
  const call = run.links[records.callLinkOf(record)]!
  if (!call.holds || call.takesPoolSlotAtTarget) releasePoolSlot(run, record, call)
}

/** Assigns a pool slot; the hold time counts from now, and the age of what a broker has from when it got it. */
function occupy(run: Run, record: number, link: Link, part: PoolPart): void {
  part.busy += 1
  if (link.deliveries !== null) link.deliveries.busy += 1
  link.poolBusy.up(run.now)
  run.records.mark(record, F.hasPoolSlot)
  if (!poolOf(link).isAtTarget) run.records.setCalledAt(record, run.now)
}

const poolOf = (link: Link) => link.model.pool as NonNullable<Link['model']['pool']>
