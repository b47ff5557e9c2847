import { EVENT_FAILURES } from '../failure-reasons.ts'
import { NONE, STATE } from './frames.ts'
import { FLAG, KIND, type Run } from './run.ts'
import { changePace, endShared, joinShared } from './sharing.ts'
import type { Station } from './station.ts'

/** A call has come to its target: it is turned away, waits, or is worked on. */
export function arrive(run: Run, frame: number): void {
  const { frames } = run
  const link = run.links[frames.link[frame]!]!
  const place = run.places[link.target]!
  frames.node[frame] = link.target
  frames.step[frame] = 0
  frames.attempt[frame] = 0
  frames.flags[frame]! &= ~(FLAG.hit | FLAG.askedHit | FLAG.spoiled)
  if (run.tracer !== null) run.tracer.arrived(frame, run.now)
  if (place.isDown) {
    place.rejected += 1
    fail(run, frame, EVENT_FAILURES.nodeDown)
    return
  }
  const requestClass = frames.requestClass[frame]!
  const index = link.model.stationOf === null ? place.stationOf[requestClass]! : link.model.stationOf[requestClass]!
  if (index === NONE) {
    run.soon(KIND.advance, frame)
    return
  }

  const station = run.stations[index]!
  const refusal = station.refusal(run.now)
  if (refusal !== null) {
    station.rejected += 1
    fail(run, frame, refusal)
    return
  }
  station.settle(run.now)
  station.arrived += 1
  station.inSystem += 1
  if (station.inSystem > station.mostInSystem) station.mostInSystem = station.inSystem
  frames.station[frame] = index
  frames.flags[frame]! |= FLAG.atStation
  frames.arrivedAt[frame] = run.now
  if (station.isShared) joinShared(run, station, frame)
  else if (station.busy < station.slots && !station.isPaused) start(run, station, frame)
  else wait(run, station, frame)
}

/** Puts a request into the queue: at its end, or before those of lower priority. */
function wait(run: Run, station: Station, frame: number): void {
  const { frames } = run
  frames.state[frame] = STATE.queued
  station.queueLength += 1
  station.waited += 1
  if (station.queueLength > station.mostQueue) station.mostQueue = station.queueLength
  let before = station.tail
  if (station.model.hasPriorities) {
    const priority = priorityOf(run, frame)
    before = NONE
    for (let other = station.head; other !== NONE; other = frames.next[other]!) {
      if (priorityOf(run, other) < priority) break
      before = other
    }
  }
  const after = before === NONE ? station.head : frames.next[before]!
  frames.next[frame] = before === station.tail ? NONE : after
  if (before === NONE) station.head = frame
  else frames.next[before] = frame
  if (frames.next[frame] === NONE) station.tail = frame

  const { expiryMs } = run.links[frames.link[frame]!]!.model
  if (expiryMs < Number.POSITIVE_INFINITY) run.later(run.queue.laneOf(expiryMs), expiryMs, KIND.expiry, frame)
}

const priorityOf = (run: Run, frame: number): number => run.links[run.frames.link[frame]!]!.model.priority

function start(run: Run, station: Station, frame: number): void {
  const { frames, now } = run
  station.busy += 1
  station.working += 1
  station.started += 1
  station.waitSum += now - frames.arrivedAt[frame]!
  frames.state[frame] = STATE.serving
  frames.flags[frame]! |= FLAG.hasSlot
  frames.startedAt[frame] = now
  frames.outages[frame] = station.outageTotals.length - 1
  if (run.tracer !== null) run.tracer.started(frame, now)
  const lane = station.lanes[frames.requestClass[frame]!]!
  const factor = station.slowness * run.links[frames.link[frame]!]!.model.serviceFactor
  if (lane >= 0 && factor === 1) run.later(lane, 0, KIND.served, frame)
  else run.later(NONE, station.serviceMs(frames.requestClass[frame]!, factor, now), KIND.served, frame)
}

/** A service has ended. */
export function serve(run: Run, frame: number): void {
  const { frames, now } = run
  const station = run.stations[frames.station[frame]!]!
  if (station.outageTotals.length > 1 || station.isPaused) {
    const left = station.leftAfterOutages(frames.outages[frame]!, now)
    frames.outages[frame] = station.outageTotals.length - 1
    if (station.isPaused) {
      station.suspended.push({ frame, generation: frames.generation[frame]!, leftMs: left })
      return
    }
    if (left > 0) {
      run.later(NONE, left, KIND.served, frame)
      return
    }
  }
  station.settle(now)
  station.working -= 1
  station.serviceSum += now - frames.startedAt[frame]!
  frames.state[frame] = STATE.under_way
  endService(run, station, frame)
}

/** All requests whose share of the work is done. */
export function serveShared(run: Run, index: number): void {
  const station = run.stations[index]!
  for (const frame of endShared(run, station)) endService(run, station, frame)
}

/** A service may have failed, or have found the answer here. */
function endService(run: Run, station: Station, frame: number): void {
  const { frames, streams } = run
  if (run.tracer !== null) run.tracer.served(frame, run.now)
  const { failureProbability } = station
  if (failureProbability > 0 && streams.uniform(station.failureStream) < failureProbability) {
    fail(run, frame, EVENT_FAILURES.randomFailure)
    return
  }
  const place = run.places[frames.node[frame]!]!
  const hitRate = place.hitRate[frames.requestClass[frame]!]!
  if (hitRate > 0 && !place.isCold && streams.uniform(place.hitStream) < hitRate) {
    frames.flags[frame]! |= FLAG.hit
    station.hits += 1
  }
  run.soon(KIND.advance, frame)
}

/** Ends a visit at its station, if it is at one: its slot goes to the next in the queue. */
export function leave(run: Run, frame: number, isFailed = false): void {
  const { frames, now } = run
  closeLink(run, frame)
  const flags = frames.flags[frame]!
  if ((flags & FLAG.atStation) === 0) return
  const station = run.stations[frames.station[frame]!]!
  frames.flags[frame] = flags & ~(FLAG.atStation | FLAG.hasSlot)
  frames.station[frame] = NONE
  station.settle(now)
  station.inSystem -= 1
  if (isFailed) station.failed += 1
  else station.completed += 1
  const response = now - frames.arrivedAt[frame]!
  station.responseSum += response
  if (station.response !== null) station.response.record(response)
  if ((flags & FLAG.hasSlot) === 0) return
  station.busy -= 1
  if (station.model.coldStart !== null) station.idleSince.push(now)
  startWaiting(run, station)
}

/** Lets those who wait begin, as far as there are slots. */
export function startWaiting(run: Run, station: Station): void {
  const { frames } = run
  while (station.head !== NONE && station.busy < station.slots && !station.isPaused) {
    const frame = station.head
    station.head = frames.next[frame]!
    if (station.head === NONE) station.tail = NONE
    if (frames.state[frame] === STATE.dropped) {
      frames.giveBack(frame)
      continue
    }
    station.settle(run.now)
    station.queueLength -= 1
    start(run, station, frame)
  }
}

/** Ends the work on a request before it is done. */
export function stopServing(run: Run, frame: number, station: Station): void {
  if (station.shared === null) {
    station.settle(run.now)
    station.working -= 1
  } else {
    const { shared } = station
    changePace(run, station, () => shared.remove(frame))
  }
}

/** A request has waited for too long. */
export function expire(run: Run, frame: number): void {
  if (run.frames.state[frame] !== STATE.queued) return
  const station = run.stations[run.frames.station[frame]!]!
  station.expired += 1
  dropQueued(run, station, frame)
  run.frames.reason[frame] = run.requests.codeOf(EVENT_FAILURES.expired)
  run.soon(KIND.callFailed, frame)
}

/** Takes a request out of a queue: it stays in the list, which passes over it. */
export function dropQueued(run: Run, station: Station, frame: number): void {
  station.settle(run.now)
  station.queueLength -= 1
  station.inSystem -= 1
  run.frames.state[frame] = STATE.dropped
  run.frames.flags[frame]! &= ~FLAG.atStation
  closeLink(run, frame)
}

/** A visit fails here; its caller learns of it after the way back, where it waits for an answer. */
export function fail(run: Run, frame: number, reason: string): void {
  leave(run, frame, true)
  failFrame(run, frame, run.requests.codeOf(reason))
}

/** A visit that has left its station fails for a reason, by its number. */
export function failFrame(run: Run, frame: number, code: number): void {
  const { frames } = run
  frames.reason[frame] = code
  if ((frames.flags[frame]! & FLAG.root) !== 0) {
    run.soon(KIND.requestFailed, frame)
    return
  }
  const call = run.links[frames.callLink[frame]!]!
  const backMs = call.holds ? call.model.latencyMs : 0
  if (backMs > 0) run.later(run.queue.laneOf(backMs), backMs, KIND.callFailed, frame)
  else run.soon(KIND.callFailed, frame)
}

/** The call no longer counts among the open ones of the link it came by. */
export function closeLink(run: Run, frame: number): void {
  const flags = run.frames.flags[frame]!
  if ((flags & FLAG.isOpen) === 0) return
  run.frames.flags[frame] = flags & ~FLAG.isOpen
  run.links[run.frames.link[frame]!]!.open -= 1
}
