import { finishCall } from './calls.ts'
import { chooseLink } from './choosing.ts'
import { AFTERWARDS, SERVICE } from './express-plan.ts'
import { NONE, STATE } from './frames.ts'
import { LINK, STATION } from './rows.ts'
import { FLAG, KIND, type Next, type Run } from './run.ts'
import { arrive, serve, startWaiting } from './visits.ts'

/*
 * The express path: what `visits.ts`, `calls.ts` and `crossing.ts` do to a visit, for those visits where nothing can interfere, in
 * two functions over the rows of stations and links. It changes the same numbers by the same amounts in the same order and adds the
 * same events, so that a run is the same, byte for byte, with and without it; most visits of most runs take it. What is not plain
 * is handed over to the general path at the point where that is found.
 */

const S = STATION.ints
const SF = STATION.floats
const L = LINK.ints
const LF = LINK.floats
const STATION_INTS = STATION.width.ints
const STATION_FLOATS = STATION.width.floats
const LINK_INTS = LINK.width.ints
const LINK_FLOATS = LINK.width.floats

/** What a visit is marked with that has a slot, and nothing that the general path would have to look after. */
const AT_WORK = FLAG.atStation | FLAG.hasSlot
const PLAIN = AT_WORK | FLAG.isOpen | FLAG.root

/** As `arrive`. */
export function arriveExpress(run: Run, frame: number): Next {
  const { frames } = run
  const link = frames.link[frame]!
  const station = run.linkRows.ints[link * LINK_INTS + L.station + frames.requestClass[frame]!]!
  return station === NONE ? arrive(run, frame) : enter(run, frame, station, link)
}

/** A visit comes to a station: it is worked on, or waits. */
function enter(run: Run, frame: number, station: number, link: number): Next {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  frames.node[frame] = run.linkRows.ints[link * LINK_INTS + L.target]!
  frames.step[frame] = 0
  frames.station[frame] = station
  frames.arrivedAt[frame] = now
  ints[at + S.arrived]! += 1
  const inSystem = ints[at + S.inSystem]! + 1
  ints[at + S.inSystem] = inSystem
  floats[floatsAt + SF.inSystem]! -= now
  if (inSystem > ints[at + S.mostInSystem]!) ints[at + S.mostInSystem] = inSystem
  const flags = (frames.flags[frame]! & (FLAG.root | FLAG.isOpen | FLAG.hasPlace)) | FLAG.atStation
  if (ints[at + S.busy]! < floats[floatsAt + SF.slots]!) {
    frames.flags[frame] = flags | FLAG.hasSlot
    start(run, frame, station)
    return KIND.none
  }
  frames.flags[frame] = flags
  frames.state[frame] = STATE.queued
  const queued = ints[at + S.queued]! + 1
  ints[at + S.queued] = queued
  floats[floatsAt + SF.queued]! -= now
  ints[at + S.waited]! += 1
  if (queued > ints[at + S.mostQueue]!) ints[at + S.mostQueue] = queued
  const tail = ints[at + S.tail]!
  if (tail === NONE) ints[at + S.head] = frame
  else frames.next[tail] = frame
  frames.next[frame] = NONE
  ints[at + S.tail] = frame
  return KIND.none
}

/** A visit takes a slot. */
function start(run: Run, frame: number, station: number): void {
  const { frames, now, queue } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  ints[at + S.busy]! += 1
  ints[at + S.working]! += 1
  ints[at + S.started]! += 1
  floats[floatsAt + SF.busy]! -= now
  floats[floatsAt + SF.working]! -= now
  floats[floatsAt + SF.waitSum]! += now - frames.arrivedAt[frame]!
  frames.state[frame] = STATE.serving
  frames.startedAt[frame] = now
  frames.outages[frame] = 0
  const requestClass = frames.requestClass[frame]!
  const generation = frames.generation[frame]!
  const service = ints[at + S.service]!
  if (service === SERVICE.fixed) {
    queue.after(ints[at + S.lane + requestClass]!, now, KIND.served, frame, generation)
    return
  }
  const ms =
    service === SERVICE.exponential
      ? floats[floatsAt + SF.meanMs + requestClass]! * run.streams.exponential(ints[at + S.serviceStream]!)
      : run.stations[station]!.serviceMs(requestClass, now, 1, 0)
  queue.at(now + ms, KIND.served, frame, generation)
}

/** As `serve`. */
export function serveExpress(run: Run, frame: number): Next {
  const { frames, now } = run
  const station = frames.station[frame]!
  const at = station * STATION_INTS
  const { ints, floats } = run.stationRows
  let flags = frames.flags[frame]!
  if (ints[at + S.service] === SERVICE.none || (flags & ~PLAIN) !== 0) return serve(run, frame)
  const requestClass = frames.requestClass[frame]!
  const afterwards = ints[at + S.afterwards + requestClass]!
  if (afterwards === AFTERWARDS.general) return serve(run, frame)

  const floatsAt = station * STATION_FLOATS
  ints[at + S.working]! -= 1
  floats[floatsAt + SF.working]! += now
  floats[floatsAt + SF.serviceSum]! += now - frames.startedAt[frame]!
  frames.state[frame] = STATE.underWay
  const hitRate = floats[floatsAt + SF.hitRate + requestClass]!
  if (hitRate > 0 && run.streams.uniform(ints[at + S.hitStream]!) < hitRate) {
    flags |= FLAG.hit
    frames.flags[frame] = flags
    ints[at + S.hits]! += 1
  }
  const link = afterwards === AFTERWARDS.chosen ? linkOf(run, frame) : afterwards
  leave(run, frame, station)
  return link >= 0 ? move(run, frame, link) : finishCall(run, frame)
}

/** The link of the only step; below 0 where a hit has made it needless. */
function linkOf(run: Run, frame: number): number {
  const { frames } = run
  const place = run.places[frames.node[frame]!]!
  const step = place.program[frames.requestClass[frame]!]![0]!
  if (step.unlessHit && (frames.flags[frame]! & FLAG.hit) !== 0) return AFTERWARDS.over
  return chooseLink(run, place, step, frame)!.index
}

/** A visit ends: it leaves link and station, and the next in the queue takes its slot. */
function leave(run: Run, frame: number, station: number): void {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  const flags = frames.flags[frame]!
  if ((flags & FLAG.isOpen) !== 0) run.linkRows.ints[frames.link[frame]! * LINK_INTS + L.open]! -= 1
  frames.flags[frame] = flags & ~(AT_WORK | FLAG.isOpen)
  frames.station[frame] = NONE
  ints[at + S.inSystem]! -= 1
  ints[at + S.busy]! -= 1
  ints[at + S.completed]! += 1
  floats[floatsAt + SF.inSystem]! += now
  floats[floatsAt + SF.busy]! += now
  const response = now - frames.arrivedAt[frame]!
  floats[floatsAt + SF.responseSum]! += response
  const recorder = run.responses[station]!
  if (recorder !== null) recorder.record(response)
  const next = ints[at + S.head]!
  if (next === NONE) return
  if (frames.state[next] === STATE.dropped) {
    startWaiting(run, run.stations[station]!)
    return
  }
  const head = frames.next[next]!
  ints[at + S.head] = head
  if (head === NONE) ints[at + S.tail] = NONE
  ints[at + S.queued]! -= 1
  floats[floatsAt + SF.queued]! += now
  frames.flags[next]! |= FLAG.hasSlot
  start(run, next, station)
}

/** A visit goes on over a plain link, and may be at its target at once. */
function move(run: Run, frame: number, link: number): Next {
  const { frames } = run
  const { ints, floats } = run.linkRows
  const at = link * LINK_INTS
  const floatsAt = link * LINK_FLOATS
  frames.link[frame] = link
  frames.flags[frame]! |= FLAG.isOpen
  ints[at + L.attempts]! += 1
  ints[at + L.open]! += 1
  ints[at + L.crossed]! += 1
  floats[floatsAt + LF.bytes]! += floats[floatsAt + LF.requestBytes]!
  const ms = floats[floatsAt + LF.fixedMs]!
  floats[floatsAt + LF.networkSum]! += ms
  if (ms > 0) {
    run.queue.after(ints[at + L.lane]!, run.now, KIND.arrive, frame, frames.generation[frame]!)
    return KIND.none
  }
  const station = ints[at + L.station + frames.requestClass[frame]!]!
  return station === NONE ? KIND.arrive : enter(run, frame, station, link)
}
