import { EVENT_FAILURES } from '../failure-reasons.ts'
import { FLAG, NONE, STATE } from './frames.ts'
import { closeLink } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import { endShared, joinShared, leaveShared } from './sharing.ts'
import type { Station } from './station.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND
const S = STATE

/** A call has come to its target: it is turned away, waits, or is worked on. */
export function arrive(run: Run, frame: number): Next {
  const { frames, now } = run
  const link = run.links[frames.linkOf(frame)]!
  const place = run.places[link.target]!
  frames.setStep(frame, 0)
  frames.keepOnly(frame, F.root | F.isOpen | F.hasPlace)
  if (run.tracer !== null) run.tracer.arrived(frame, now)
  if (place.isDown) {
    place.rejected += 1
    return fail(run, frame, EVENT_FAILURES.nodeDown)
  }
  const requestClass = frames.classOf(frame)
  const index = link.stationOf === null ? place.stationOf[requestClass]! : link.stationOf[requestClass]!
  if (index === NONE) return K.advance

  const station = run.stations[index]!
  const refusal = station.isLimited ? station.refusal(now) : null
  if (refusal !== null) {
    station.rejected += 1
    return fail(run, frame, refusal)
  }
  station.enter(now)
  frames.setStation(frame, index)
  frames.mark(frame, F.atStation)
  frames.setArrivedAt(frame, now)
  if (station.shared !== null) joinShared(run, station, frame)
  else if (station.busy.count < station.slots && !station.isPaused) start(run, station, frame)
  else wait(run, station, frame)
  station.noteMost()
  return K.none
}

/** Puts a request into the queue: at its end, or before those of lower priority. */
function wait(run: Run, station: Station, frame: number): void {
  const { frames } = run
  frames.setState(frame, S.queued)
  station.queued.up(run.now)
  station.waited += 1
  if (station.queued.count > station.mostQueue) station.mostQueue = station.queued.count
  const before = station.model.hasPriorities ? lastNotBelow(run, station, frame) : station.tail
  if (before === NONE) {
    frames.setNext(frame, station.head)
    station.head = frame
  } else {
    frames.setNext(frame, frames.nextOf(before))
    frames.setNext(before, frame)
  }
  if (before === station.tail) station.tail = frame

  const { expiryMs } = run.links[frames.linkOf(frame)]!
  if (expiryMs < Number.POSITIVE_INFINITY) run.later(run.queue.laneOf(expiryMs), expiryMs, K.expiry, frame)
}

/** The last in the queue that a request may not pass; NONE: it passes all. */
function lastNotBelow(run: Run, station: Station, frame: number): number {
  const priorityOf = (one: number) => run.links[run.frames.linkOf(one)]!.model.priority
  const own = priorityOf(frame)
  let last = NONE
  for (let other = station.head; other !== NONE && priorityOf(other) >= own; other = run.frames.nextOf(other))
    last = other
  return last
}

function start(run: Run, station: Station, frame: number): void {
  const { frames, now } = run
  station.busy.up(now)
  station.started += 1
  station.waitSum += now - frames.arrivedAtOf(frame)
  frames.setState(frame, S.serving)
  frames.mark(frame, F.hasSlot)
  frames.setStartedAt(frame, now)
  frames.setOutages(frame, station.outageTotals.length - 1)
  if (run.tracer !== null) run.tracer.started(frame, now)
  const requestClass = frames.classOf(frame)
  const link = run.links[frames.linkOf(frame)]!
  const factor = station.slowness * link.serviceFactor
  const lane = factor === 1 && link.serviceMs === 0 ? station.lanes[requestClass]! : NONE
  if (lane >= 0) run.queue.after(lane, K.served, frame, frames.generationOf(frame))
  else {
    const ms = station.serviceMs(requestClass, now, factor, link.serviceMs)
    run.queue.at(now + ms, K.served, frame, frames.generationOf(frame))
  }
}

/** A service has ended. */
export function serve(run: Run, frame: number): Next {
  const { frames, now } = run
  const station = run.stations[frames.stationOf(frame)]!
  if ((station.isPaused || station.outageTotals.length > 1) && goesOnAfterOutage(run, frame, station)) return K.none
  station.serviceSum += now - frames.startedAtOf(frame)
  frames.setState(frame, S.underWay)
  return endService(run, station, frame)
}

/** Whether a service has still to do what outages kept it from. */
function goesOnAfterOutage(run: Run, frame: number, station: Station): boolean {
  const { frames } = run
  const leftMs = station.leftAfterOutages(frames.outagesOf(frame), run.now)
  frames.setOutages(frame, station.outageTotals.length - 1)
  if (station.isPaused) station.suspended.push({ frame, generation: frames.generationOf(frame), leftMs })
  else if (leftMs > 0) run.later(NONE, leftMs, K.served, frame)
  return station.isPaused || leftMs > 0
}

/** All requests whose share of the work is done. */
export function serveShared(run: Run, index: number): Next {
  const station = run.stations[index]!
  for (const frame of endShared(run, station)) {
    const next = endService(run, station, frame)
    if (next !== K.none) run.soon(next, frame)
  }
  return K.none
}

/** A service may have failed, or have found the answer here. */
function endService(run: Run, station: Station, frame: number): Next {
  const { frames, streams } = run
  if (run.tracer !== null) run.tracer.served(frame, run.now)
  const { failureProbability } = station
  if (failureProbability > 0 && streams.uniform(station.failureStream) < failureProbability) {
    return fail(run, frame, EVENT_FAILURES.randomFailure)
  }
  const place = run.places[station.model.node]!
  const hitRate = place.hitRate[frames.classOf(frame)]!
  if (hitRate > 0 && !place.isCold && streams.uniform(place.hitStream) < hitRate) {
    frames.mark(frame, F.hit)
    place.hits += 1
  }
  return K.advance
}

/** A visit keeps its slot while it waits for a call. */
export function hold(run: Run, frame: number): void {
  const { frames } = run
  if (!frames.has(frame, F.hasSlot) || frames.has(frame, F.holds)) return
  frames.mark(frame, F.holds)
  run.stations[frames.stationOf(frame)]!.held.up(run.now)
}

/** Ends a visit: it no longer counts at its station, if it is at one, and its slot goes to the next in the queue. */
export function leave(run: Run, frame: number, isFailed: boolean): void {
  const { frames, now } = run
  closeLink(run, frame)
  if (!frames.has(frame, F.atStation)) return
  const station = run.stations[frames.stationOf(frame)]!
  const hadSlot = frames.has(frame, F.hasSlot)
  const held = frames.has(frame, F.holds)
  frames.unmark(frame, F.atStation | F.hasSlot | F.holds)
  frames.setStation(frame, NONE)
  station.leave(now)
  if (isFailed) station.failed += 1
  else station.completed += 1
  station.noteResponse(now - frames.arrivedAtOf(frame))
  if (!hadSlot) return
  station.busy.down(now)
  if (held) station.held.down(now)
  if (!station.hasPlainTimes && station.model.coldStart !== null) station.idleSince.push(now)
  if (station.head !== NONE) startWaiting(run, station)
}

/** Lets those who wait begin, as far as there are slots. */
export function startWaiting(run: Run, station: Station): void {
  const { frames } = run
  while (station.head !== NONE && station.busy.count < station.slots && !station.isPaused) {
    const frame = station.head
    station.head = frames.nextOf(frame)
    if (station.head === NONE) station.tail = NONE
    if (frames.stateOf(frame) === S.dropped) {
      frames.giveBack(frame)
      continue
    }
    station.queued.down(run.now)
    start(run, station, frame)
  }
}

/** Ends the work on a request before it is done; its slot is given back as it leaves. */
export function stopServing(run: Run, frame: number, station: Station): void {
  if (station.shared === null) station.serviceSum += run.now - run.frames.startedAtOf(frame)
  else leaveShared(run, station, frame)
}

/** A request has waited for too long. */
export function expire(run: Run, frame: number): Next {
  if (run.frames.stateOf(frame) !== S.queued) return K.none
  const station = run.stations[run.frames.stationOf(frame)]!
  station.expired += 1
  dropQueued(run, station, frame)
  run.frames.setReason(frame, run.requests.codeOf(EVENT_FAILURES.expired))
  return K.callFailed
}

/** Takes a request out of a queue: it stays in the list, which passes over it. */
export function dropQueued(run: Run, station: Station, frame: number): void {
  station.leave(run.now)
  station.queued.down(run.now)
  run.frames.setState(frame, S.dropped)
  run.frames.unmark(frame, F.atStation)
  closeLink(run, frame)
}

/** A visit fails here; its caller learns of it after the way back, where it waits for an answer. */
export function fail(run: Run, frame: number, reason: string): Next {
  leave(run, frame, true)
  return failFrame(run, frame, run.requests.codeOf(reason))
}

/** A visit that has left its station fails for a reason, by its number. */
export function failFrame(run: Run, frame: number, code: number): Next {
  const { frames } = run
  frames.setReason(frame, code)
  if (frames.has(frame, F.root)) return K.requestFailed
  const call = run.links[frames.callLinkOf(frame)]!
  const backMs = call.model.replies ? call.model.latencyMs : 0
  if (backMs === 0) return K.callFailed
  run.later(run.queue.laneOf(backMs), backMs, K.callFailed, frame)
  return K.none
}
