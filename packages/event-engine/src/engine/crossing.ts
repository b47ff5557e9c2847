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
  if (ms === Number.POSITIVE_INFINITY) return lose(run, record, link, link.model.setupMs + link.model.latencyMs)
  link.networkSum += ms
  if (run.watcher !== null) run.watcher.crossed(link.index, ms, records.triesOf(record))
  if (link.failureProbability > 0 && streams.uniform(link.failureStream) < link.failureProbability) {
    return failOnTheWay(run, record, EVENT_FAILURES.edgeFailure, ms)
  }
  if (ms === 0) return K.arrive
  run.later(isFixed ? link.fifo : NONE, ms, K.arrive, record)
  return K.none
}

/** Sends the response of a call back over its link: it comes, fails or is lost. */
export function respond(run: Run, record: number, link: Link): Next {
  if (link.isCut) return meetCut(run, record, link)
  const ms = responseMs(run, record, link)
  if (ms === 0) return K.replied
  if (ms === Number.POSITIVE_INFINITY) return lose(run, record, link, link.model.latencyMs)
  run.later(link.backFifo, ms, K.replied, record)
  return K.none
}

/** Acknowledges a message by the record that its sender waits for. */
export function sendAcknowledgement(run: Run, record: number, link: Link): Next {
  if (link.isCut) return meetCut(run, record, link)
  const ms = acknowledgementMs(run, record, link)
  if (ms === Number.POSITIVE_INFINITY) return lose(run, record, link, link.model.latencyMs)
  run.later(NONE, ms, K.replied, record)
  return K.none
}

/** Tells the caller of a call over its link, in one packet, that it has failed. */
export function sendFailure(run: Run, record: number, link: Link): Next {
  if (link.isCut) return link.cuts.hang > 0 ? vanish(run, record, EVENT_FAILURES.edgeCut) : K.callFailed
  const { latencyMs } = link.model
  const lostMs = link.model.loss === null ? 0 : retransmissionMs(run, link, link.model.loss, 1)
  if (lostMs === Number.POSITIVE_INFINITY) return lose(run, record, link, latencyMs)
  if (latencyMs + lostMs === 0) return K.callFailed
  run.later(lostMs === 0 ? run.events.fifoOf(latencyMs) : NONE, latencyMs + lostMs, K.callFailed, record)
  return K.none
}

/** A connection that is cut refuses a message, or says nothing. */
function meetCut(run: Run, record: number, link: Link): Next {
  return link.cuts.hang > 0
    ? vanish(run, record, EVENT_FAILURES.edgeCut)
    : failOnTheWay(run, record, EVENT_FAILURES.edgeCut, 0)
}

/** Loses a request or a response: its timeout ends the call; without a timeout it fails `ms` later, when it should have arrived. */
function lose(run: Run, record: number, link: Link, ms: number): Next {
  const { records } = run
  link.lost += 1
  const hasTimeout = link.timeoutFifo !== NONE && !records.has(record, F.root) && records.hadCaller(record)
  if (!hasTimeout) return failOnTheWay(run, record, EVENT_FAILURES.packetLost, ms)
  closeLink(run, record)
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
  let ms = setupMs + latencyMs(run, record, link)
  ms +=
    perKB === null
      ? overLines(run, link, link.requestLine, requestLineMs, requestAccessMs)
      : ownSizeMs(run, record, link, perKB)
  if (loss !== null) {
    const ownKB = perKB === null ? null : sizeKB(run, records.userOf(record))
    const packets = perKB === null || ownKB === null ? loss.packets : packetsOf(ownKB, perKB.packetBytes)
    ms += retransmissionMs(run, link, loss, packets)
  }
  if (reconnect !== null && streams.uniform(link.stream) < reconnect.probability) ms += reconnect.ms
  return ms
}

/** What the lost ones of so many packets cost; Infinity: their message is lost. */
function retransmissionMs({ streams }: Run, link: Link, { delayMs }: Loss, packets: number): number {
  let ms = 0
  for (let packet = 0; packet < packets; packet += 1) {
    const losses = lossesBeforeArrival(link.lossProbability, streams.uniform(link.stream))
    if (losses > 0) ms += losses * delayMs
  }
  return ms
}

type Loss = NonNullable<LinkModel['loss']>

/** Time of an acknowledgement, of one packet; Infinity: it does not come. */
export function acknowledgementMs(run: Run, sender: number, link: Link): number {
  if (link.isCut) return Number.POSITIVE_INFINITY
  const { loss } = link.model
  return latencyMs(run, sender, link) + (loss === null ? 0 : retransmissionMs(run, link, loss, 1))
}

/** Time of a response on its link; Infinity: it is lost. */
function responseMs(run: Run, record: number, link: Link): number {
  const { responseLineMs, responseAccessMs, responseBytes, loss } = link.model
  link.otherBytes += responseBytes
  if (link.fixedBackMs >= 0) {
    link.networkSum += link.fixedBackMs
    return link.fixedBackMs
  }
  let ms = latencyMs(run, record, link) + overLines(run, link, link.responseLine, responseLineMs, responseAccessMs)
  if (loss !== null) ms += retransmissionMs(run, link, loss, loss.responsePackets)
  if (ms < Number.POSITIVE_INFINITY) link.networkSum += ms
  return ms
}

/** Waiting and transfer time of a request that may have a size of its own. */
function ownSizeMs(run: Run, record: number, link: Link, perKB: NonNullable<LinkModel['perKB']>): number {
  const { requestLineMs, requestAccessMs, requestBytes } = link.model
  const ownKB = sizeKB(run, run.records.userOf(record))
  if (ownKB === null) return overLines(run, link, link.requestLine, requestLineMs, requestAccessMs)
  link.otherBytes += ownKB * perKB.bytes - requestBytes
  return overLines(run, link, link.requestLine, ownKB * perKB.lineMs, ownKB * perKB.accessMs)
}

/** Waiting and transfer time of a message, on the link's line and on the user's own. */
function overLines(run: Run, link: Link, line: SerialLink, lineMs: number, accessMs: number): number {
  if (lineMs === 0) return accessMs
  const waitMs = line.carry(run.now, lineMs)
  link.lineWaitSum += waitMs
  link.lineSum += waitMs + lineMs
  return Math.max(waitMs + lineMs, accessMs)
}

/** Time of a message of no size on its link, one way. */
function latencyMs(run: Run, record: number, link: Link): number {
  const { latencyMs, far } = link.model
  const jittered = link.drawJitter === null ? latencyMs : latencyMs * link.drawJitter(link.stream)
  if (far === null) return jittered
  return isFar(run, run.records.userOf(record), far.region) ? jittered + far.ms : jittered
}
