/*
 * The compiled core: simulates the common events of a run by the same rules as the engine's own code, which it calls for what is rare
 * (hooks.ts).
 */

import { acknowledged, reply } from './answers'
import { arrival, requestDone } from './arrivals'
import { advance } from './calls'
import { carry } from './crossing'
import { agenda, agendaLength, at, eventGeneration, eventKind, eventRecord, lastTime, next } from './events'
import { callFailed, requestFailed, retry, timeOut } from './failures'
import * as js from './hooks'
import {
  K_acknowledged,
  K_advance,
  K_arrival,
  K_arrive,
  K_callFailed,
  K_control,
  K_expiry,
  K_none,
  K_poolExpiry,
  K_poolSlotTaken,
  K_replied,
  K_requestDone,
  K_requestFailed,
  K_retry,
  K_served,
  K_sharedServed,
  K_storageTurn,
  K_timeout,
  S_pooled,
  S_queued,
} from './numbers'
import { poolSlotTaken } from './pooling'
import { exponential } from './random'
import { LinkRow, TrafficRow } from './rows'
import { serveShared } from './sharing'
import { generationOf, run, sinceStart, stateOf, stationAt } from './state'
import { takeTurn } from './storage'
import { arriveAtTarget, serve } from './visits'

export function work(untilMs: f64, most: i32): i32 {
  let steps = 0
  while (steps < most) {
    let kind: i32
    if (agendaLength > 0) {
      agendaLength -= 1
      kind = load<i32>(agenda + (<usize>agendaLength << 3))
      run.record = load<i32>(agenda + (<usize>agendaLength << 3), 4)
    } else {
      if (!next(untilMs)) break
      run.now = lastTime
      const record = eventRecord
      // As isDead, whose answer would be made a number first.
      if (record >= 0) if (generationOf(record) != eventGeneration) continue
      run.record = record
      kind = eventKind
    }
    steps += 1
    do kind = dispatch(kind)
    while (kind != K_none)
  }
  return steps
}

export function dispatch(kind: i32): i32 {
  const record = run.record
  switch (kind) {
    case K_advance: return advance(record)
    case K_arrive: return arriveAtTarget(record)
    case K_served: return serve(record)
    case K_replied: return reply(record)
    case K_requestDone: return requestDone(record)
    case K_arrival: return arrival(-1 - record)
    case K_sharedServed: return serveShared(-1 - record)
    case K_poolSlotTaken: return poolSlotTaken(record)
    case K_acknowledged: return acknowledged(record)
    case K_storageTurn: return takeTurn(-1 - record)
    case K_control: return control(-1 - record)
    case K_timeout: return timeOut(record)
    case K_callFailed: return callFailed(record)
    case K_retry: return retry(record)
    case K_requestFailed: return requestFailed(record)
    case K_expiry: return stateOf(record) == S_queued ? js.slow(kind, record) : K_none
    case K_poolExpiry: return stateOf(record) == S_pooled ? js.slow(kind, record) : K_none
    default: return js.slow(kind, record)
  }
}

/** Messages beside the requests only use bandwidth. */
export function control(number: i32): i32 {
  const pointer = number < run.controls ? load<i32>(<usize>run.traffic + (<usize>number << 2)) : 0
  if (pointer == 0) return js.slow(K_control, -1 - number)
  const traffic = changetype<TrafficRow>(pointer)
  const link = changetype<LinkRow>(traffic.link)
  carry(link.requestLine, traffic.lineMs)
  link.otherBytes += traffic.bytes
  at(run.now + traffic.meanMs * exponential(traffic.stream), K_control, -1 - number, 0)
  return K_none
}

/** The time integral of the requests at all stations, ms, as `ModelRun.inSystemMs`. */
export function inSystemMs(): f64 {
  let sum: f64 = 0
  for (let index = 0; index < run.stations; index++) {
    const station = stationAt(index)
    sum += station.isShared != 0 ? sinceStart(station.sharing) : sinceStart(station.queued) + sinceStart(station.busy)
  }
  return sum
}

export { runRow, alloc, release, recordsAt, moreAt, recordRoom, take, giveBack } from './state'
export { setWords, setTables } from './random'
export { at, after, fifoOf, isExhausted, soon, soonLength, firstAddedFirst, eventGeneration } from './events'
export { addJob, removeJobAt } from './sharing'
export { addWaiting, firstWaiting, removeWaiting } from './storage'
export { trace, tracedRow, spanRow, traceBegan, traceCalled, traceArrived, traceStarted, traceServed, traceReplied, traceEnded, traceDropped } from './tracing'
