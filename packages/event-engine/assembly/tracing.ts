/* The spans of all requests that are under way, as in engine/tracer.ts. */

import * as js from './hooks'
import { NONE, generationOf, grown, largerRoom, linkAt, room, row, run } from './state'

@unmanaged export class Traced { startedAt: f64; serial: i32; client: i32; first: i32; last: i32; next: i32 }
@unmanaged export class Span {
  called: f64; arrived: f64; started: f64; ended: f64; replied: f64
  node: i32; link: i32; depth: i32; next: i32; record: i32; failure: i32
}
@unmanaged export class OfRecord { request: i32; span: i32; generation: i32 }
export const TRACED_BYTES: usize = 32
export const SPAN_BYTES: usize = 64
export const BUCKETS: i32 = 0x10000
export let traced: usize = 0
export let tracedRoom: i32 = 0
export let tracedMade: i32 = 0
export let freeTraced: i32 = NONE
export let spans: usize = 0
export let spanRoom: i32 = 0
export let spansMade: i32 = 0
export let freeSpan: i32 = NONE
export let ofRecords: usize = 0
export let ofRecordRoom: i32 = 0
export let tracedBySerial: usize = 0

@inline export function tracedAt(index: i32): Traced {
  return changetype<Traced>(traced + <usize>index * TRACED_BYTES)
}

@inline export function spanAt(index: i32): Span {
  return changetype<Span>(spans + <usize>index * SPAN_BYTES)
}

@inline export function ofRecord(record: i32): OfRecord {
  return changetype<OfRecord>(ofRecords + <usize>record * 12)
}

@inline export function bucketOfSerial(serial: i32): usize {
  return tracedBySerial + (<usize>(serial & (BUCKETS - 1)) << 2)
}

/** Begins to trace. */
export function trace(): void {
  run.isTraced = 1
  tracedBySerial = heap.alloc(BUCKETS * 4)
  memory.fill(tracedBySerial, 0xff, BUCKETS * 4)
}

export function tracedRow(request: i32): i32 {
  return <i32>changetype<usize>(tracedAt(request))
}

export function spanRow(span: i32): i32 {
  return <i32>changetype<usize>(spanAt(span))
}

export function takeTraced(): i32 {
  if (freeTraced != NONE) {
    const request = freeTraced
    freeTraced = tracedAt(request).next
    return request
  }
  if (tracedMade == tracedRoom) {
    const larger = tracedRoom == 0 ? 1024 : largerRoom(tracedRoom)
    traced = grown(traced, tracedRoom * <i32>TRACED_BYTES, larger * <i32>TRACED_BYTES)
    tracedRoom = larger
  }
  tracedMade += 1
  return tracedMade - 1
}

export function takeSpan(): i32 {
  if (freeSpan != NONE) {
    const span = freeSpan
    freeSpan = spanAt(span).next
    return span
  }
  if (spansMade == spanRoom) {
    const larger = spanRoom == 0 ? 1024 : largerRoom(spanRoom)
    spans = grown(spans, spanRoom * <i32>SPAN_BYTES, larger * <i32>SPAN_BYTES)
    spanRoom = larger
  }
  spansMade += 1
  return spansMade - 1
}

export function setMoments(span: i32, first: i32): void {
  const at = spans + <usize>span * SPAN_BYTES
  for (let moment = first; moment < 5; moment++) store<f64>(at + (<usize>moment << 3), run.now)
}

export function openSpan(record: i32, request: i32, node: i32, link: i32, depth: i32): void {
  const span = takeSpan()
  const s = spanAt(span)
  s.node = node
  s.link = link
  s.depth = depth
  s.next = NONE
  s.record = record
  s.failure = 0
  setMoments(span, 0)
  const t = tracedAt(request)
  if (t.first == NONE) t.first = span
  else spanAt(t.last).next = span
  t.last = span
  if (record >= ofRecordRoom) {
    ofRecords = grown(ofRecords, ofRecordRoom * 12, room * 12)
    memory.fill(ofRecords + ofRecordRoom * 12, 0xff, (room - ofRecordRoom) * 12)
    ofRecordRoom = room
  }
  const o = ofRecord(record)
  o.request = request
  o.span = span
  o.generation = generationOf(record)
}

/** The request that a record belongs to; NONE where that is over, or not followed. */
export function followed(record: i32): i32 {
  const serial = row(record).serial
  if (record < ofRecordRoom) {
    const request = ofRecord(record).request
    if (request != NONE && tracedAt(request).serial == serial) return request
  }
  let request = load<i32>(bucketOfSerial(serial))
  while (request != NONE && tracedAt(request).serial != serial) request = tracedAt(request).next
  return request
}

export function spanOf(record: i32): i32 {
  return record < ofRecordRoom && ofRecord(record).generation == generationOf(record) ? ofRecord(record).span : NONE
}

export function noteMoment(record: i32, moment: i32): void {
  if (followed(record) == NONE) return
  const span = spanOf(record)
  if (span != NONE) setMoments(span, moment)
}

export function traceBegan(record: i32, client: i32): void {
  const request = takeTraced()
  const t = tracedAt(request)
  const serial = row(record).serial
  t.serial = serial
  t.client = client
  t.first = NONE
  t.startedAt = run.now
  t.next = load<i32>(bucketOfSerial(serial))
  store<i32>(bucketOfSerial(serial), request)
  openSpan(record, request, client, NONE, 0)
}

export function traceCalled(record: i32, parent: i32, link: i32): void {
  const request = followed(record)
  if (request == NONE) return
  const caller = spanOf(parent == NONE ? record : parent)
  openSpan(record, request, linkAt(link).target, link, caller == NONE ? 1 : spanAt(caller).depth + 1)
}

export function traceArrived(record: i32): void {
  noteMoment(record, 1)
}

export function traceStarted(record: i32): void {
  noteMoment(record, 2)
}

export function traceServed(record: i32): void {
  noteMoment(record, 3)
}

/**
 * `failure`: 1 more than the code of why it failed; 0: it has not. A call may fail after its request has ended: where that is kept, its
 * span is told so; a span that is free forgets it when it is taken.
 */
export function traceReplied(record: i32, failure: i32): void {
  noteMoment(record, 4)
  const span = spanOf(record)
  if (failure != 0 && span != NONE && spanAt(span).record == record) spanAt(span).failure = failure
  if (record < ofRecordRoom) ofRecord(record).span = NONE
}

export function traceEnded(record: i32, failure: i32, isSlow: bool): void {
  const request = followed(record)
  if (request == NONE) return
  noteMoment(record, 4)
  const t = tracedAt(request)
  spanAt(t.first).replied = run.now
  if (failure != 0) spanAt(t.first).failure = failure
  if (record < ofRecordRoom) ofRecord(record).span = NONE
  const bucket = bucketOfSerial(t.serial)
  if (load<i32>(bucket) == request) store<i32>(bucket, t.next)
  else {
    let before = load<i32>(bucket)
    while (tracedAt(before).next != request) before = tracedAt(before).next
    tracedAt(before).next = t.next
  }
  t.serial = NONE
  // It stays with all its spans for as long as it is among the slowest.
  if (isSlow) js.traced(request, record)
  else traceDropped(request)
}

/** Gives back a request that has ended, with its spans. */
export function traceDropped(request: i32): void {
  const t = tracedAt(request)
  spanAt(t.last).next = freeSpan
  freeSpan = t.first
  t.next = freeTraced
  freeTraced = request
}
