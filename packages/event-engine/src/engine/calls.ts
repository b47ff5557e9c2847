import { EVENT_FAILURES } from '../failure-reasons.ts'
import { FLAG, NONE } from './call-records.ts'
import { chooseLink } from './choosing.ts'
import { responseMs, send } from './crossing.ts'
import type { Link } from './link.ts'
import type { Place, RunningStep } from './place.ts'
import { closeLink, openingMs, takePoolSlot } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { arrive, fail, failRecord, hold, leave } from './visits.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND

/** A visit goes on with its next step, or is done. */
export function advance(run: Run, record: number): Next {
  const { records } = run
  const place = placeOf(run, record)
  const program = place.program[records.classOf(record)]!
  for (let index = records.stepOf(record); index < program.length; index += 1) {
    const step = program[index]!
    if (step.unlessHit && records.has(record, F.hit | F.askedHit)) continue
    records.setStep(record, index)
    if (step.copies) {
      if (sendCopies(run, record, step)) return K.none
      continue
    }
    const link = place.isOnCircle ? chooseOffPath(run, place, step, record) : chooseLink(run, place, step, record)
    if (link === null) continue
    if (link === undefined) return fail(run, record, EVENT_FAILURES.noTarget)
    noteRetry(run, record, link)
    if (step.inBackground) {
      call(run, childOf(run, NONE, record), link)
      continue
    }
    if (link.holds) hold(run, record)
    else leave(run, record, false)
    if (link.isPlain && index === program.length - 1 && !place.isOnCircle) return move(run, record, link)
    records.setPending(record, 0)
    run.record = childOf(run, record, record)
    return begin(run, run.record, link)
  }
  return finish(run, record)
}

/** Sends a copy to every target that is not on the path; tells whether there was one to wait for. */
function sendCopies(run: Run, record: number, { links }: RunningStep): boolean {
  const { records } = run
  const targets = links.filter((link) => !isOnPath(run, record, link.target))
  if (targets.length === 0) return false
  if (targets.some(({ holds }) => holds)) hold(run, record)
  else leave(run, record, false)
  records.setPending(record, targets.length)
  records.unmark(record, F.spoiled)
  for (const link of targets) {
    noteRetry(run, record, link)
    call(run, childOf(run, record, record), link)
  }
  return true
}

/** A client that tries a request again makes its calls again. */
function noteRetry({ records }: Run, record: number, link: Link): void {
  if (records.has(record, F.root) && records.triesOf(record) > 0) link.retries += 1
}

/** Null where every way leads back to a node on the path. */
function chooseOffPath(run: Run, place: Place, step: RunningStep, record: number): Link | undefined | null {
  const links = step.links.filter((link) => !isOnPath(run, record, link.target))
  if (links.length === step.links.length) return chooseLink(run, place, step, record)
  if (links.length === 0) return null
  return links[Math.floor(run.streams.uniform(place.stream) * links.length)]
}

function isOnPath(run: Run, record: number, node: number): boolean {
  for (let visit = record; visit !== NONE; visit = run.records.callerOf(visit)) {
    if (placeOf(run, visit).index === node) return true
  }
  return false
}

/** Where a visit is: at the target of the link that it came by; a request that has gone nowhere, at its client. */
export function placeOf(run: Run, record: number): Place {
  const link = run.records.linkOf(record)
  const node = link === NONE ? run.sources[run.records.callLinkOf(record)]!.model.node : run.links[link]!.target
  return run.places[node]!
}

/** A record for a call in the name of `model`'s request. */
export function childOf(run: Run, parent: number, model: number): number {
  const { records } = run
  const child = records.take()
  records.setCaller(child, parent)
  records.setClass(child, records.classOf(model))
  records.setUser(child, records.userOf(model))
  records.setSerial(child, records.serialOf(model))
  return child
}

/** The visit's own record goes on over a link that nothing has to be remembered of. */
function move(run: Run, record: number, link: Link): Next {
  run.records.setLink(record, link.index)
  link.attempts += 1
  link.unsent += 1
  if (run.tracer !== null) run.tracer.called(record, NONE, link.index, run.now)
  const refusal = link.isLimited ? link.refusal(run.now) : null
  return refusal === null ? send(run, record, link) : refuse(run, record, link, refusal)
}

/** Begins a call in a record of its own. */
function call(run: Run, record: number, link: Link): void {
  const next = begin(run, record, link)
  if (next !== K.none) run.soon(next, record)
}

/** Breaker, what the sender kept, limits, a place in the pool; then it is sent. */
export function begin(run: Run, record: number, link: Link): Next {
  const { records, now } = run
  records.setLink(record, link.index)
  records.setCallLink(record, link.index)
  records.setCalledAt(record, now)
  link.attempts += 1
  link.unsent += 1
  if (run.tracer !== null) run.tracer.called(record, records.callerOf(record), link.index, now)
  if (link.isKept(run.streams, records.classOf(record))) return K.replied
  if (link.timeoutFifo >= 0) run.events.after(link.timeoutFifo, K.timeout, record, records.generationOf(record))
  if (link.breaker !== null) {
    const isAllowed = link.breaker.allows(now)
    link.noteBreaker(now)
    if (!isAllowed) {
      records.mark(record, F.spoiled)
      return refuseUnsent(run, record, link, EVENT_FAILURES.breakerOpen)
    }
  }
  const refusal = link.isLimited ? link.refusal(now) : null
  if (refusal !== null) return refuseUnsent(run, record, link, refusal)
  const { pool } = link.model
  return pool === null || pool.isAtTarget ? send(run, record, link) : askForPoolSlot(run, record, link)
}

/** A call goes on once it has a place in the pool, or is refused. */
function askForPoolSlot(run: Run, record: number, link: Link): Next {
  const outcome = takePoolSlot(run, record, link)
  if (outcome === 'taken') return poolSlotTaken(run, record)
  if (outcome === 'waits') return K.none
  closeLink(run, record)
  const hasQueue = link.model.pool !== null && link.model.pool.queue > 0
  const reason = hasQueue ? EVENT_FAILURES.queueFull : EVENT_FAILURES.connectionRefused
  return link.takesPoolSlotAtTarget ? refuse(run, record, link, reason) : refuseUnsent(run, record, link, reason)
}

/** A call has a place in the pool: it is sent, or, at a broker, taken on. */
export function poolSlotTaken(run: Run, record: number): Next {
  const link = run.links[run.records.callLinkOf(record)]!
  return link.model.pool?.isAtTarget ? arrive(run, record) : send(run, record, link, openingMs(link))
}

/** A call has come to its target, or to the broker in front of it. */
export function come(run: Run, record: number): Next {
  const link = run.links[run.records.linkOf(record)]!
  return link.takesPoolSlotAtTarget ? askForPoolSlot(run, record, link) : arrive(run, record)
}

function refuse(run: Run, record: number, link: Link, reason: string): Next {
  return failRecord(run, record, noteRefusal(run, link, reason))
}

/** A call that its sender may not make fails at once: nothing was on its way. */
function refuseUnsent(run: Run, record: number, link: Link, reason: string): Next {
  run.records.setReason(record, noteRefusal(run, link, reason))
  return K.callFailed
}

function noteRefusal(run: Run, link: Link, reason: string): number {
  const code = run.requests.codeOf(reason)
  link.refused[code] = (link.refused[code] ?? 0) + 1
  return code
}

/** All steps are done: the visit ends. */
function finish(run: Run, record: number): Next {
  leave(run, record, false)
  return finishCall(run, record)
}

/** A visit has left its station: its caller gets the answer. */
export function finishCall(run: Run, record: number): Next {
  const { records } = run
  if (records.has(record, F.root)) return K.requestDone
  const link = run.links[records.callLinkOf(record)]!
  if (!link.model.replies) return K.replied
  const ms = responseMs(run, link)
  if (ms === 0) return K.replied
  run.later(link.backFifo, ms, K.replied, record)
  return K.none
}
