import { EVENT_FAILURES } from '../failure-reasons.ts'
import { FLAG, NONE } from './call-records.ts'
import { chooseLink } from './choosing.ts'
import { responseMs, send } from './crossing.ts'
import type { Link } from './link.ts'
import { closeLink, openingMs, takePoolSlot } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { RunningNode, RunningStep } from './running-node.ts'
import { arrive, fail, failRecord, hold, leave } from './visits.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND

/** Continues a visit with its next step, or ends it. */
export function advance(run: Run, record: number): Next {
  const { records } = run
  const node = nodeOf(run, record)
  const program = node.program[records.classOf(record)]!
  for (let index = records.stepOf(record); index < program.length; index += 1) {
    const step = program[index]!
    if (step.unlessHit && records.has(record, F.hit | F.askedHit)) continue
    records.setStep(record, index)
    if (step.copies) {
      if (sendCopies(run, record, step)) return K.none
      continue
    }
    const link = node.isOnCircle ? chooseOffPath(run, node, step, record) : chooseLink(run, node, step, record)
    if (link === null) continue
    if (link === undefined) return fail(run, record, EVENT_FAILURES.noTarget)
    noteRetry(run, record, link)
    if (step.inBackground) {
      call(run, childOf(run, NONE, record), link)
      continue
    }
    if (link.holds) hold(run, record)
    else leave(run, record, false)
    if (link.isPlain && index === program.length - 1 && !node.isOnCircle) return move(run, record, link)
    records.setPending(record, 0)
    run.record = childOf(run, record, record)
    return begin(run, run.record, link)
  }
  return finish(run, record)
}

/** Sends a copy to every target that is not on the path. Returns whether there is one to wait for. */
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

/** Counts the first call of a client's retry as a retry of its link. */
function noteRetry({ records }: Run, record: number, link: Link): void {
  if (records.has(record, F.root) && records.triesOf(record) > 0) link.retries += 1
}

/** Null where every link leads back to a node on the path. */
function chooseOffPath(run: Run, node: RunningNode, step: RunningStep, record: number): Link | undefined | null {
  const links = step.links.filter((link) => !isOnPath(run, record, link.target))
  if (links.length === step.links.length) return chooseLink(run, node, step, record)
  if (links.length === 0) return null
  return links[Math.floor(run.streams.uniform(node.stream) * links.length)]
}

function isOnPath(run: Run, record: number, node: number): boolean {
  for (let visit = record; visit !== NONE; visit = run.records.callerOf(visit)) {
    if (nodeOf(run, visit).index === node) return true
  }
  return false
}

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
  return child
}

/** Moves the visit's own record over a plain link: the call needs none of its own. */
function move(run: Run, record: number, link: Link): Next {
  run.records.setLink(record, link.index)
  link.attempts += 1
  link.unsent += 1
  if (run.tracer !== null) run.tracer.called(record, NONE, link.index, run.now)
  const refusal = link.isLimited ? link.refusal(run.now) : null
  return refusal === null ? send(run, record, link) : refuse(run, record, link, refusal)
}

/** Starts a call with a record of its own. */
function call(run: Run, record: number, link: Link): void {
  const next = begin(run, record, link)
  if (next !== K.none) run.soon(next, record)
}

/** Starts a call: cached answer, breaker, limits, a pool slot; then it is sent. */
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

/** Asks for a pool slot: the call continues when it has one, or is refused. */
function askForPoolSlot(run: Run, record: number, link: Link): Next {
  const outcome = takePoolSlot(run, record, link)
  if (outcome === 'taken') return poolSlotTaken(run, record)
  if (outcome === 'waits') return K.none
  closeLink(run, record)
  const hasQueue = link.model.pool !== null && link.model.pool.queue > 0
  const reason = hasQueue ? EVENT_FAILURES.queueFull : EVENT_FAILURES.connectionRefused
  return link.takesPoolSlotAtTarget ? refuse(run, record, link, reason) : refuseUnsent(run, record, link, reason)
}

/** A call has got a pool slot: it is sent, or, at a broker, delivered. */
export function poolSlotTaken(run: Run, record: number): Next {
  const link = run.links[run.records.callLinkOf(record)]!
  return link.model.pool?.isAtTarget ? arrive(run, record) : send(run, record, link, openingMs(link))
}

/** A call has crossed its link to the target, or to the broker in front of it. */
export function arriveAtTarget(run: Run, record: number): Next {
  const link = run.links[run.records.linkOf(record)]!
  return link.takesPoolSlotAtTarget ? askForPoolSlot(run, record, link) : arrive(run, record)
}

function refuse(run: Run, record: number, link: Link, reason: string): Next {
  return failRecord(run, record, noteRefusal(run, link, reason))
}

/** Fails a call that was not sent, without delay. */
function refuseUnsent(run: Run, record: number, link: Link, reason: string): Next {
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
