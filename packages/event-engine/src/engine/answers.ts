import { EVENT_FAILURES } from '../failure-reasons.ts'
import { retryWaitMs } from '../rules/retry-waits.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import {
  becomeMessage,
  begin,
  beginAwaited,
  call,
  childOf,
  deliverAgain,
  isOnPath,
  isRepeat,
  nodeOf,
  publish,
  refuseUnsent,
  repeat,
} from './calls.ts'
import { isUsable } from './choosing.ts'
import type { Link } from './link.ts'
import type { Fate } from './message-meter.ts'
import { closeLink, leavePoolQueue, releasePoolSlot } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { dropQueued, fail, leave, stopServing } from './visits.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE

/** The caller gets the response of a call. */
export function reply(run: Run, record: number): Next {
  const { records } = run
  const link = run.links[records.callLinkOf(record)]!
  const parent = records.callerOf(record)
  if (records.hadCaller(record)) link.awaited -= 1
  if (isCounted(run, record)) {
    link.succeeded += 1
    if (link.notesOutcomes) noteOutcome(run, link, true)
  }
  if (!run.fetches.isEmpty) noteFetch(run, record, parent)
  // Only a hit of the target itself counts for the caller, not one of a node behind it.
  if (parent !== NONE && records.has(record, F.hit)) records.mark(parent, F.askedHit)
  if (run.tracer !== null) run.tracer.replied(record, null)
  if (records.has(record, F.message) || records.wasGivenUp(record)) endMessage(run, record, link, 'processed')
  endCall(run, record, link)
  return parent === NONE ? K.none : acknowledged(run, parent)
}

/** What a cache did not have is in it when the answer is there: its own, or that of its caller. */
function noteFetch(run: Run, record: number, parent: number): void {
  const { records } = run
  const isMovedOn = records.linkOf(record) !== records.callLinkOf(record)
  const hasAsked = isMovedOn || nodeOf(run, record).program[records.classOf(record)]!.length > 0
  run.fetches.arrive(parent)
  run.fetches.end(record, parent, hasAsked)
}

/** A visit goes on after a call, or when its message is handed over. */
export function acknowledged(run: Run, caller: number): Next {
  const { records } = run
  if (records.stateOf(caller) === S.lost) return K.none
  if (records.pendingOf(caller) > 0) return copyDone(run, caller)
  records.setStep(caller, records.stepOf(caller) + 1)
  run.record = caller
  return K.advance
}

/** A call has failed: retry, failover, or failure of the caller. */
export function callFailed(run: Run, record: number): Next {
  const { records } = run
  closeLink(run, record)
  const link = run.links[records.callLinkOf(record)]!
  const parent = records.callerOf(record)
  const code = records.reasonOf(record)
  if (records.hadCaller(record)) link.awaited -= 1
  if (isCounted(run, record)) {
    link.failed += 1
    const wasLetThrough = !records.has(record, F.notCounted)
    if (wasLetThrough && link.notesOutcomes) noteOutcome(run, link, false)
  }
  if (run.tracer !== null) run.tracer.replied(record, run.requests.reasons[code] ?? null)
  const tries = records.triesOf(record)
  const isMessage = records.has(record, F.message)
  const failure = { code, tries, tried: record }
  const isTriedAgain = isMessage && messageFailed(run, record, link, { ...failure, isHandedOver: parent === NONE })
  if (!isMessage && records.wasGivenUp(record)) endFailed(run, record, link, { code, isHandedOver: true })
  endCall(run, record, link)
  return parent === NONE || isTriedAgain ? K.none : afterFailure(run, parent, link, { ...failure, isFinal: isMessage })
}

/** Whether the end of a call counts: not that of one that was given up, whose timeout has counted. */
const isCounted = ({ records }: Run, record: number): boolean =>
  records.hadCaller(record) || (records.has(record, F.message) && !records.wasGivenUp(record))

/** Tries a message again, where its connection says so, or ends it. Returns whether it is tried again. */
function messageFailed(
  run: Run,
  record: number,
  link: Link,
  { code, tries, tried, isHandedOver }: Failure & { readonly isHandedOver: boolean },
): boolean {
  const isDropped = DROPS.has(run.requests.reasons[code]!)
  if (isKeptByBroker(run, record, link)) {
    const again = recordForTry(run, { caller: NONE, message: record, link, tries, tried })
    run.records.setTries(again, tries)
    run.carryOver(tried, again)
    deliverAgain(run, again, link)
    return true
  }
  const another = { caller: run.records.callerOf(record), message: record, link, tries, tried }
  if (!isDropped && willTryAgain(run, another)) return true
  endFailed(run, record, link, { code, isHandedOver })
  return false
}

/** Whether a crash of its consumer has failed a message that was not acknowledged: it is not gone, however often it is tried. */
function isKeptByBroker({ crashed, records }: Run, record: number, link: Link): boolean {
  if (crashed.size === 0 || crashed.get(record) !== records.generationOf(record)) return false
  crashed.delete(record)
  return link.keepsMessages && link.model.message === 'acknowledged'
}

/** Ends a message that has failed for good. */
function endFailed(
  run: Run,
  record: number,
  link: Link,
  { code, isHandedOver }: { readonly code: number; readonly isHandedOver: boolean },
): void {
  const reason = run.requests.reasons[code]!
  const isDropped = DROPS.has(reason)
  const wasLost = !isHandedOver || LOSSES.has(reason)
  // A broker keeps what it could not get rid of.
  const isKept = link.model.deadLetters && (isDropped || (!wasLost && link.model.message === 'acknowledged'))
  const isGone = wasLost || isBehindCache(run, record, link)
  const fate = reason === EVENT_FAILURES.expired ? 'expired' : isGone && !isKept ? 'lost' : 'failed'
  endMessage(run, record, link, fate, isKept)
}

/** Whether it is a write behind a cache, which has been answered already: no one else has it. */
function isBehindCache({ nodes, records }: Run, record: number, link: Link): boolean {
  if (!records.has(record, F.message)) return false
  const steps = nodes[link.model.source]!.program[records.classOf(record)]!
  return steps.some(({ inBackground, links }) => inBackground && links.includes(link))
}

/** Why a broker drops a message. */
const DROPS: ReadonlySet<string> = new Set([EVENT_FAILURES.expired, EVENT_FAILURES.queueFull])

/** Why a message does not reach its target. */
const LOSSES: ReadonlySet<string> = new Set([
  EVENT_FAILURES.queueFull,
  EVENT_FAILURES.packetLost,
  EVENT_FAILURES.edgeCut,
  EVENT_FAILURES.edgeFailure,
  EVENT_FAILURES.breakerOpen,
  EVENT_FAILURES.connectionRefused,
  EVENT_FAILURES.noTarget,
  EVENT_FAILURES.nextEdgeGone,
])

function endMessage(run: Run, record: number, link: Link, fate: Fate, isKept = false): void {
  run.messages.end(link.index, fate, { publishedAt: run.records.publishedAtOf(record), now: run.now, isKept })
}

/** A call times out: its caller continues; the call continues, too, unless it is cancelled, and keeps what it holds until it ends. */
export function timeOut(run: Run, record: number): Next {
  const { records } = run
  if (!records.hadCaller(record)) return K.none
  const link = run.links[records.callLinkOf(record)]!
  const parent = records.callerOf(record)
  const code = run.requests.codeOf(EVENT_FAILURES.timeout)
  link.awaited -= 1
  link.timedOut += 1
  link.failed += 1
  if (link.notesOutcomes) noteOutcome(run, link, false)
  const tries = records.triesOf(record)
  if (run.tracer !== null) run.tracer.replied(record, EVENT_FAILURES.timeout)
  const state = records.stateOf(record)
  const isGone = state === S.pooled || state === S.lost
  const isMessage = records.has(record, F.message)
  const isGoneMessage = isGone && isMessage
  const failure = { code, tries, tried: record }
  const isTriedAgain = isGoneMessage && messageFailed(run, record, link, { ...failure, isHandedOver: false })
  records.setCaller(record, NONE)
  if (state === S.pooled) leavePoolQueue(run, record, link)
  else if (state === S.lost || isRepeat(run, record)) {
    closeLink(run, record)
    releasePoolSlot(run, record, link)
    records.giveBack(record)
  } else if (link.model.cancelsOnTimeout && !isMessage) {
    releasePoolSlot(run, record, link)
    cancel(run, record)
  } else giveUp(run, record, link)
  return parent === NONE || isTriedAgain
    ? K.none
    : afterFailure(run, parent, link, { ...failure, isFinal: isGoneMessage })
}

/** A call that goes on without its caller is a message from now on, if it was none before. */
function giveUp(run: Run, record: number, link: Link): void {
  run.records.setGivenUp(record)
  if (run.records.has(record, F.message)) return
  run.records.setPublishedAt(record, run.now)
  run.messages.giveUp(link.index, { now: run.now, spans: run.series.spans })
}

/** Takes a call from its caller, who learns of a failure; the call goes on without it. */
export function abandon(run: Run, record: number, reason: string): Next {
  const { records } = run
  const parent = records.callerOf(record)
  if (!records.hadCaller(record)) return K.none
  const link = run.links[records.callLinkOf(record)]!
  link.failed += 1
  link.awaited -= 1
  records.setCaller(record, NONE)
  if (records.stateOf(record) !== S.lost) giveUp(run, record, link)
  const failure = {
    code: run.requests.codeOf(reason),
    tries: records.triesOf(record),
    tried: record,
    isFinal: false,
  }
  return parent === NONE ? K.none : afterFailure(run, parent, link, failure)
}

/** Cancels a call that has timed out. The calls that it made continue. */
export function cancel(run: Run, record: number): void {
  const { records } = run
  const station = run.stations[records.stationOf(record)]
  const state = records.stateOf(record)
  if (state === S.queued && station) {
    station.failed += 1
    station.noteResponse(run.now - records.arrivedAtOf(record))
    dropQueued(run, station, record)
    closeLink(run, record)
    return
  }
  if (state === S.serving && station) stopServing(run, record, station)
  leave(run, record, true)
  records.giveBack(record)
}

interface Failure {
  /** Code of the reason. */
  readonly code: number
  /** Tries of the call before the one that failed. */
  readonly tries: number
  /** The record of the one that failed, perhaps given back by now. */
  readonly tried: number
}

/** `isFinal`: it is known that the call is not tried again. */
function afterFailure(
  run: Run,
  parent: number,
  link: Link,
  { code, tries, tried, isFinal }: Failure & { readonly isFinal: boolean },
): Next {
  const { records } = run
  if (records.stateOf(parent) === S.lost) return K.none
  if (!isFinal && willTryAgain(run, { caller: parent, message: NONE, link, tries, tried })) return K.none
  if (records.pendingOf(parent) > 0) {
    records.mark(parent, F.copyFailed)
    records.setReason(parent, code)
    return copyDone(run, parent)
  }
  run.record = parent
  const failover = link.model.failsOver ? nextOfStep(run, parent, link) : null
  if (failover === null) return fail(run, parent, run.requests.reasons[code]!)
  const { other, passed } = failover
  other.failovers += 1
  if (other.model.message !== 'sent') return beginAwaited(run, parent, other, passed)
  call(run, publish(run, { sender: parent, link: other, isAwaited: false }), other)
  return acknowledged(run, parent)
}

/** Schedules a retry, if the link and the retry budget allow one. */
function willTryAgain(run: Run, another: AnotherTry): boolean {
  const { link, tries, tried } = another
  const { retry } = link.model
  if (retry === null || tries >= retry.waitsMs.length || !link.mayRetry(run.model.retryBudget)) return false
  const uniform = retry.jitter === 'none' ? 0 : run.streams.uniform(link.stream)
  const ms = retryWaitMs(retry, tries, uniform, run.waitsBefore.get(tried) ?? retry.waitsMs[tries - 1] ?? 0)
  const record = recordForTry(run, another)
  if (retry.jitter === 'decorrelated') run.waitsBefore.set(record, ms)
  run.records.setLink(record, NONE)
  run.records.setCallLink(record, link.index)
  run.records.setTries(record, tries + 1)
  const leftMs = untilExpiry(run, record, link)
  if (ms > leftMs) run.later(NONE, Math.max(0, leftMs), K.retryExpiry, record)
  else run.later(link.retryFifos[tries] ?? NONE, ms, K.retry, record)
  return true
}

/** Until what a broker has got is too old for it. */
function untilExpiry({ records, now }: Run, record: number, { expiryMs }: Link): number {
  if (!records.has(record, F.message)) return Number.POSITIVE_INFINITY
  return expiryMs - (now - records.keptSinceOf(record))
}

/** Ends a message that has become too old before it was tried again. */
export function expireBeforeRetry(run: Run, record: number): Next {
  const link = run.links[run.records.callLinkOf(record)]!
  link.forgoRetry(run.model.retryBudget)
  link.expired += 1
  endFailed(run, record, link, { code: run.requests.codeOf(EVENT_FAILURES.expired), isHandedOver: true })
  endCall(run, record, link)
  return K.none
}

interface AnotherTry extends Omit<Failure, 'code'> {
  /** NONE: nobody waits for it. */
  readonly caller: number
  /** The message that has failed; NONE: another call, or a message that goes on alone. */
  readonly message: number
  readonly link: Link
}

/** It is for the same consumer group. */
function recordForTry(run: Run, another: AnotherTry): number {
  const { link, tried } = another
  const group = run.poolPartOf.get(tried) ?? 0
  const record = another.message === NONE ? recordForCall(run, another) : recordForMessage(run, another)
  if (link.poolParts.length > 1) run.poolPartOf.set(record, group)
  return record
}

/** Another message is published when it is tried, not before. */
const recordForCall = (run: Run, { caller, link }: AnotherTry): number =>
  link.model.deduplicates ? repeat(run, caller) : childOf(run, caller, caller)

function recordForMessage(run: Run, { caller, message }: AnotherTry): number {
  const { records } = run
  const record = childOf(run, caller, message)
  records.mark(record, F.message)
  records.setPublishedAt(record, records.publishedAtOf(message))
  records.setKeptSince(record, records.keptSinceOf(message))
  if (run.hasCycles) run.carryPath(message, record)
  return record
}

/** Retries a call, unless its caller is gone. */
export function retry(run: Run, record: number): Next {
  const link = run.links[run.records.callLinkOf(record)]!
  const caller = run.records.callerOf(record)
  if (caller === NONE || run.records.stateOf(caller) === S.lost) {
    if (!run.records.has(record, F.message)) {
      link.forgoRetry(run.model.retryBudget)
      run.records.giveBack(record)
      return K.none
    }
    run.messages.redeliver(link.index)
  } else if (link.model.message !== null && !run.records.has(record, F.message) && !isRepeat(run, record)) {
    becomeMessage(run, record, link)
  }
  link.retries += 1
  if (link.goneFor === null) return begin(run, record, link)
  run.attempts += 1
  link.attempts += 1
  link.unsent += 1
  if (run.records.hadCaller(record)) link.awaited += 1
  run.records.setLink(record, link.index)
  return refuseUnsent(run, record, link, link.goneFor)
}

interface Failover {
  readonly other: Link
  /** Links of the step, round from the first that was tried, up to this one. */
  readonly passed: number
}

/** The next link of the step that may be taken, round from the last to the first; null once all have been passed. */
function nextOfStep(run: Run, parent: number, link: Link): Failover | null {
  const { records } = run
  const node = nodeOf(run, parent)
  const links = node.program[records.classOf(parent)]![records.stepOf(parent)]?.links ?? []
  const at = links.indexOf(link)
  const before = records.passedOf(parent)
  for (let ahead = 1; before + ahead < links.length; ahead += 1) {
    const other = links[(at + ahead) % links.length]!
    const leadsOn = !node.isOnCycle || !isOnPath(run, parent, other.target)
    if (leadsOn && isUsable(other, run.now)) return { other, passed: before + ahead }
  }
  return null
}

function copyDone(run: Run, parent: number): Next {
  const { records } = run
  const pending = records.pendingOf(parent) - 1
  records.setPending(parent, pending)
  if (pending > 0) return K.none
  run.record = parent
  if (records.has(parent, F.copyFailed)) {
    return fail(run, parent, run.requests.reasons[records.reasonOf(parent)]!)
  }
  records.setStep(parent, records.stepOf(parent) + 1)
  return K.advance
}

export function noteOutcome(run: Run, link: Link, isSuccess: boolean): void {
  if (link.breaker !== null) {
    link.breaker.record(!isSuccess, run.now)
    link.noteBreaker(run.now)
  }
  run.nodes[link.model.source]!.noteOutcome(link, isSuccess, run.now)
}

function endCall(run: Run, record: number, link: Link): void {
  releasePoolSlot(run, record, link)
  // One that is still in a queue is freed when the queue reaches it.
  if (run.records.stateOf(record) === S.dropped) run.records.setCaller(record, NONE)
  else run.records.giveBack(record)
}
