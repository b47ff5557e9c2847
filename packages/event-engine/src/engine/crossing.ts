import { EVENT_FAILURES } from '../failure-reasons.ts'
import { lossesBeforeArrival } from '../rules/packet-loss.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import type { Link } from './link.ts'
import { closeLink } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { SerialLink } from './serial-link.ts'
import { vanish } from './visits.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE

/** Sends a call over its link, `firstMs` from now: it arrives, fails or is lost. */
export function send(run: Run, record: number, link: Link, firstMs = 0): Next {
  const { records, streams } = run
  link.open += 1
  records.mark(record, F.isOpen)
  if (link.isCut) {
    return link.cuts.hang > 0
      ? vanish(run, record, EVENT_FAILURES.edgeCut)
      : failOnTheWay(run, record, EVENT_FAILURES.edgeCut, 0)
  }
  link.unsent -= 1
  const isFixed = link.fixedMs >= 0 && firstMs === 0
  const ms = isFixed ? link.fixedMs : firstMs + requestMs(run, link)
  if (ms === Number.POSITIVE_INFINITY) return lose(run, record, link)
  link.networkSum += ms
  if (link.failureProbability > 0 && streams.uniform(link.failureStream) < link.failureProbability) {
    return failOnTheWay(run, record, EVENT_FAILURES.edgeFailure, ms)
  }
  if (ms === 0) return K.arrive
  run.later(isFixed ? link.fifo : NONE, ms, K.arrive, record)
  return K.none
}

/** Loses a request: its timeout ends it; without a timeout it fails when it should have arrived. */
function lose(run: Run, record: number, link: Link): Next {
  const { records } = run
  link.lost += 1
  const hasTimeout = link.timeoutFifo !== NONE && !records.has(record, F.root) && records.hadCaller(record)
  if (!hasTimeout)
    return failOnTheWay(run, record, EVENT_FAILURES.packetLost, link.model.setupMs + link.model.latencyMs)
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
function requestMs(run: Run, link: Link): number {
  const { streams } = run
  const { setupMs, requestLineMs, loss, reconnect } = link.model
  let ms = setupMs + latencyMs(run, link)
  if (requestLineMs > 0) ms += overLine(run, link, link.requestLine, requestLineMs)
  if (loss !== null) {
    for (let packet = 0; packet < loss.packets; packet += 1) {
      const losses = lossesBeforeArrival(link.lossProbability, streams.uniform(link.stream))
      if (losses > 0) ms += losses * loss.delayMs
    }
  }
  if (reconnect !== null && streams.uniform(link.stream) < reconnect.probability) ms += reconnect.ms
  return ms
}

/** Time of a response on its link. */
export function responseMs(run: Run, link: Link): number {
  const { responseLineMs, responseBytes } = link.model
  link.otherBytes += responseBytes
  if (link.fixedBackMs >= 0) {
    link.networkSum += link.fixedBackMs
    return link.fixedBackMs
  }
  let ms = latencyMs(run, link)
  if (responseLineMs > 0) ms += overLine(run, link, link.responseLine, responseLineMs)
  link.networkSum += ms
  return ms
}

/** Waiting and transfer time of a message. */
function overLine(run: Run, link: Link, line: SerialLink, lineMs: number): number {
  const waitMs = line.carry(run.now, lineMs)
  link.lineWaitSum += waitMs
  link.lineSum += waitMs + lineMs
  return waitMs + lineMs
}

/** Time of a message of no size on its link, one way. */
export function latencyMs(run: Run, link: Link): number {
  const { latencyMs, far } = link.model
  const jittered = link.drawJitter === null ? latencyMs : latencyMs * link.drawJitter(link.stream)
  return far !== null && run.streams.uniform(link.stream) < far.share ? jittered + far.ms : jittered
}
