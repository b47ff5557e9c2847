/* As engine/crossing.ts. */

import { later } from './events'
import { failOnTheWay, lose } from './failures'
import * as js from './hooks'
import { log } from './math'
import { F_isOpen, K_arrive, K_none, K_replied, R_edgeFailure, S_inLine } from './numbers'
import { draw, uniform } from './random'
import { LineRow, LinkRow } from './rows'
import { INF, NONE, mark, row, run, setState, sourceAt } from './state'

export function isFar(user: i32, region: i32): bool {
  const source = sourceAt(run.sources == 1 ? 0 : <i32>floor(<f64>user / floor(2147483648.0 / <f64>run.sources)))
  if (region >= source.regions) return false
  let number = <f64>user - source.firstUser
  if (!(number >= 0 && number < source.usersOfKind)) number %= source.usersOfKind
  const area = <i32>floor(((number + source.shift) * <f64>source.areas) / source.usersOfKind)
  const index = area * source.regions + region
  return index >= 0 && index < source.areas * source.regions && load<u8>(<usize>source.far + <usize>index) != 0
}

@inline export function farOf(record: i32, link: LinkRow): bool {
  return link.farRegion >= 0 && isFar(row(record).user, link.farRegion)
}

export function latencyMs(link: LinkRow, far: bool): f64 {
  const jittered = link.jitter == 0 ? link.latencyMs : link.latencyMs * draw(link.jitter, link.stream)
  return far ? jittered + link.farMs : jittered
}

/** Transfers a message. Returns its waiting time. */
export function carry(line: i32, ms: f64): f64 {
  const l = changetype<LineRow>(line)
  const begins = max<f64>(run.now, l.freeAt)
  l.freeAt = begins + ms
  l.carriedMs += ms
  return begins - run.now
}

export function overLines(record: i32, link: LinkRow, line: i32, lineMs: f64, accessMs: f64): f64 {
  if (lineMs == 0) return accessMs
  const waitMs = carry(line, lineMs)
  if (waitMs > 0) {
    setState(record, S_inLine)
    row(record).arrivedAt = run.now + waitMs
  }
  link.lineWaitSum += waitMs
  link.lineSum += waitMs + lineMs
  return max<f64>(waitMs + lineMs, accessMs)
}

export function lossesBeforeArrival(lossProbability: f64, u: f64): f64 {
  if (u < 1 - lossProbability) return 0
  if (lossProbability >= 1) return INF
  return floor(log(1 - u) / log(lossProbability))
}

export function requestMs(record: i32, link: LinkRow): f64 {
  const far = farOf(record, link)
  let ms = link.setupMs + latencyMs(link, far)
  if (far) ms += link.farSetupMs
  ms += overLines(record, link, link.requestLine, link.requestLineMs, link.requestAccessMs)
  for (let packet = 0; packet < link.lossPackets; packet++) {
    const losses = lossesBeforeArrival(link.lossProbability, uniform(link.stream))
    if (losses > 0) ms += losses * (link.lossDelayMs + (far ? link.farLossMs : 0))
  }
  if (link.hasReconnect != 0 && uniform(link.stream) < link.reconnectProbability) ms += link.reconnectMs + (far ? link.farReconnectMs : 0)
  return ms
}

export function send(record: i32, link: LinkRow, firstMs: f64): i32 {
  if (link.sendsSlowly != 0 || link.isCut != 0) return js.send(record, link.index, firstMs)
  link.open += 1
  mark(record, F_isOpen)
  link.unsent -= 1
  const isFixed = link.fixedMs >= 0 && firstMs == 0
  const ms = isFixed ? link.fixedMs : firstMs + requestMs(record, link)
  if (ms == INF) return lose(record, link)
  link.networkSum += ms
  if (link.failureProbability > 0 && uniform(link.failureStream) < link.failureProbability) return failOnTheWay(record, R_edgeFailure, ms)
  if (ms == 0) return K_arrive
  later(isFixed ? link.fifo : NONE, ms, K_arrive, record)
  return K_none
}

export function respond(record: i32, link: LinkRow): i32 {
  if (link.isCut != 0) return js.respond(record, link.index)
  link.otherBytes += link.responseBytes
  let ms = link.fixedBackMs
  if (!(ms >= 0)) ms = latencyMs(link, farOf(record, link)) + overLines(record, link, link.answerLine, link.responseLineMs, link.responseAccessMs)
  link.networkSum += ms
  if (ms == 0) return K_replied
  later(link.backFifo, ms, K_replied, record)
  return K_none
}
