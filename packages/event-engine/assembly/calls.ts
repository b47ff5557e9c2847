/* As engine/calls.ts. */

import { chooseLink, linkOfStep } from './choosing'
import { respond, send } from './crossing'
import { after, soon } from './events'
import { codeOf, fail, refuse } from './failures'
import * as js from './hooks'
import {
  CLASS_BITS,
  F_askedHit,
  F_copyFailed,
  F_hasSlot,
  F_hit,
  F_holds,
  F_message,
  F_root,
  K_none,
  K_replied,
  K_requestDone,
  K_timeout,
  R_noTarget,
} from './numbers'
import { askForPoolSlot } from './pooling'
import { BucketRow, LinkRow, NodeRow, StepRow } from './rows'
import {
  INF,
  NONE,
  callerOf,
  classOf,
  has,
  linkAt,
  mark,
  moreOf,
  nodeAt,
  row,
  run,
  setCaller,
  setStep,
  sourceAt,
  stationAt,
  stepOf,
  take,
  unmark,
  up,
} from './state'
import { traceCalled } from './tracing'
import { published } from './values'
import { leave } from './visits'

export function nodeOf(record: i32): NodeRow {
  const r = row(record)
  return r.link == NONE ? nodeAt(sourceAt(r.callLink).node) : nodeAt(linkAt(r.link).target)
}

export function advance(record: i32): i32 {
  const node = nodeOf(record)
  const per = node.stepsPerClass
  const first = classOf(record) * per
  const steps = <usize>node.steps
  for (let index = stepOf(record); index < per; index++) {
    const pointer = load<i32>(steps + (<usize>(first + index) << 2))
    if (pointer == 0) break
    const step = changetype<StepRow>(pointer)
    if (step.unlessHit != 0 && has(record, F_hit | F_askedHit)) continue
    setStep(record, index)
    if (step.copies != 0) {
      if (sendCopies(record, step)) return K_none
      continue
    }
    const chosen = chooseLink(node, step, record)
    if (chosen == 0) return fail(record, codeOf(R_noTarget))
    const link = changetype<LinkRow>(chosen)
    if (has(record, F_root) && moreOf(record).tries > 0) link.retries += 1
    if (step.inBackground != 0 || link.message == 1) {
      const message = publish(NONE, record, link)
      const follows = begin(message, link)
      if (follows != K_none) soon(follows, message)
      continue
    }
    const isLast = index + 1 == per || load<i32>(steps + (<usize>(first + index + 1) << 2)) == 0
    if (link.isPlain != 0 && isLast && !has(record, F_message)) {
      leave(record, false)
      return move(record, link)
    }
    return beginAwaited(record, link)
  }
  leave(record, false)
  if (has(record, F_root)) return K_requestDone
  const call = linkAt(row(record).callLink)
  return call.replies != 0 ? respond(record, call) : K_replied
}

/** Sends a copy to every target. Returns whether the visit waits for one. */
export function sendCopies(record: i32, step: StepRow): bool {
  const isInBackground = step.inBackground != 0
  let awaited = 0
  let holds = false
  if (!isInBackground)
    for (let index = 0; index < step.count; index++) {
      const link = linkOfStep(step, index)
      if (link.message == 1) continue
      awaited += 1
      if (link.holds != 0 || link.message != 0) holds = true
    }
  if (awaited > 0) {
    if (holds) hold(record)
    else leave(record, false)
    row(record).pending = awaited
    unmark(record, F_copyFailed)
  }
  let group = 0
  let last: usize = 0
  for (let index = 0; index < step.count; index++) {
    const link = linkOfStep(step, index)
    if (has(record, F_root) && moreOf(record).tries > 0) link.retries += 1
    const isAwaited = !isInBackground && link.message == 2
    const copy = isInBackground || link.message != 0 ? publish(isAwaited ? record : NONE, record, link) : childOf(record, record)
    group = changetype<usize>(link) == last ? group + 1 : 0
    last = changetype<usize>(link)
    if (link.parts > 1) js.notePart(copy, group)
    const follows = begin(copy, link)
    if (follows != K_none) soon(follows, copy)
  }
  return awaited > 0
}

export function beginAwaited(record: i32, link: LinkRow): i32 {
  const isMessage = link.message != 0
  if (link.holds != 0 || isMessage) hold(record)
  else leave(record, false)
  row(record).pending = 0
  const called = isMessage ? publish(record, record, link) : childOf(record, record)
  run.record = called
  return begin(called, link)
}

export function childOf(parent: i32, model: i32): i32 {
  const child = take()
  const c = row(child), m = row(model)
  setCaller(child, parent)
  c.marks |= m.marks & (3 << CLASS_BITS)
  c.user = m.user
  c.serial = m.serial
  return child
}

export function publish(caller: i32, sender: i32, link: LinkRow): i32 {
  const record = childOf(caller, sender)
  mark(record, F_message)
  const m = moreOf(record)
  m.publishedAt = run.now
  m.keptSince = INF
  published(link.messages)
  return record
}

export function hold(record: i32): void {
  if (!has(record, F_hasSlot) || has(record, F_holds)) return
  mark(record, F_holds)
  up(stationAt(row(record).station).held)
}

/** The number of the reason of a limit. */
export function limitCode(limit: i32): i32 {
  const bucket = changetype<BucketRow>(limit)
  if (bucket.code == 0) bucket.code = js.limitCode(limit) + 1
  return bucket.code - 1
}

/** The limit that refuses; 0: none does. */
export function refusal(limits: i32): i32 {
  for (let one = limits; one != 0; ) {
    const b = changetype<BucketRow>(one)
    b.tokens = min<f64>(b.burst, b.tokens + ((run.now - b.since) * b.perSecond) / 1000)
    b.since = run.now
    if (b.tokens < 1 - 1e-9) return one
    b.tokens -= 1
    one = b.next
  }
  return 0
}

export function move(record: i32, link: LinkRow): i32 {
  row(record).link = link.index
  run.attempts += 1
  link.attempts += 1
  link.unsent += 1
  if (run.isTraced != 0) traceCalled(record, NONE, link.index)
  const refused = link.isLimited != 0 ? refusal(link.limits) : 0
  return refused == 0 ? send(record, link, 0) : refuse(record, link, limitCode(refused), false)
}

export function begin(record: i32, link: LinkRow): i32 {
  if (link.beginsSlowly != 0) return js.begin(record, link.index)
  const r = row(record)
  r.link = link.index
  r.callLink = link.index
  r.calledAt = run.now
  run.attempts += 1
  link.attempts += 1
  link.unsent += 1
  const isWaitedFor = r.parent >= 0
  if (isWaitedFor) link.awaited += 1
  if (run.isTraced != 0) traceCalled(record, callerOf(record), link.index)
  if (link.timeoutFifo >= 0 && (isWaitedFor || (r.marks & F_message) == 0)) after(link.timeoutFifo, K_timeout, record, r.generation)
  const refused = link.isLimited != 0 ? refusal(link.limits) : 0
  if (refused != 0) return refuse(record, link, limitCode(refused), true)
  return link.asksForPoolSlot != 0 ? askForPoolSlot(record, link) : send(record, link, 0)
}
