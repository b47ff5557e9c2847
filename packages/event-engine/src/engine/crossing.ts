import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { LinkModel } from '../model.ts'
import { lossesBeforeArrival, packetsOf } from '../rules/packet-loss.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import type { Link } from './link.ts'
import { closeLink } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { SerialLink } from './serial-link.ts'
import { isFar, sizeKB } from './users.ts'
import { vanish } from './vanishing.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE

/** Sends a call over its link, `firstMs` from now: it arrives, fails or is lost. */
export function send(run: Run, record: number, link: Link, firstMs = 0): Next {
  const { records, streams } = run
  link.open += 1
  records.mark(record, F.isOpen)
  if (link.isCut) return meetCut(run, record, link)
  link.unsent -= 1
  const isFixed = link.fixedMs >= 0 && firstMs === 0
  const ms = isFixed ? link.fixedMs : firstMs + requestMs(run, record, link)
  if (ms === Number.POSITIVE_INFINITY) return lose(run, record, link)
  link.networkSum += ms
  if (run.watcher !== null) run.watcher.crossed(link.index, ms, records.triesOf(record))
  if (link.failureProbability > 0 && streams.uniform(link.failureStream) < link.failureProbability) {
    return failOnTheWay(run, record, EVENT_FAILURES.edgeFailure, ms)
  }
  if (ms === 0) return K.arrive
  run.later(isFixed ? link.fifo : NONE, ms, K.arrive, record)
  return K.none
}

/** Sends the response of a call back over its link. */
export function respond(run: Run, record: number, link: Link): Next {
  if (link.isCut) return meetCut(run, record, link)
  const ms = responseMs(run, record, link)
  if (ms === 0) return K.replied
  run.later(link.backFifo, ms, K.replied, record)
  return K.none
}

/** Acknowledges a message by the record that its sender waits for. */
export function sendAcknowledgement(run: Run, record: number, link: Link): Next {
  if (link.isCut) return meetCut(run, record, link)
  run.later(NONE, acknowledgementMs(run, record, link), K.replied, record)
  return K.none
}

/** Tells the caller of a call over its link that it has failed. */
export function sendFailure(run: Run, record: number, link: Link): Next {
  if (link.isCut) return link.cuts.hang > 0 ? vanish(run, record, EVENT_FAILURES.edgeCut) : K.callFailed
  const ms = link.model.latencyMs + (farOf(run, record, link)?.ms ?? 0)
  if (ms === 0) return K.callFailed
  run.later(run.events.fifoOf(ms), ms, K.callFailed, record)
  return K.none
}

/** What waits for the lines of a connection when it is cut does not cross it. It continues under a new record: its arrival is pending. */
export function cutLines(run: Run, link: Link): void {
  const { records, now } = run
  link.requestLine.empty(now)
  link.responseLine.empty(now)
  for (let record = 0; record < records.made; record += 1) {
    if (records.stateOf(record) !== S.inLine || records.arrivedAtOf(record) <= now) continue
    const isSent = records.has(record, F.isOpen | F.root)
    if (link.index !== (isSent ? records.linkOf(record) : records.callLinkOf(record))) continue
    const successor = run.successorOf(record)
    records.setState(successor, S.underWay)
    records.giveBack(record)
    const next = meetCut(run, successor, link)
    if (next !== K.none) run.soon(next, successor)
    else if (records.hadCaller(successor) && link.timeoutFifo !== NONE)
      run.events.at(
        records.calledAtOf(successor) + link.model.timeoutMs,
        K.timeout,
        successor,
        records.generationOf(successor),
      )
  }
}

/** A connection that is cut refuses a message, or says nothing. */
function meetCut(run: Run, record: number, link: Link): Next {
  return link.cuts.hang > 0
    ? vanish(run, record, EVENT_FAILURES.edgeCut)
    : failOnTheWay(run, record, EVENT_FAILURES.edgeCut, 0)
}

/** Loses a request: its timeout ends it; without a timeout it fails when it should have arrived. */
function lose(run: Run, record: number, link: Link): Next {
  const { records } = run
  link.lost += 1
  const hasTimeout = link.timeoutFifo !== NONE && !records.has(record, F.root) && records.hadCaller(record)
  if (!hasTimeout) return failOnTheWay(run, record, EVENT_FAILURES.packetLost, unhinderedMs(run, record, link))
  records.setState(record, S.lost)
  return K.none
}

function failOnTheWay(run: Run, record: number, reason: string, ms: number): Next {
  const { records } = run
  closeLink(run, record)
  records.setReason(record, run.requests.codeOf(reason))
  const next = records.has(record, F.root) ? K.requestFailed : K.callFailed
  if (ms === 0) return next
  run.later(NONE, ms, next, record)
  return K.none
}

/** Time of a request on its link; Infinity: it is lost. */
function requestMs(run: Run, record: number, link: Link): number {
  const { records, streams } = run
  const { setupMs, requestLineMs, requestAccessMs, perKB, loss, reconnect } = link.model
  const far = farOf(run, record, link)
  let ms = setupMs + latencyMs(link, far)
  if (far !== null) ms += far.setupMs
  ms +=
    perKB === null
      ? overLines(run, record, link, link.requestLine, requestLineMs, requestAccessMs)
      : ownSizeMs(run, record, link, perKB)
  if (loss !== null) {
    const ownKB = perKB === null ? null : sizeKB(run, records.userOf(record))
    const packets = perKB === null || ownKB === null ? loss.packets : packetsOf(ownKB, perKB.packetBytes)
    for (let packet = 0; packet < packets; packet += 1) {
      const losses = lossesBeforeArrival(link.lossProbability, streams.uniform(link.stream))
      if (losses > 0) ms += losses * (loss.delayMs + (far?.lossMs ?? 0))
    }
  }
  if (reconnect !== null && streams.uniform(link.stream) < reconnect.probability)
    ms += reconnect.ms + (far?.reconnectMs ?? 0)
  return ms
}

/** Time of an acknowledgement; Infinity: it does not come. */
export const acknowledgementMs = (run: Run, sender: number, link: Link): number =>
  link.isCut ? Number.POSITIVE_INFINITY : latencyMs(link, farOf(run, sender, link))

/** Time of a response on its link. */
function responseMs(run: Run, record: number, link: Link): number {
  link.otherBytes += link.responseBytes
  if (link.fixedBackMs >= 0) {
    link.networkSum += link.fixedBackMs
    return link.fixedBackMs
  }
  const { responseLineMs, responseAccessMs } = link.model
  const ms =
    latencyMs(link, farOf(run, record, link)) +
    overLines(run, record, link, link.answerLine, responseLineMs, responseAccessMs)
  link.networkSum += ms
  return ms
}

/** Waiting and transfer time of a request that may have a size of its own. */
function ownSizeMs(run: Run, record: number, link: Link, perKB: NonNullable<LinkModel['perKB']>): number {
  const { requestLineMs, requestAccessMs, requestBytes } = link.model
  const ownKB = sizeKB(run, run.records.userOf(record))
  if (ownKB === null) return overLines(run, record, link, link.requestLine, requestLineMs, requestAccessMs)
  link.resize(ownKB * perKB.bytes - requestBytes)
  return overLines(run, record, link, link.requestLine, ownKB * perKB.lineMs, ownKB * perKB.accessMs)
}

/** Waiting and transfer time of a message, on the link's line and on the user's own. */
function overLines(run: Run, record: number, link: Link, line: SerialLink, lineMs: number, accessMs: number): number {
  if (lineMs === 0) return accessMs
  const waitMs = line.carry(run.now, lineMs)
  if (waitMs > 0) waitInLine(run, record, run.now + waitMs)
  link.lineWaitSum += waitMs
  link.lineSum += waitMs + lineMs
  return Math.max(waitMs + lineMs, accessMs)
}

function waitInLine({ records }: Run, record: number, until: number): void {
  records.setState(record, S.inLine)
  records.setArrivedAt(record, until)
}

/** When a request that is lost should have arrived. */
function unhinderedMs(run: Run, record: number, link: Link): number {
  const { setupMs, latencyMs } = link.model
  const far = farOf(run, record, link)
  return setupMs + latencyMs + (far === null ? 0 : far.setupMs + far.ms)
}

/** Time of a message of no size on its link, one way. */
function latencyMs({ model, jitter, stream }: Link, far: LinkModel['far']): number {
  const jittered = jitter === null ? model.latencyMs : model.latencyMs * jitter.next(stream)
  return far === null ? jittered : jittered + far.ms
}

/** What is more for the user of a request, who is far from the target; null: is not. */
function farOf(run: Run, record: number, { model: { far } }: Link): LinkModel['far'] {
  return far !== null && isFar(run, run.records.userOf(record), far.region) ? far : null
}
