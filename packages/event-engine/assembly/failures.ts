/* As engine/answers.ts, for calls that have failed. */

import { copyDone } from './answers'
import { begin, childOf } from './calls'
import { farOf } from './crossing'
import { fifoOf, later } from './events'
import * as js from './hooks'
import {
  ALL_FLAGS,
  F_copyFailed,
  F_message,
  F_notCounted,
  F_root,
  K_advance,
  K_callFailed,
  K_none,
  K_requestFailed,
  K_retry,
  K_timeout,
  REASON_BITS,
  R_nodeDown,
  R_outOfMemory,
  R_overload,
  R_packetLost,
  R_timeout,
  STEP_BITS,
  S_dropped,
  S_lost,
  S_pooled,
} from './numbers'
import { closeLink, releasePoolSlot } from './pooling'
import { DeliveriesRow, LinkRow, PartRow, StationRow } from './rows'
import {
  GIVEN_UP,
  NONE,
  callerOf,
  count,
  down,
  giveBack,
  hadCaller,
  has,
  linkAt,
  mark,
  moreOf,
  row,
  run,
  setState,
  sourceAt,
  stateOf,
} from './state'
import { traceReplied } from './tracing'
import { givenUp } from './values'
import { inSystem, leave } from './visits'

export const codes = memory.data<i32>([-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1])

/** Numbers of reasons are given as they are first met. */
export function codeOf(reason: i32): i32 {
  const at = codes + (<usize>reason << 2)
  let code = load<i32>(at)
  if (code < 0) {
    code = js.code(reason)
    store<i32>(at, code)
  }
  return code
}

@inline export function setReason(record: i32, code: i32): void {
  const r = row(record)
  r.marks = (r.marks & ~(0xff << REASON_BITS)) | (code << REASON_BITS)
}

@inline export function reasonOf(record: i32): i32 {
  return (row(record).marks >> REASON_BITS) & 0xff
}

export function refuse(record: i32, link: LinkRow, code: i32, isUnsent: bool): i32 {
  js.noteRefusal(link.index, code)
  if (!isUnsent) return failRecord(record, code)
  setReason(record, code)
  return K_callFailed
}

export function fail(record: i32, code: i32): i32 {
  leave(record, true)
  return failRecord(record, code)
}

export function failRecord(record: i32, code: i32): i32 {
  setReason(record, code)
  if (has(record, F_root)) return K_requestFailed
  const call = linkAt(row(record).callLink)
  if (call.replies == 0) return K_callFailed
  if (call.isCut != 0) return js.sendFailure(record, call.index)
  const ms = call.latencyMs + (farOf(record, call) ? call.farMs : 0)
  if (ms == 0) return K_callFailed
  later(fifoOf(ms), ms, K_callFailed, record)
  return K_none
}

export function failOnTheWay(record: i32, reason: i32, ms: f64): i32 {
  closeLink(record)
  setReason(record, codeOf(reason))
  const follows = has(record, F_root) ? K_requestFailed : K_callFailed
  if (ms == 0) return follows
  later(NONE, ms, follows, record)
  return K_none
}

export function lose(record: i32, link: LinkRow): i32 {
  link.lost += 1
  const hasTimeout = link.timeoutFifo != NONE && !has(record, F_root) && hadCaller(record)
  if (!hasTimeout) return failOnTheWay(record, R_packetLost, unhinderedMs(record, link))
  setState(record, S_lost)
  return K_none
}

export function unhinderedMs(record: i32, link: LinkRow): f64 {
  return link.setupMs + link.latencyMs + (farOf(record, link) ? link.farSetupMs + link.farMs : 0)
}

/** Why nothing more is admitted; below 0: something is. */
export function overflow(station: StationRow): i32 {
  if (station.instancesOut != 0) return js.overflow(station.index)
  const instances = count(station.instancesLevel)
  const there = <f64>inSystem(station)
  if (instances == 0) return R_nodeDown
  if (there >= station.admission * <f64>instances) return R_overload
  if (there >= station.memoryLimit * <f64>instances) return R_outOfMemory
  return NONE
}

export function reject(record: i32, station: StationRow, code: i32): i32 {
  station.rejected += 1
  return fail(record, code)
}

export function timeOut(record: i32): i32 {
  if (!hadCaller(record)) return K_none
  const r = row(record)
  const link = linkAt(r.callLink)
  const state = stateOf(record)
  const isMessage = (r.marks & F_message) != 0
  const isGone = state == S_pooled || state == S_lost
  if ((isGone && isMessage) || link.parts > 1 || link.mayRepeat != 0 || link.failsSlowly != 0) return js.slow(K_timeout, record)
  const parent = callerOf(record)
  const code = codeOf(R_timeout)
  link.awaited -= 1
  link.timedOut += 1
  link.failed += 1
  if (link.notesOutcomes != 0) js.noteOutcome(link.index, 0)
  const tries = moreOf(record).tries
  if (run.isTraced != 0) traceReplied(record, code + 1)
  r.parent = NONE
  if (state == S_pooled) {
    const part = changetype<PartRow>(link.poolPart)
    part.queued -= 1
    if (link.deliveries != 0) changetype<DeliveriesRow>(link.deliveries).queued -= 1
    down(link.poolQueue)
    closeLink(record)
    setState(record, S_dropped)
  } else if (state == S_lost) {
    closeLink(record)
    releasePoolSlot(record, link)
    giveBack(record)
  } else if (link.cancelsOnTimeout != 0 && !isMessage) {
    releasePoolSlot(record, link)
    js.cancel(record)
  } else {
    r.parent = GIVEN_UP
    if (!isMessage) {
      moreOf(record).publishedAt = run.now
      givenUp(link)
    }
  }
  return parent == NONE ? K_none : afterFailure(parent, link, code, tries)
}

export function callFailed(record: i32): i32 {
  const r = row(record)
  const link = linkAt(r.callLink)
  if ((r.marks & F_message) != 0 || r.parent == GIVEN_UP || link.parts > 1 || link.failsSlowly != 0) return js.slow(K_callFailed, record)
  closeLink(record)
  const parent = callerOf(record)
  const code = reasonOf(record)
  if (r.parent >= 0) {
    link.awaited -= 1
    link.failed += 1
    if (link.notesOutcomes != 0 && (r.marks & F_notCounted) == 0) js.noteOutcome(link.index, 0)
  }
  if (run.isTraced != 0) traceReplied(record, code + 1)
  const tries = moreOf(record).tries
  releasePoolSlot(record, link)
  if (stateOf(record) == S_dropped) row(record).parent = NONE
  else giveBack(record)
  return parent == NONE ? K_none : afterFailure(parent, link, code, tries)
}

export function afterFailure(parent: i32, link: LinkRow, code: i32, tries: i32): i32 {
  if (stateOf(parent) == S_lost) return K_none
  if (tries < link.retryCount) {
    const record = childOf(parent, parent)
    const ms = load<f64>(<usize>link.retryWaits + (<usize>tries << 3))
    const r = row(record)
    r.link = NONE
    r.callLink = link.index
    moreOf(record).tries = tries + 1
    later(load<i32>(<usize>link.retryFifos + (<usize>tries << 2)), ms, K_retry, record)
    return K_none
  }
  if (row(parent).pending > 0) {
    mark(parent, F_copyFailed)
    setReason(parent, code)
    return copyDone(parent)
  }
  run.record = parent
  return fail(parent, code)
}

export function retry(record: i32): i32 {
  const link = linkAt(row(record).callLink)
  const caller = callerOf(record)
  const isMessage = has(record, F_message)
  if (isMessage || link.failsSlowly != 0) return js.slow(K_retry, record)
  if (caller == NONE || stateOf(caller) == S_lost) {
    giveBack(record)
    return K_none
  }
  if (link.message != 0) return js.slow(K_retry, record)
  link.retries += 1
  return begin(record, link)
}

export function requestFailed(record: i32): i32 {
  const source = sourceAt(row(record).callLink)
  const tries = moreOf(record).tries
  if (source.failsSlowly != 0 || tries >= source.retryCount) return js.slow(K_requestFailed, record)
  moreOf(record).tries = tries + 1
  const r = row(record)
  r.link = NONE
  r.marks = (r.marks & ((1 << STEP_BITS) - 1)) & (F_root | ~ALL_FLAGS)
  later(NONE, load<f64>(<usize>source.retryWaits + (<usize>tries << 3)), K_advance, record)
  return K_none
}
