import { come } from './calls.ts'
import { chooseLink } from './choosing.ts'
import { finishExpress } from './express-answers.ts'
import { AFTERWARDS, SERVICE } from './express-plan.ts'
import { NONE as NOBODY, STATE } from './frames.ts'
import type { RunningStep } from './place.ts'
import { LINK, STATION } from './rows.ts'
import { FLAG, KIND, type Next, type Run } from './run.ts'
import { serve, startWaiting } from './visits.ts'

/*
 * The express path: what `visits.ts`, `calls.ts` and `crossing.ts` do to a visit, for those visits where nothing can interfere, in
 * a few functions over the rows of stations and links. It changes the same numbers by the same amounts in the same order and adds
 * the same events, so that a run is the same, byte for byte, with and without it; most visits of most runs take it. What is not
 * plain is handed over to the general path.
 *
 * Constants are the module's own here, since the compiler takes those for literals, but looks imported ones up each time.
 */

const NONE = NOBODY
const { underWay: UNDER_WAY, queued: QUEUED, serving: SERVING, dropped: DROPPED } = STATE
const { arrive: ARRIVE, served: SERVED, none: NOTHING } = KIND
const { root: ROOT, isOpen: IS_OPEN, atStation: AT_STATION, hasSlot: HAS_SLOT, hasPlace: HAS_PLACE, hit: HIT } = FLAG
const { exponential: EXPONENTIAL, fixed: FIXED } = SERVICE
const { chosen: CHOSEN, rotated: ROTATED, weighed: WEIGHED, general: GENERAL, over: OVER } = AFTERWARDS
const CLASSES = 4
const STATION_INTS = STATION.width.ints
const STATION_FLOATS = STATION.width.floats
const LINK_INTS = LINK.width.ints
const LINK_FLOATS = LINK.width.floats
const S = { ...STATION.ints }
const F = { ...STATION.floats }
const L = { ...LINK.ints }
const G = { ...LINK.floats }

/** What a visit is marked with that has a slot, and nothing that the general path would have to look after. */
const PLAIN = AT_STATION | HAS_SLOT | IS_OPEN | ROOT

/** As `come`. */
export function arriveExpress(run: Run, frame: number): Next {
  const { frames, linkRows } = run
  const link = frames.link[frame]!
  const requestClass = frames.requestClass[frame]!
  const station = linkRows.ints[link * LINK_INTS + L.station + requestClass]!
  if (station === NONE) return come(run, frame)
  frames.step[frame] = 0
  frames.state[frame] = UNDER_WAY
  enter(run, frame, station, frames.flags[frame]! & (ROOT | IS_OPEN | HAS_PLACE))
  return NOTHING
}

/** A visit comes to a station: it is worked on, or waits. */
export function enter(run: Run, frame: number, station: number, flags: number): void {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  frames.node[frame] = ints[at + S.node]!
  frames.station[frame] = station
  frames.arrivedAt[frame] = now
  ints[at + S.arrived]! += 1
  const inSystem = ints[at + S.inSystem]! + 1
  ints[at + S.inSystem] = inSystem
  floats[floatsAt + F.inSystem]! -= now
  if (inSystem > ints[at + S.mostInSystem]!) ints[at + S.mostInSystem] = inSystem
  if (ints[at + S.busy]! < floats[floatsAt + F.slots]!) {
    frames.flags[frame] = flags | AT_STATION | HAS_SLOT
    start(run, frame, station)
    return
  }
  frames.flags[frame] = flags | AT_STATION
  frames.state[frame] = QUEUED
  const queued = ints[at + S.queued]! + 1
  ints[at + S.queued] = queued
  floats[floatsAt + F.queued]! -= now
  ints[at + S.waited]! += 1
  if (queued > ints[at + S.mostQueue]!) ints[at + S.mostQueue] = queued
  const tail = ints[at + S.tail]!
  if (tail === NONE) ints[at + S.head] = frame
  else frames.next[tail] = frame
  frames.next[frame] = NONE
  ints[at + S.tail] = frame
}

/** A visit takes a slot. */
function start(run: Run, frame: number, station: number): void {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  ints[at + S.busy]! += 1
  ints[at + S.working]! += 1
  ints[at + S.started]! += 1
  floats[floatsAt + F.busy]! -= now
  floats[floatsAt + F.working]! -= now
  floats[floatsAt + F.waitSum]! += now - frames.arrivedAt[frame]!
  frames.state[frame] = SERVING
  frames.startedAt[frame] = now
  const requestClass = frames.requestClass[frame]!
  const service = ints[at + S.service]!
  if (service === FIXED) {
    run.queue.after(ints[at + S.lane + requestClass]!, SERVED, frame, frames.generation[frame]!)
    return
  }
  const ms =
    service === EXPONENTIAL
      ? floats[floatsAt + F.meanMs + requestClass]! * run.streams.exponential(ints[at + S.serviceStream]!)
      : run.stations[station]!.serviceMs(requestClass, now, 1, 0)
  run.queue.at(now + ms, SERVED, frame, frames.generation[frame]!)
}

/** As `serve`: the visit ends, as it lets go of its slot before it goes on, and the next in the queue takes that. */
export function serveExpress(run: Run, frame: number): Next {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const station = frames.station[frame]!
  const at = station * STATION_INTS
  let flags = frames.flags[frame]!
  const requestClass = frames.requestClass[frame]!
  let link = ints[at + S.afterwards + requestClass]!
  if (link === GENERAL || (flags & ~PLAIN) !== 0) return serve(run, frame)

  const floatsAt = station * STATION_FLOATS
  const hitRate = floats[floatsAt + F.hitRate + requestClass]!
  if (hitRate > 0 && run.streams.uniform(ints[at + S.hitStream]!) < hitRate) {
    flags |= HIT
    ints[at + S.hits]! += 1
    if (ints[at + S.unlessHit + requestClass] === 1) link = OVER
  }
  if (link === ROTATED) link = rotate(run.steps[station * CLASSES + requestClass]!)
  else if (link === WEIGHED) {
    link = weigh(run.steps[station * CLASSES + requestClass]!, run.streams.uniform(ints[at + S.choiceStream]!))
  } else if (link === CHOSEN) link = choose(run, frame, requestClass)
  if ((flags & IS_OPEN) !== 0) run.linkRows.ints[frames.link[frame]! * LINK_INTS + L.open]! -= 1
  flags &= ROOT | HIT
  ints[at + S.inSystem]! -= 1
  ints[at + S.busy]! -= 1
  ints[at + S.working]! -= 1
  ints[at + S.completed]! += 1
  floats[floatsAt + F.inSystem]! += now
  floats[floatsAt + F.busy]! += now
  floats[floatsAt + F.working]! += now
  floats[floatsAt + F.serviceSum]! += now - frames.startedAt[frame]!
  const responseMs = now - frames.arrivedAt[frame]!
  floats[floatsAt + F.responseSum]! += responseMs
  const recorder = run.responses[station]!
  if (recorder !== null) recorder.record(responseMs)
  if (ints[at + S.head] !== NONE) startNext(run, station)

  frames.state[frame] = UNDER_WAY
  if (link >= 0) return move(run, frame, link, flags)
  frames.flags[frame] = flags
  frames.station[frame] = NONE
  return finishExpress(run, frame)
}

/** As the choosers of `choosing.ts` do where all links are in service, which nothing changes here. */
function rotate(step: RunningStep): number {
  const { indexes, turn } = step
  step.turn = turn + 1 === indexes.length ? 0 : turn + 1
  return indexes[turn]!
}

function weigh({ indexes, weights, weight }: RunningStep, uniform: number): number {
  let left = uniform * weight
  for (let one = 0; one < weights.length; one += 1) {
    left -= weights[one]!
    if (left < 0) return indexes[one]!
  }
  return indexes[indexes.length - 1]!
}

function choose(run: Run, frame: number, requestClass: number): number {
  const place = run.places[run.frames.node[frame]!]!
  return chooseLink(run, place, place.program[requestClass]![0]!, frame)!.index
}

/** A slot has become free, and somebody waits for it. */
function startNext(run: Run, station: number): void {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const frame = ints[at + S.head]!
  if (ints[at + S.isMixed] === 1 || frames.state[frame] === DROPPED) {
    startWaiting(run, run.stations[station]!)
    return
  }
  const head = frames.next[frame]!
  ints[at + S.head] = head
  if (head === NONE) ints[at + S.tail] = NONE
  ints[at + S.queued]! -= 1
  floats[station * STATION_FLOATS + F.queued]! += now
  frames.flags[frame]! |= HAS_SLOT
  start(run, frame, station)
}

/** A visit goes on over a plain link, and may be at its target at once. */
export function move(run: Run, frame: number, link: number, flags: number): Next {
  const { frames } = run
  const { ints, floats } = run.linkRows
  const at = link * LINK_INTS
  const floatsAt = link * LINK_FLOATS
  frames.link[frame] = link
  ints[at + L.attempts]! += 1
  ints[at + L.open]! += 1
  ints[at + L.crossed]! += 1
  floats[floatsAt + G.bytes]! += floats[floatsAt + G.requestBytes]!
  const ms = floats[floatsAt + G.fixedMs]!
  if (ms === 0) {
    const station = ints[at + L.station + frames.requestClass[frame]!]!
    if (station !== NONE) {
      enter(run, frame, station, (flags & ROOT) | IS_OPEN)
      return NOTHING
    }
  }
  frames.flags[frame] = flags | IS_OPEN
  frames.station[frame] = NONE
  if (ms === 0) return ARRIVE
  floats[floatsAt + G.networkSum]! += ms
  run.queue.after(ints[at + L.lane]!, ARRIVE, frame, frames.generation[frame]!)
  return NOTHING
}
