/* Memory, what concerns the run as a whole, call records and levels. */

import {
  CLASS_BITS,
  LINE,
  LinkRow_BYTES,
  NodeRow_BYTES,
  STATE_BITS,
  STEP_BITS,
  S_free,
  S_underWay,
  SourceRow_BYTES,
  StationRow_BYTES,
} from './numbers'
import { CallRow, LevelRow, LinkRow, NEXT, NodeRow, RunRow, SourceRow, StationRow } from './rows'

export const NONE: i32 = -1
export const GIVEN_UP: i32 = -2
export const SEVERAL: i32 = -2
export const INF: f64 = Infinity

const RUN_BYTES: i32 = 256
export const run = changetype<RunRow>(memory.data(RUN_BYTES, 16))
// The memory may be that of a run before.
memory.fill(changetype<usize>(run), 0, RUN_BYTES)

export function runRow(): i32 {
  return <i32>changetype<usize>(run)
}

/** Memory of zeros. */
export function alloc(bytes: i32): i32 {
  const at = heap.alloc(bytes)
  memory.fill(at, 0, bytes)
  return <i32>at
}

export function release(at: i32): void {
  heap.free(<usize>at)
}

/** Small arrays double, large ones grow by half. */
export function largerRoom(room: i32): i32 {
  return room < 4096 ? room * 2 : room + (room >> 1)
}

/**
 * Where a larger copy of an array is, of which so many bytes are in use; the rest is zeros, and the array is given back. It begins with a
 * line, so that a row of one, or of half of one, never lies in two. Before it stands where its memory begins. `from`: 0 for a new one.
 */
export function grown(from: usize, used: i32, bytes: i32): usize {
  const block = heap.alloc(<usize>bytes + sizeof<usize>() + LINE)
  const to = (block + sizeof<usize>() + LINE) & ~(LINE - 1)
  store<usize>(to - sizeof<usize>(), block)
  memory.copy(to, from, used)
  memory.fill(to + used, 0, bytes - used)
  if (from != 0) heap.free(load<usize>(from - sizeof<usize>()))
  return to
}

@inline export function stationAt(index: i32): StationRow {
  return changetype<StationRow>(run.stationRows + index * StationRow_BYTES)
}

@inline export function linkAt(index: i32): LinkRow {
  return changetype<LinkRow>(run.linkRows + index * LinkRow_BYTES)
}

@inline export function nodeAt(index: i32): NodeRow {
  return changetype<NodeRow>(run.nodeRows + index * NodeRow_BYTES)
}

@inline export function sourceAt(index: i32): SourceRow {
  return changetype<SourceRow>(run.sourceRows + index * SourceRow_BYTES)
}

/** `storagePlace`: where it waits in the line of a storage, or has waited. */
@unmanaged export class More { publishedAt: f64; keptSince: f64; tries: i32; storagePlace: i32 }
export let records: usize = grown(0, 0, 256 * 64)
export let more: usize = grown(0, 0, 256 * 24)
export let room: i32 = 256
export let free: i32 = NONE

export function recordsAt(): i32 {
  return <i32>records
}

export function moreAt(): i32 {
  return <i32>more
}

export function recordRoom(): i32 {
  return room
}

@inline export function row(record: i32): CallRow {
  return changetype<CallRow>(records + (<usize>record << 6))
}

@inline export function moreOf(record: i32): More {
  return changetype<More>(more + <usize>record * 24)
}

@inline export function nextOf(record: i32): i32 {
  return load<i32>(records + (<usize>record << 6), NEXT)
}

@inline export function setNext(record: i32, next: i32): void {
  store<i32>(records + (<usize>record << 6), next, NEXT)
}

@inline export function has(record: i32, flags: i32): bool {
  return (row(record).marks & flags) != 0
}

@inline export function mark(record: i32, flags: i32): void {
  row(record).marks |= flags
}

@inline export function unmark(record: i32, flags: i32): void {
  row(record).marks &= ~flags
}

@inline export function stateOf(record: i32): i32 {
  return (row(record).marks >> STATE_BITS) & 7
}

@inline export function setState(record: i32, state: i32): void {
  const r = row(record)
  r.marks = (r.marks & ~(7 << STATE_BITS)) | (state << STATE_BITS)
}

@inline export function classOf(record: i32): i32 {
  return (row(record).marks >> CLASS_BITS) & 3
}

@inline export function setClass(record: i32, c: i32): void {
  const r = row(record)
  r.marks = (r.marks & ~(3 << CLASS_BITS)) | (c << CLASS_BITS)
}

@inline export function stepOf(record: i32): i32 {
  return row(record).marks >>> STEP_BITS
}

@inline export function setStep(record: i32, step: i32): void {
  const r = row(record)
  r.marks = (r.marks & ((1 << STEP_BITS) - 1)) | (step << STEP_BITS)
}

@inline export function generationOf(record: i32): i32 {
  return row(record).generation
}

@inline export function isDead(record: i32, generation: i32): bool {
  return record >= 0 && row(record).generation != generation
}

@inline export function hadCaller(record: i32): bool {
  return row(record).parent >= 0
}

export function callerOf(record: i32): i32 {
  const r = row(record)
  const parent = r.parent
  if (parent < 0) return NONE
  return row(parent).generation == r.parentGeneration ? parent : NONE
}

export function setCaller(record: i32, caller: i32): void {
  const r = row(record)
  r.parent = caller
  if (caller != NONE) r.parentGeneration = row(caller).generation
}

export function growRecords(): void {
  const larger = largerRoom(room)
  records = grown(records, room * 64, larger * 64)
  more = grown(more, room * 24, larger * 24)
  run.moves += 1
  room = larger
}

export function take(): i32 {
  let record = free
  if (record == NONE) {
    record = run.made
    run.made += 1
    if (record == room) growRecords()
  } else free = nextOf(record)
  run.inUse += 1
  const r = row(record)
  r.station = NONE
  r.marks = S_underWay << STATE_BITS
  r.pending = 0
  r.parent = NONE
  moreOf(record).tries = 0
  return record
}

export function giveBack(record: i32): void {
  const r = row(record)
  r.generation += 1
  r.marks = S_free
  setNext(record, free)
  free = record
  run.inUse -= 1
}

@inline export function up(level: i32): void {
  const l = changetype<LevelRow>(level)
  l.count += 1
  l.balance -= run.now
}

@inline export function down(level: i32): void {
  const l = changetype<LevelRow>(level)
  l.count -= 1
  l.balance += run.now
}

@inline export function count(level: i32): i32 {
  return changetype<LevelRow>(level).count
}

/** The integral of a level since the start of the run, ms. */
export function sinceStart(level: i32): f64 {
  const l = changetype<LevelRow>(level)
  return l.balance + <f64>l.count * run.now
}
