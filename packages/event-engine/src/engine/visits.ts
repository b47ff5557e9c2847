import { EVENT_FAILURES } from '../failure-reasons.ts'
import { READ } from '../rules/kept-by-users.ts'
import { beginService } from './begin-service.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import { sendFailure } from './crossing.ts'
import type { Link } from './link.ts'
import { closeLink } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { type RunningNode, SEVERAL as SEVERAL_STATIONS } from './running-node.ts'
import { endShared, joinShared, leaveShared } from './sharing.ts'
import type { Station } from './station.ts'
import { endWaiting, waitForStorage } from './storage.ts'
import { isOutdated } from './stretching.ts'
import { vanish } from './vanishing.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE
const SEVERAL = SEVERAL_STATIONS

/** A call arrives at its target: it is rejected, queued or served. */
export function arrive(run: Run, record: number): Next {
  const { records, now } = run
  const link = run.links[records.linkOf(record)]!
  const node = run.nodes[link.target]!
  records.setStep(record, 0)
  records.keepOnly(record, F.root | F.isOpen | F.hasPoolSlot | F.message)
  if (run.tracer !== null) run.tracer.arrived(record)
  if (!node.isUp) {
    if (node.isHanging) return vanish(run, record, EVENT_FAILURES.nodeDown)
    if (node.isDown) {
      node.rejected += 1
      return fail(run, record, EVENT_FAILURES.nodeDown)
    }
  }
  const requestClass = records.classOf(record)
  const index = link.stationOf === null ? stationOf(node, requestClass) : link.stationOf[requestClass]!
  if (index === NONE) return K.advance

  const station = run.stations[index]!
  const refusal = station.isLimited ? station.refusal(now) : null
  if (refusal !== null) {
    if (!node.isAvailable && node.hangingInstances > 0) return vanish(run, record, EVENT_FAILURES.nodeDown)
    station.rejected += 1
    return fail(run, record, refusal)
  }
  records.setArrivedAt(record, now)
  enter(run, station, record)
  return K.none
}

const stationOf = ({ onlyStation, stationOf }: RunningNode, requestClass: number): number =>
  onlyStation === SEVERAL ? stationOf[requestClass]! : onlyStation

/** A request is at a station from now on: it is served, or queued. */
export function enter(run: Run, station: Station, record: number): void {
  const { records, now } = run
  station.enter(now)
  records.setStation(record, station.index)
  records.mark(record, F.atStation)
  if (station.shared !== null) joinShared(run, station, record)
  else if (station.busy.count < station.slots && !station.isPaused) start(run, station, record)
  else wait(run, station, record)
  station.noteMost()
}

/** Queues a request: last, or before those of lower priority. */
export function wait(run: Run, station: Station, record: number): void {
  const { records } = run
  records.setState(record, S.queued)
  station.queued.up(run.now)
  station.waited += 1
  station.noteMostQueue()
  const before = station.model.hasPriorities ? lastNotBelow(run, station, record) : station.tail
  if (before === NONE) {
    records.setNext(record, station.head)
    station.head = record
  } else {
    records.setNext(record, records.nextOf(before))
    records.setNext(before, record)
  }
  if (before === station.tail) station.tail = record

  const link = run.links[records.linkOf(record)]!
  if (link.expiryMs < Number.POSITIVE_INFINITY) planExpiry(run, record, link)
}

/** What its broker has kept before has been waiting since. */
function planExpiry(run: Run, record: number, { expiryMs, takesPoolSlotAtTarget }: Link): void {
  const ageMs = takesPoolSlotAtTarget ? run.now - run.records.calledAtOf(record) : 0
  run.later(ageMs === 0 ? run.events.fifoOf(expiryMs) : NONE, Math.max(0, expiryMs - ageMs), K.expiry, record)
}

/** The last request in the queue with at least the priority of this one; NONE: there is none. */
function lastNotBelow(run: Run, station: Station, record: number): number {
  const priorityOf = (one: number) => run.links[run.records.linkOf(one)]!.model.priority
  const own = priorityOf(record)
  let last = NONE
  for (let other = station.head; other !== NONE && priorityOf(other) >= own; other = run.records.nextOf(other))
    last = other
  return last
}

function start(run: Run, station: Station, record: number): void {
  const { records, now } = run
  station.busy.up(now)
  station.started += 1
  station.waitSum += now - records.arrivedAtOf(record)
  records.setState(record, S.serving)
  records.mark(record, F.hasSlot)
  if (!station.hasPlainTimes && waitForStorage(run, station, record)) return
  beginService(run, station, record)
}

/** Ends a service. */
export function serve(run: Run, record: number): Next {
  const { records, now } = run
  if (run.outdatedEnds.size > 0 && isOutdated(run, record)) return K.none
  // An outage has ended it.
  if (records.stateOf(record) !== S.serving) return K.none
  const station = run.stations[records.stationOf(record)]!
  if ((station.isPaused || station.outages > 0) && goesOnAfterOutage(run, record, station)) return K.none
  station.serviceSum += now - records.startedAtOf(record)
  records.setState(record, S.underWay)
  return endService(run, station, record)
}

/** Whether a service continues, since outages interrupted it. */
function goesOnAfterOutage(run: Run, record: number, station: Station): boolean {
  const { records } = run
  const leftMs = station.leftAfterOutages(records.outagesOf(record), run.now)
  records.setOutages(record, station.outages)
  if (station.isPaused) station.suspended.push({ record, generation: records.generationOf(record), leftMs })
  else if (leftMs > 0) run.later(NONE, leftMs, K.served, record)
  return station.isPaused || leftMs > 0
}

/** Ends the services that are complete at a processor-sharing station. */
export function serveShared(run: Run, index: number): Next {
  const station = run.stations[index]!
  endShared(run, station)
  const jobs = station.shared
  for (let ended = 0; jobs !== null && ended < jobs.endedCount; ended += 1) {
    const record = jobs.ended[ended]!
    const next = endService(run, station, record)
    if (next !== K.none) run.soon(next, record)
  }
  return K.none
}

/** After a service: a random failure, a cache hit, or the next step. */
function endService(run: Run, station: Station, record: number): Next {
  const { streams } = run
  if (run.tracer !== null) run.tracer.served(record)
  const { failureProbability } = station
  if (failureProbability > 0 && streams.uniform(station.failureStream) < failureProbability) {
    return fail(run, record, EVENT_FAILURES.randomFailure)
  }
  const node = run.nodes[station.node]!
  return node.mayHit ? lookUp(run, node, record) : K.advance
}

/** Asks the cache of a node. */
export function lookUp(run: Run, node: RunningNode, record: number): Next {
  const { records } = run
  const requestClass = records.classOf(record)
  let hitRate = node.hitRate[requestClass]!
  if (hitRate > 0) node.lookups += 1
  if (requestClass === READ) hitRate = run.closedDemand.hitRate(hitRate, node.model.hitsByDemand)
  const isHit = hitRate > 0 && (node.items === null ? isHitByChance(run, node, hitRate) : hasItem(run, node, record))
  if (isHit) {
    records.mark(record, F.hit)
    node.hits += 1
  }
  return K.advance
}

const isHitByChance = ({ streams }: Run, node: RunningNode, hitRate: number): boolean =>
  !node.isCold && streams.uniform(node.hitStream) < hitRate

/** Whether the cache has the item of a request; if not, it is fetched. */
function hasItem({ streams, fetches }: Run, node: RunningNode, record: number): boolean {
  if (node.items === null || node.isCold) return false
  const item = node.items.itemAt(streams.uniform(node.hitStream))
  const isThere = node.items.ask(item, streams.uniform(node.hitStream))
  if (!isThere) fetches.begin(record, node.items, item)
  return isThere
}

/** Keeps the slot of a visit while it waits for a call. */
export function hold(run: Run, record: number): void {
  const { records } = run
  if (!records.has(record, F.hasSlot) || records.has(record, F.holds)) return
  records.mark(record, F.holds)
  run.stations[records.stationOf(record)]!.held.up(run.now)
}

/** Ends a visit at its station, if it is at one; its slot goes to the next request in the queue. */
export function leave(run: Run, record: number, isFailed: boolean): void {
  closeLink(run, record)
  leaveStation(run, record, isFailed)
}

/** As `leave`, but for the call of the visit: it stays open. */
export function leaveStation(run: Run, record: number, isFailed: boolean): void {
  const { records, now } = run
  if (!records.has(record, F.atStation)) return
  const station = run.stations[records.stationOf(record)]!
  const hadSlot = records.has(record, F.hasSlot)
  const held = records.has(record, F.holds)
  records.unmark(record, F.atStation | F.hasSlot | F.holds)
  records.setStation(record, NONE)
  station.leave(now)
  if (isFailed) station.failed += 1
  else station.completed += 1
  station.noteResponse(now - records.arrivedAtOf(record))
  if (!hadSlot) return
  station.busy.down(now)
  if (held) station.held.down(now)
  if (!station.hasPlainTimes && station.model.coldStart !== null) station.idleSince.push(now)
  if (station.head !== NONE) startWaiting(run, station)
}

/** Starts queued requests while there are free slots. */
export function startWaiting(run: Run, station: Station): void {
  const { records } = run
  while (station.head !== NONE && station.busy.count < station.slots && !station.isPaused) {
    const record = station.head
    station.head = records.nextOf(record)
    if (station.head === NONE) station.tail = NONE
    if (records.stateOf(record) === S.dropped) {
      records.giveBack(record)
      continue
    }
    station.queued.down(run.now)
    start(run, station, record)
  }
}

/** Interrupts a service for good; `leave` frees the slot. */
export function stopServing(run: Run, record: number, station: Station): void {
  const { records, now } = run
  if (station.shared !== null) {
    leaveShared(run, station, record)
    return
  }
  station.serviceSum += Math.max(0, now - records.startedAtOf(record))
  if (station.storageLines.size > 0) endWaiting(run, station, record)
}

/** Expires a request in the queue. */
export function expire(run: Run, record: number): Next {
  if (run.records.stateOf(record) !== S.queued) return K.none
  const station = run.stations[run.records.stationOf(record)]!
  station.expired += 1
  run.links[run.records.callLinkOf(record)]!.expired += 1
  dropQueued(run, station, record)
  run.records.setReason(record, run.requests.codeOf(EVENT_FAILURES.expired))
  return K.callFailed
}

/** Drops a request from the queue; the list skips it later. */
export function dropQueued(run: Run, station: Station, record: number): void {
  station.leave(run.now)
  station.queued.down(run.now)
  run.records.setState(record, S.dropped)
  run.records.unmark(record, F.atStation)
}

/** Fails a visit; a caller that waits for a response learns of it after the latency. */
export function fail(run: Run, record: number, reason: string): Next {
  leave(run, record, true)
  return failRecord(run, record, run.requests.codeOf(reason))
}

/** Fails a visit that has left its station, for a reason by its code. */
export function failRecord(run: Run, record: number, code: number): Next {
  const { records } = run
  records.setReason(record, code)
  if (records.has(record, F.root)) return K.requestFailed
  const call = run.links[records.callLinkOf(record)]!
  return call.replies ? sendFailure(run, record, call) : K.callFailed
}
