/* As engine/storage.ts and engine/storage-line.ts. */

import { at } from './events'
import * as js from './hooks'
import { F_holds, K_none, K_storageTurn } from './numbers'
import { StationRow, StorageLineRow } from './rows'
import { INF, NONE, classOf, count, down, mark, moreOf, row, run, stationAt, unmark, up } from './state'
import { beginService, noteMostQueue, of4 } from './visits'

/** One that waits in the ring of a line; no record: it was taken out. Places in the ring only rise. */
@unmanaged class Waiting { since: f64; record: i32 }

@inline function waitingAt(line: StorageLineRow, place: i32): Waiting {
  return changetype<Waiting>(<usize>line.ring + (<usize>(place & (line.room - 1)) << 4))
}

function put(line: StorageLineRow, record: i32, since: f64): void {
  const place = line.head + line.length
  const waiting = waitingAt(line, place)
  waiting.since = since
  waiting.record = record
  moreOf(record).storagePlace = place
  line.length += 1
}

/** Drops those that were taken out, and makes the ring larger where few were. */
function makeRoom(line: StorageLineRow): void {
  const ring = line.ring, room = line.room, head = line.head, length = line.length
  line.room = max(16, line.waits * 2 > room ? room * 2 : room)
  line.ring = <i32>heap.alloc(line.room * 16)
  line.head = 0
  line.length = 0
  for (let index = 0; index < length; index++) {
    const waiting = changetype<Waiting>(<usize>ring + (<usize>((head + index) & (room - 1)) << 4))
    if (waiting.record != NONE) put(line, waiting.record, waiting.since)
  }
  if (ring != 0) heap.free(<usize>ring)
}

export function addWaiting(pointer: i32, record: i32, since: f64): void {
  const line = changetype<StorageLineRow>(pointer)
  if (line.length == line.room) makeRoom(line)
  put(line, record, since)
  line.waits += 1
}

/** The record that has waited longest; NONE: none waits. */
export function firstWaiting(pointer: i32): i32 {
  const line = changetype<StorageLineRow>(pointer)
  while (line.length > 0) {
    const record = waitingAt(line, line.head).record
    if (record != NONE) return record
    line.head += 1
    line.length -= 1
  }
  return NONE
}

/** Since when a record has waited, which is taken out; NaN: it does not wait here. */
export function removeWaiting(pointer: i32, record: i32): f64 {
  const line = changetype<StorageLineRow>(pointer)
  const place = moreOf(record).storagePlace
  if (<u32>(place - line.head) >= <u32>line.length) return NaN
  const waiting = waitingAt(line, place)
  if (waiting.record != record) return NaN
  waiting.record = NONE
  line.waits -= 1
  return waiting.since
}

@inline function freeAt(station: StationRow, line: i32): f64 {
  return line == 0 ? station.lineFreeAt0 : station.lineFreeAt1
}

@inline function isPlanned(station: StationRow, line: i32): bool {
  return (line == 0 ? station.linePlanned0 : station.linePlanned1) != 0
}

@inline function setPlanned(station: StationRow, line: i32, isPlanned: i32): void {
  if (line == 0) station.linePlanned0 = isPlanned
  else station.linePlanned1 = isPlanned
}

/** Returns whether the visit waits. */
export function waitForStorage(station: StationRow, record: i32): bool {
  const c = classOf(record)
  const line = of4(changetype<usize>(station), offsetof<StationRow>('storage0'), c)
  if (line < 0) return false
  // The engine goes through its lines in the order in which they were first used.
  if ((line == 0 ? station.lineMade0 : station.lineMade1) == 0) js.makeLine(station.index, line)
  if (run.now >= freeAt(station, line) && !isPlanned(station, line) && station.isPaused == 0) {
    occupy(station, line, c)
    return false
  }
  up(station.atStorage)
  addWaiting(line == 0 ? station.line0 : station.line1, record, run.now)
  row(record).startedAt = INF
  mark(record, F_holds)
  up(station.held)
  noteMostQueue(station)
  if (run.now == row(record).arrivedAt) station.waited += 1
  if (station.isPaused == 0) planTurn(station, line)
  return true
}

function occupy(station: StationRow, line: i32, c: i32): void {
  const perSecond = load<f64>(changetype<usize>(station) + offsetof<StationRow>('perSecond0') + (<usize>c << 3))
  const isSpread = of4(changetype<usize>(station), offsetof<StationRow>('spread0'), c)
  const all = isSpread != 0 ? (perSecond * max<f64>(1, <f64>count(station.up))) / station.instances : perSecond
  const until = run.now + 1000 / all
  if (line == 0) station.lineFreeAt0 = until
  else station.lineFreeAt1 = until
}

function planTurn(station: StationRow, line: i32): void {
  if (isPlanned(station, line)) return
  setPlanned(station, line, 1)
  at(freeAt(station, line), K_storageTurn, -1 - (station.index * 2 + line), 0)
}

export function takeTurn(number: i32): i32 {
  const station = stationAt(number >> 1)
  const line = number & 1
  setPlanned(station, line, 0)
  if (station.isPaused == 0) serveLine(station, line)
  return K_none
}

function serveLine(station: StationRow, line: i32): void {
  const pointer = line == 0 ? station.line0 : station.line1
  let record = firstWaiting(pointer)
  for (; record != NONE && run.now >= freeAt(station, line); record = firstWaiting(pointer)) {
    station.waitSum += run.now - removeWaiting(pointer, record)
    down(station.atStorage)
    unmark(record, F_holds)
    down(station.held)
    occupy(station, line, classOf(record))
    beginService(station, record)
  }
  if (record != NONE) planTurn(station, line)
}
