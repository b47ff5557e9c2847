/* As engine/visits.ts, engine/begin-service.ts and engine/storage.ts. */

import { limitCode, refusal } from './calls'
import { farOf, latencyMs } from './crossing'
import { after, at, later } from './events'
import { codeOf, fail, overflow, reject } from './failures'
import * as js from './hooks'
import {
  ALL_FLAGS,
  F_atStation,
  F_hasPoolSlot,
  F_hasSlot,
  F_hit,
  F_holds,
  F_isOpen,
  F_message,
  F_root,
  K_acknowledged,
  K_advance,
  K_arrive,
  K_expiry,
  K_none,
  K_served,
  R_randomFailure,
  STATE_BITS,
  STEP_BITS,
  S_dropped,
  S_queued,
  S_serving,
  S_underWay,
} from './numbers'
import { askForPoolSlot, closeLink } from './pooling'
import { draw, uniform } from './random'
import { LinkRow, NodeRow, StationRow } from './rows'
import { joinShared } from './sharing'
import { waitForStorage } from './storage'
import {
  INF,
  NONE,
  SEVERAL,
  callerOf,
  classOf,
  count,
  down,
  giveBack,
  has,
  linkAt,
  mark,
  nextOf,
  nodeAt,
  row,
  run,
  setCaller,
  setNext,
  setState,
  stateOf,
  stationAt,
  up,
} from './state'
import { traceArrived, traceServed, traceStarted } from './tracing'
import { noteValue } from './values'

export function arriveAtTarget(record: i32): i32 {
  const link = linkAt(row(record).link)
  if (link.mayRepeat != 0 && js.isRepeat(record)) return js.slow(K_arrive, record)
  const isMessage = has(record, F_message)
  if (isMessage && (link.keepsMessages != 0 || nodeAt(link.target).isHanging == 0)) acknowledge(record, link)
  return link.takesPoolSlotAtTarget != 0 && !has(record, F_hasPoolSlot) ? askForPoolSlot(record, link) : arrive(record)
}

export function acknowledge(record: i32, link: LinkRow): void {
  const sender = callerOf(record)
  if (sender == NONE) return
  if (link.isCut != 0) return js.acknowledge(record, link.index)
  const ms = latencyMs(link, farOf(sender, link))
  const leftMs = row(record).calledAt + link.timeoutMs - run.now
  setCaller(record, NONE)
  link.awaited -= 1
  if (ms < leftMs) later(NONE, ms, K_acknowledged, sender)
  else js.waitInVain(record, sender, link.index, leftMs)
}

export function arrive(record: i32): i32 {
  const r = row(record)
  const link = linkAt(r.link)
  const node = nodeAt(link.target)
  if (node.isUp == 0) return js.arrive(record)
  r.marks = (r.marks & ((1 << STEP_BITS) - 1)) & (F_root | F_isOpen | F_hasPoolSlot | F_message | ~ALL_FLAGS)
  if (run.isTraced != 0) traceArrived(record)
  const c = classOf(record)
  let index: i32
  if (link.stationOf != 0) index = load<i32>(<usize>link.stationOf + (<usize>c << 2))
  else {
    index = node.onlyStation
    if (index == SEVERAL) index = c == 0 ? node.station0 : c == 1 ? node.station1 : c == 2 ? node.station2 : node.station3
  }
  if (index == NONE) return K_advance
  const station = stationAt(index)
  if (station.isLimited != 0) {
    const refused = refusal(station.limits)
    let reason = NONE
    if (refused == 0 && !(<f64>inSystem(station) < station.mostAdmitted && station.instancesOut == 0)) reason = overflow(station)
    if (refused != 0 || reason >= 0) {
      if (node.isAvailable == 0 && node.hangingInstances > 0) return js.vanish(record)
      return reject(record, station, refused != 0 ? limitCode(refused) : codeOf(reason))
    }
  }
  r.arrivedAt = run.now
  enter(station, record)
  return K_none
}

@inline export function inSystem(station: StationRow): i32 {
  return station.isShared != 0 ? count(station.sharing) : count(station.queued) + count(station.busy)
}

@inline export function waiting(station: StationRow): i32 {
  return station.isShared != 0 ? count(station.beyondCores) : count(station.queued) + count(station.atStorage)
}

@inline export function beside(station: StationRow, index: i32): StationRow {
  return changetype<StationRow>(load<i32>(<usize>station.beside + (<usize>index << 2)))
}

export function enter(station: StationRow, record: i32): void {
  station.arrived += 1
  if (station.isShared != 0) up(station.sharing)
  row(record).station = station.index
  mark(record, F_atStation)
  if (station.isShared != 0) joinShared(station, record)
  else if (<f64>count(station.busy) < station.slots && station.isPaused == 0) start(station, record)
  else wait(station, record)
  let there = inSystem(station)
  for (let other = 0; other < station.besideCount; other++) there += inSystem(beside(station, other))
  if (there > station.mostInSystem) station.mostInSystem = there
}

export function noteMostQueue(station: StationRow): void {
  let there = waiting(station)
  for (let other = 0; other < station.besideCount; other++) there += waiting(beside(station, other))
  if (there > station.mostQueue) station.mostQueue = there
}

export function wait(station: StationRow, record: i32): void {
  if (station.hasPriorities != 0) return js.wait(record, station.index)
  setState(record, S_queued)
  up(station.queued)
  station.waited += 1
  noteMostQueue(station)
  const before = station.tail
  if (before == NONE) {
    setNext(record, station.head)
    station.head = record
  } else {
    setNext(record, nextOf(before))
    setNext(before, record)
  }
  station.tail = record
  const link = linkAt(row(record).link)
  if (link.expiryMs < INF) {
    const ageMs = link.takesPoolSlotAtTarget != 0 ? run.now - row(record).calledAt : 0
    later(ageMs == 0 ? link.expiryFifo : NONE, max<f64>(0, link.expiryMs - ageMs), K_expiry, record)
  }
}

@inline export function of4(row: usize, offset: usize, c: i32): i32 {
  return load<i32>(row + offset + (<usize>c << 2))
}

export function start(station: StationRow, record: i32): void {
  const r = row(record)
  up(station.busy)
  station.started += 1
  station.waitSum += run.now - r.arrivedAt
  r.marks = (r.marks & ~(7 << STATE_BITS)) | (S_serving << STATE_BITS) | F_hasSlot
  if (station.hasPlainTimes == 0 && waitForStorage(station, record)) return
  beginService(station, record)
}

export function beginService(station: StationRow, record: i32): void {
  if (station.hasColdStart != 0) return js.beginService(record, station.index)
  const r = row(record)
  r.startedAt = run.now
  r.pending = station.outages
  if (run.isTraced != 0) traceStarted(record)
  const link = linkAt(r.link)
  const factor = station.slowness * link.serviceFactor
  const c = classOf(record)
  const fifo = factor == 1 && link.serviceMs == 0 ? of4(changetype<usize>(station), offsetof<StationRow>('fifo0'), c) : NONE
  if (fifo >= 0) after(fifo, K_served, record, r.generation)
  else at(run.now + serviceMs(station, c, factor, link.serviceMs), K_served, record, r.generation)
}

export function serviceMs(station: StationRow, c: i32, factor: f64, moreMs: f64): f64 {
  const mean = load<f64>(changetype<usize>(station) + offsetof<StationRow>('meanMs0') + (<usize>c << 3))
  return (mean > 0 ? mean * draw(station.draw, station.serviceStream) : 0) * factor + station.extraMs + moreMs
}

export function serve(record: i32): i32 {
  if (stateOf(record) != S_serving) return K_none
  const r = row(record)
  const station = stationAt(r.station)
  if (station.isPaused != 0 || station.outages > 0) return js.slow(K_served, record)
  station.serviceSum += run.now - r.startedAt
  setState(record, S_underWay)
  return endService(station, record)
}

export function endService(station: StationRow, record: i32): i32 {
  if (run.isTraced != 0) traceServed(record)
  if (station.failureProbability > 0 && uniform(station.failureStream) < station.failureProbability) return fail(record, codeOf(R_randomFailure))
  const node = nodeAt(station.node)
  if (node.mayHit == 0) return K_advance
  if (node.hitsSlowly != 0) return js.lookUp(record, station.node)
  const c = classOf(record)
  const hitRate = load<f64>(changetype<usize>(node) + offsetof<NodeRow>('hitRate0') + (<usize>c << 3))
  if (hitRate > 0) {
    node.lookups += 1
    if (node.colds == 0 && uniform(node.hitStream) < hitRate) {
      mark(record, F_hit)
      node.hits += 1
    }
  }
  return K_advance
}

export function leave(record: i32, isFailed: bool): void {
  closeLink(record)
  leaveStation(record, isFailed)
}

export function leaveStation(record: i32, isFailed: bool): void {
  const r = row(record)
  const marks = r.marks
  if ((marks & F_atStation) == 0) return
  const station = stationAt(r.station)
  if (station.hasColdStart != 0) return js.leaveStation(record, isFailed)
  r.marks = marks & ~(F_atStation | F_hasSlot | F_holds)
  r.station = NONE
  if (station.isShared != 0) down(station.sharing)
  if (isFailed) station.failed += 1
  else station.completed += 1
  const responseMs = run.now - r.arrivedAt
  if (run.visits == 0) station.responseMs += responseMs
  else noteValue(run.visits, station.index, responseMs)
  if ((marks & F_hasSlot) == 0) return
  down(station.busy)
  if ((marks & F_holds) != 0) down(station.held)
  if (station.head != NONE) startWaiting(station)
}

export function startWaiting(station: StationRow): void {
  while (station.head != NONE && <f64>count(station.busy) < station.slots && station.isPaused == 0) {
    const record = station.head
    station.head = nextOf(record)
    if (station.head == NONE) station.tail = NONE
    if (stateOf(record) == S_dropped) {
      giveBack(record)
      continue
    }
    down(station.queued)
    start(station, record)
  }
}
