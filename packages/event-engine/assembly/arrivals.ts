/* As engine/arrivals.ts. */

import { at, eventGeneration, later } from './events'
import * as js from './hooks'
import { C_arrived, C_kept, F_root, K_advance, K_arrival, K_none, K_requestDone } from './numbers'
import { draw, uniform } from './random'
import { NONE, classOf, giveBack, row, run, setClass, sourceAt, take } from './state'
import { traceBegan, traceEnded } from './tracing'
import { complete, countRequest } from './values'

export function arrival(index: i32): i32 {
  const source = sourceAt(index)
  if (eventGeneration != source.arrivalNumber) return K_none
  if (source.comesSlowly == 2) return js.slow(K_arrival, -1 - index)
  if (source.comesSlowly == 1) {
    js.planArrival(index)
  } else {
    const dueAt = run.now + draw(source.interarrival, source.arrivalStream) * source.steadyMs
    source.arrivalNumber += 1
    if (dueAt <= run.horizon) at(dueAt, K_arrival, -1 - index, source.arrivalNumber)
  }
  let user: i32 = 0
  if (run.asksForUsers != 0) user = <i32>(source.firstUser + floor(uniform(source.userStream) * source.usersOfKind))
  let c = source.onlyClass
  if (c < 0) {
    const u = uniform(source.classStream)
    c = u < source.mix0 ? 0 : u < source.mix1 ? 1 : u < source.mix2 ? 2 : 3
  }
  const record = take()
  const r = row(record)
  r.marks |= F_root
  setClass(record, c)
  r.user = user
  r.link = NONE
  r.callLink = index
  r.calledAt = run.now
  r.serial = run.serial
  run.serial += 1
  run.arrived += 1
  countRequest(index * 4 + c, C_arrived)
  if (run.isTraced != 0) traceBegan(record, source.node)
  run.record = record
  if (source.hasLocalWork == 0) return K_advance
  const hit = c == 0 ? source.hit0 : c == 1 ? source.hit1 : c == 2 ? source.hit2 : source.hit3
  const isHit = hit > 0 && uniform(source.classStream) < hit
  if (isHit) countRequest(index * 4 + c, C_kept)
  const follows = isHit ? K_requestDone : K_advance
  if (source.localMs == 0) return follows
  later(source.localFifo, source.localMs, follows, record)
  return K_none
}

export function requestDone(record: i32): i32 {
  const r = row(record)
  const isSlow = complete(r.callLink * 4 + classOf(record), r.serial, run.now - r.calledAt)
  if (run.isTraced != 0) traceEnded(record, 0, isSlow)
  giveBack(record)
  return K_none
}
