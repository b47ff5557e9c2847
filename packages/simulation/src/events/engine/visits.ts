import { EVENT_FAILURES } from '../failure-reasons.ts'
import { NONE, STATE } from './frames.ts'
import { closeLink } from './pooling.ts'
import { FLAG, KIND, type Next, type Run } from './run.ts'
import { changePace, endShared, joinShared } from './sharing.ts'
import type { Station } from './station.ts'

/** The module's own, since the compiler takes those for literals, but looks imported ones up each time. */
const F = FLAG
const K = KIND
const S = STATE

/** A call has come to its target: it is turned away, waits, or is worked on. */
export function arrive(run: Run, frame: number): Next {
  const { frames, now } = run
  const link = run.links[frames.link[frame]!]!
  const place = run.places[link.target]!
  frames.node[frame] = link.target
  frames.step[frame] = 0
  frames.flags[frame]! &= F.root | F.isOpen | F.hasPlace
  if (run.tracer !== null) run.tracer.arrived(frame, now)
  if (place.isDown) {
    place.rejected += 1
    return fail(run, frame, EVENT_FAILURES.nodeDown)
  }
  const requestClass = frames.requestClass[frame]!
  const index = link.stationOf === null ? place.stationOf[requestClass]! : link.stationOf[requestClass]!
  if (index === NONE) return K.advance

  const station = run.stations[index]!
  const refusal = station.isLimited ? station.refusal(now) : null
  if (refusal !== null) {
    station.rejected += 1
    return fail(run, frame, refusal)
  }
  station.enter(now)
  frames.station[frame] = index
  frames.flags[frame]! |= F.atStation
  frames.arrivedAt[frame] = now
  if (station.shared !== null) joinShared(run, station, frame)
  else if (station.busy.count < station.slots && !station.isPaused) start(run, station, frame)
  else wait(run, station, frame)
  return K.none
}

/** Puts a request into the queue: at its end, or before those of lower priority. */
function wait(run: Run, station: Station, frame: number): void {
  const { frames } = run
  frames.state[frame] = S.queued
  station.queued.up(run.now)
  station.waited += 1
  if (station.queued.count > station.mostQueue) station.mostQueue = station.queued.count
  const before = station.model.hasPriorities ? lastNotBelow(run, station, frame) : station.tail
  if (before === NONE) {
    frames.next[frame] = station.head
    station.head = frame
  } else {
    frames.next[frame] = frames.next[before]!
    frames.next[before] = frame
  }
  if (before === station.tail) station.tail = frame

  const { expiryMs } = run.links[frames.link[frame]!]!
  if (expiryMs < Number.POSITIVE_INFINITY) run.later(run.queue.laneOf(expiryMs), expiryMs, K.expiry, frame)
}

/** The last in the queue that a request may not pass; NONE: it passes all. */
function lastNotBelow(run: Run, station: Station, frame: number): number {
  const priorityOf = (one: number) => run.links[run.frames.link[one]!]!.model.priority
  const own = priorityOf(frame)
  let last = NONE
  for (let other = station.head; other !== NONE && priorityOf(other) >= own; other = run.frames.next[other]!)
    last = other
  return last
}

function start(run: Run, station: Station, frame: number): void {
  const { frames, now } = run
  station.busy.up(now)
  station.working.up(now)
  station.started += 1
  station.waitSum += now - frames.arrivedAt[frame]!
  frames.state[frame] = S.serving
  frames.flags[frame]! |= F.hasSlot
  frames.startedAt[frame] = now
  frames.outages[frame] = station.outageTotals.length - 1
  if (run.tracer !== null) run.tracer.started(frame, now)
  const requestClass = frames.requestClass[frame]!
  const link = run.links[frames.link[frame]!]!
  const factor = station.slowness * link.serviceFactor
  const lane = factor === 1 && link.serviceMs === 0 ? station.lanes[requestClass]! : NONE
  if (lane >= 0) run.queue.after(lane, K.served, frame, frames.generation[frame]!)
  else {
    const ms = station.serviceMs(requestClass, now, factor, link.serviceMs)
    run.queue.at(now + ms, K.served, frame, frames.generation[frame]!)
  }
}

/** A service has ended. */
export function serve(run: Run, frame: number): Next {
  const { frames, now } = run
  const station = run.stations[frames.station[frame]!]!
  if ((station.isPaused || station.outageTotals.length > 1) && goesOnAfterOutage(run, frame, station)) return K.none
  station.working.down(now)
  station.serviceSum += now - frames.startedAt[frame]!
  frames.state[frame] = S.underWay
  return endService(run, station, frame)
}

/** Whether a service has still to do what outages kept it from. */
function goesOnAfterOutage(run: Run, frame: number, station: Station): boolean {
  const { frames } = run
  const leftMs = station.leftAfterOutages(frames.outages[frame]!, run.now)
  frames.outages[frame] = station.outageTotals.length - 1
  if (station.isPaused) station.suspended.push({ frame, generation: frames.generation[frame]!, leftMs })
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
  const place = run.places[frames.node[frame]!]!
  const hitRate = place.hitRate[frames.requestClass[frame]!]!
  if (hitRate > 0 && !place.isCold && streams.uniform(place.hitStream) < hitRate) {
    frames.flags[frame]! |= F.hit
    station.hits += 1
  }
  return K.advance
}

/** Ends a visit: it no longer counts at its station, if it is at one, and its slot goes to the next in the queue. */
export function leave(run: Run, frame: number, isFailed: boolean): void {
  const { frames, now } = run
  closeLink(run, frame)
  const flags = frames.flags[frame]!
  if ((flags & F.atStation) === 0) return
  const station = run.stations[frames.station[frame]!]!
  frames.flags[frame] = flags & ~(F.atStation | F.hasSlot)
  frames.station[frame] = NONE
  station.leave(now)
  if (isFailed) station.failed += 1
  else station.completed += 1
  const response = now - frames.arrivedAt[frame]!
  station.responseSum += response
  if (station.response !== null) station.response.record(response)
  if ((flags & F.hasSlot) === 0) return
  station.busy.down(now)
  if (!station.hasPlainTimes && station.model.coldStart !== null) station.idleSince.push(now)
  if (station.head !== NONE) startWaiting(run, station)
}

/** Lets those who wait begin, as far as there are slots. */
export function startWaiting(run: Run, station: Station): void {
  const { frames } = run
  while (station.head !== NONE && station.busy.count < station.slots && !station.isPaused) {
    const frame = station.head
    station.head = frames.next[frame]!
    if (station.head === NONE) station.tail = NONE
    if (frames.state[frame] === S.dropped) {
      frames.giveBack(frame)
      continue
    }
    station.queued.down(run.now)
    start(run, station, frame)
  }
}

/** Ends the work on a request before it is done. */
export function stopServing(run: Run, frame: number, station: Station): void {
  const { shared } = station
  if (shared === null) station.working.down(run.now)
  else changePace(run, station, () => shared.remove(frame))
}

/** A request has waited for too long. */
export function expire(run: Run, frame: number): Next {
  if (run.frames.state[frame] !== S.queued) return K.none
  const station = run.stations[run.frames.station[frame]!]!
  station.expired += 1
  dropQueued(run, station, frame)
  run.frames.reason[frame] = run.requests.codeOf(EVENT_FAILURES.expired)
  return K.callFailed
}

/** Takes a request out of a queue: it stays in the list, which passes over it. */
export function dropQueued(run: Run, station: Station, frame: number): void {
  station.queued.down(run.now)
  station.leave(run.now)
  run.frames.state[frame] = S.dropped
  run.frames.flags[frame]! &= ~F.atStation
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
  frames.reason[frame] = code
  if ((frames.flags[frame]! & F.root) !== 0) return K.requestFailed
  const call = run.links[frames.callLink[frame]!]!
  const backMs = call.model.replies ? call.model.latencyMs : 0
  if (backMs === 0) return K.callFailed
  run.later(run.queue.laneOf(backMs), backMs, K.callFailed, frame)
  return K.none
}
