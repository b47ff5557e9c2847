import { EVENT_FAILURES } from '../failure-reasons.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import { chooseLink } from './choosing.ts'
import { acknowledgementMs, respond, send, sendAcknowledgement } from './crossing.ts'
import type { Link } from './link.ts'
import { closeLink, failExpired, openingMs, takePoolSlot } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { RunningNode, RunningStep } from './running-node.ts'
import { arrive, fail, failRecord, hold, leave } from './visits.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE

/** Continues a visit with its next step, or ends it. */
export function advance(run: Run, record: number): Next {
  const { records } = run
  const node = nodeOf(run, record)
  const { steps, stepsPerClass } = node
  const first = records.classOf(record) * stepsPerClass
  for (let index = records.stepOf(record); index < stepsPerClass; index += 1) {
    const step = steps[first + index]
    if (!step) break
    if (step.unlessHit && records.has(record, F.hit | F.askedHit)) continue
    records.setStep(record, index)
    if (step.copies) {
      if (sendCopies(run, record, step)) return K.none
      continue
    }
    const link = node.isOnCycle ? chooseOffPath(run, node, step, record) : chooseLink(run, node, step, record)
    if (link === null) continue
    if (link === undefined) return fail(run, record, EVENT_FAILURES.noTarget)
    noteRetry(run, record, link)
    if (step.inBackground || link.message === 'sent') {
      call(run, publish(run, { sender: record, link, isAwaited: false }), link)
      continue
    }
    const isLast = index + 1 === stepsPerClass || !steps[first + index + 1]
    if (link.isPlain && isLast && !node.isOnCycle && !records.has(record, F.message)) {
      leave(run, record, false)
      return move(run, record, link)
    }
    return beginAwaited(run, record, link)
  }
  return finish(run, record)
}

/**
 * Starts a call, or sends a message, that a visit waits for: until the reply, or until it is acknowledged. `passed`: links of its step
 * that others were tried before.
 */
export function beginAwaited(run: Run, record: number, link: Link, passed = 0): Next {
  const { records } = run
  const isMessage = link.message !== null
  if (link.holds || isMessage) hold(run, record)
  else leave(run, record, false)
  records.setPassed(record, passed)
  run.record = isMessage ? publish(run, { sender: record, link, isAwaited: true }) : childOf(run, record, record)
  return begin(run, run.record, link)
}

/** A record for a message. `isAwaited`: its sender waits until it is acknowledged. */
export function publish(run: Run, { sender, link, isAwaited }: Publishing): number {
  const record = childOf(run, isAwaited ? sender : NONE, sender)
  becomeMessage(run, record, link)
  return record
}

/** A record is of a message that its sender publishes now. */
export function becomeMessage(run: Run, record: number, link: Link): void {
  const { records, now } = run
  records.mark(record, F.message)
  records.setPublishedAt(record, now)
  records.setKeptSince(record, Number.POSITIVE_INFINITY)
  run.messages.publish(link.index, now)
}

/** A record for a message that its sender publishes again, whose broker knows it: it is acknowledged once more, and no other message. */
export function repeat(run: Run, sender: number): number {
  const record = childOf(run, sender, sender)
  run.repeats.set(record, run.records.generationOf(record))
  return record
}

export const isRepeat = ({ repeats, records }: Run, record: number): boolean =>
  repeats.size > 0 && repeats.get(record) === records.generationOf(record)

interface Publishing {
  readonly sender: number
  readonly link: Link
  readonly isAwaited: boolean
}

/** Sends a copy to every target that is not on the path. Returns whether the visit waits for one. */
function sendCopies(run: Run, record: number, { links, inBackground }: RunningStep): boolean {
  const { records } = run
  const targets = links.filter((link) => !isOnPath(run, record, link.target))
  const awaited = inBackground ? [] : targets.filter(({ model }) => model.message !== 'sent')
  if (awaited.length > 0) {
    if (awaited.some(({ holds, model }) => holds || model.message !== null)) hold(run, record)
    else leave(run, record, false)
    records.setPending(record, awaited.length)
    records.unmark(record, F.copyFailed)
  }
  let group = 0
  let last: Link | null = null
  for (const link of targets) {
    noteRetry(run, record, link)
    const isMessage = inBackground || link.model.message !== null
    const isAwaited = !inBackground && link.model.message === 'acknowledged'
    const copy = isMessage ? publish(run, { sender: record, link, isAwaited }) : childOf(run, record, record)
    // Copies over one link stand side by side: each is for another group.
    group = link === last ? group + 1 : 0
    last = link
    if (link.poolParts.length > 1) run.poolPartOf.set(copy, group)
    call(run, copy, link)
  }
  return awaited.length > 0
}

/** Counts the first call of a client's retry as a retry of its link. */
function noteRetry({ records }: Run, record: number, link: Link): void {
  if (records.has(record, F.root) && records.triesOf(record) > 0) link.retries += 1
}

/** Null where every link leads back to a node on the path. */
function chooseOffPath(run: Run, node: RunningNode, step: RunningStep, record: number): Link | undefined | null {
  const links = step.links.filter((link) => !isOnPath(run, record, link.target))
  if (links.length === step.links.length) return chooseLink(run, node, step, record)
  return links.length === 0 ? null : chooseLink(run, node, step.only(links), record)
}

/** The nodes before and of a visit. */
function pathOf(run: Run, record: number): readonly number[] {
  const { index } = nodeOf(run, record)
  // The record of a request may have been that of a call before.
  if (run.records.has(record, F.root)) return [index]
  const caller = run.records.callerOf(record)
  // An edit may have closed the cycle since the call was made.
  const before = run.paths.get(record) ?? (caller === NONE ? [] : pathOf(run, caller))
  return [index, ...before]
}

export const isOnPath = (run: Run, record: number, node: number): boolean => pathOf(run, record).includes(node)

/** The node of a visit: the target of the link it crossed last, or its client. */
export function nodeOf(run: Run, record: number): RunningNode {
  const link = run.records.linkOf(record)
  const node = link === NONE ? run.sources[run.records.callLinkOf(record)]!.model.node : run.links[link]!.target
  return run.nodes[node]!
}

/** A record for a call on behalf of the request of `model`. */
export function childOf(run: Run, parent: number, model: number): number {
  const { records } = run
  const child = records.take()
  records.setCaller(child, parent)
  records.setClass(child, records.classOf(model))
  records.setUser(child, records.userOf(model))
  records.setSerial(child, records.serialOf(model))
  if (run.hasCycles) notePath(run, child, model)
  return child
}

/** Notes the nodes before a call while its caller is there. */
function notePath(run: Run, record: number, caller: number): void {
  if (nodeOf(run, caller).isOnCycle) run.paths.set(record, pathOf(run, caller))
  else run.paths.delete(record)
}

/** Moves the visit's own record over a plain link: the call needs none of its own. */
function move(run: Run, record: number, link: Link): Next {
  run.records.setLink(record, link.index)
  run.attempts += 1
  link.attempts += 1
  link.unsent += 1
  if (run.tracer !== null) run.tracer.called(record, NONE, link.index)
  const refusal = link.isLimited ? link.refusal(run.now) : null
  return refusal === null ? send(run, record, link) : refuse(run, record, link, refusal)
}

/** Starts a call with a record of its own. */
export function call(run: Run, record: number, link: Link): void {
  const next = begin(run, record, link)
  if (next !== K.none) run.soon(next, record)
}

/** Starts a call: cached answer, breaker, limits, a pool slot; then it is sent. */
export function begin(run: Run, record: number, link: Link): Next {
  const { records, now } = run
  records.setLink(record, link.index)
  records.setCallLink(record, link.index)
  records.setCalledAt(record, now)
  run.attempts += 1
  link.attempts += 1
  link.unsent += 1
  if (records.hadCaller(record)) link.awaited += 1
  if (run.tracer !== null) run.tracer.called(record, records.callerOf(record), link.index)
  if (link.keepsAny && isKept(run, record, link)) return K.replied
  const isWaitedFor = !records.has(record, F.message) || records.hadCaller(record)
  if (link.timeoutFifo >= 0 && isWaitedFor)
    run.events.after(link.timeoutFifo, K.timeout, record, records.generationOf(record))
  if (link.breaker !== null) {
    const isAllowed = link.breaker.allows(now)
    link.noteBreaker(now)
    if (!isAllowed) {
      records.mark(record, F.notCounted)
      return refuseUnsent(run, record, link, EVENT_FAILURES.breakerOpen)
    }
  }
  const refusal = link.isLimited ? link.refusal(now) : null
  if (refusal !== null) return refuseUnsent(run, record, link, refusal)
  return link.asksForPoolSlot ? askForPoolSlot(run, record, link) : send(run, record, link)
}

/** Whether what its sender kept answers a call. */
function isKept(run: Run, record: number, link: Link): boolean {
  const { records } = run
  const caller = records.callerOf(record)
  const isOfUser = caller !== NONE && records.has(caller, F.root) && records.linkOf(caller) === NONE
  const source = isOfUser ? run.sources[records.callLinkOf(caller)]! : null
  const isHit = link.isKept(run, records.classOf(record), source)
  if (isHit && source !== null) run.requests.noteKept(source.index, records.classOf(record))
  return isHit
}

/** Asks for a pool slot: the call continues when it has one, or is refused. */
export function askForPoolSlot(run: Run, record: number, link: Link): Next {
  const outcome = takePoolSlot(run, record, link)
  if (outcome === 'taken') return poolSlotTaken(run, record)
  if (outcome === 'waits') return K.none
  closeLink(run, record)
  if (outcome === 'expired') return failExpired(run, record, link)
  const hasQueue = link.model.pool !== null && link.model.pool.queue > 0
  const reason = hasQueue ? EVENT_FAILURES.queueFull : EVENT_FAILURES.connectionRefused
  return link.takesPoolSlotAtTarget ? refuse(run, record, link, reason) : refuseUnsent(run, record, link, reason)
}

/** A call has got a pool slot: it is sent, or, at a broker, delivered. */
export function poolSlotTaken(run: Run, record: number): Next {
  const link = run.links[run.records.callLinkOf(record)]!
  return run.records.has(record, F.isOpen) ? arrive(run, record) : send(run, record, link, openingMs(link))
}

/** A call has crossed its link to the target, or to the broker in front of it. */
export function arriveAtTarget(run: Run, record: number): Next {
  const link = run.links[run.records.linkOf(record)]!
  if (link.keepsMessages && isRepeat(run, record)) {
    closeLink(run, record)
    return sendAcknowledgement(run, record, link)
  }
  const isMessage = run.records.has(record, F.message)
  if (isMessage && (link.keepsMessages || !run.nodes[link.target]!.isHanging)) acknowledge(run, record, link)
  const needsPoolSlot = link.takesPoolSlotAtTarget && !run.records.has(record, F.hasPoolSlot)
  return needsPoolSlot ? askForPoolSlot(run, record, link) : arrive(run, record)
}

/** Delivers a message once more that its consumer had when it crashed: the broker still has it. */
export function deliverAgain(run: Run, record: number, link: Link): void {
  const { records } = run
  records.setLink(record, link.index)
  records.setCallLink(record, link.index)
  records.setCalledAt(record, run.now)
  records.mark(record, F.isOpen)
  link.open += 1
  run.attempts += 1
  link.attempts += 1
  link.retries += 1
  run.messages.redeliver(link.index)
  if (run.tracer !== null) run.tracer.called(record, NONE, link.index)
  const next = askForPoolSlot(run, record, link)
  if (next !== K.none) run.soon(next, record)
}

/** A message is handed over: a sender that waits for that learns of it after the latency, unless its timeout comes first. */
export function acknowledge(run: Run, record: number, link: Link): void {
  const { records } = run
  const sender = records.callerOf(record)
  if (sender === NONE) return
  const ms = acknowledgementMs(run, sender, link)
  const leftMs = records.calledAtOf(record) + link.model.timeoutMs - run.now
  records.setCaller(record, NONE)
  link.awaited -= 1
  if (ms < leftMs) run.later(NONE, ms, K.acknowledged, sender)
  else waitInVain(run, { record, sender, link, leftMs })
}

interface NoAcknowledgement {
  readonly record: number
  readonly sender: number
  readonly link: Link
  /** Until the sender's timeout. */
  readonly leftMs: number
}

/** The sender of a message that is handed over waits on, by a record of its own, since the message may end before: for its timeout, or a failure. */
export function waitInVain(run: Run, { record, sender, link, leftMs }: NoAcknowledgement): void {
  const { records } = run
  const isRefused = link.isCut && link.cuts.hang === 0
  // Nothing ends the wait: the message reports its own outcome.
  if (link.isCut && !isRefused && leftMs === Number.POSITIVE_INFINITY) return
  records.setGivenUp(record)
  const wait = childOf(run, sender, record)
  link.awaited += 1
  records.setTries(wait, records.triesOf(record))
  run.carryOver(record, wait)
  records.setLink(wait, link.index)
  records.setCallLink(wait, link.index)
  records.setState(wait, S.lost)
  if (!isRefused) {
    run.later(NONE, Math.max(0, leftMs), K.timeout, wait)
    return
  }
  records.setReason(wait, run.requests.codeOf(EVENT_FAILURES.edgeCut))
  run.soon(K.callFailed, wait)
}

function refuse(run: Run, record: number, link: Link, reason: string): Next {
  return failRecord(run, record, noteRefusal(run, link, reason))
}

/** Fails a call that was not sent, without delay. */
export function refuseUnsent(run: Run, record: number, link: Link, reason: string): Next {
  run.records.setReason(record, noteRefusal(run, link, reason))
  return K.callFailed
}

function noteRefusal(run: Run, link: Link, reason: string): number {
  const code = run.requests.codeOf(reason)
  link.refused[code] = (link.refused[code] ?? 0) + 1
  return code
}

/** Ends a visit after its last step. */
function finish(run: Run, record: number): Next {
  leave(run, record, false)
  return finishCall(run, record)
}

/** Responds to the caller of a visit that has left its station. */
function finishCall(run: Run, record: number): Next {
  const { records } = run
  if (records.has(record, F.root)) return K.requestDone
  const link = run.links[records.callLinkOf(record)]!
  return link.replies ? respond(run, record, link) : K.replied
}
