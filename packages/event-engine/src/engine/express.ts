import { come } from './calls.ts'
import { chooseLink } from './choosing.ts'
import { finishExpress } from './express-answers.ts'
import { AFTERWARDS, SERVICE } from './express-plan.ts'
import { FLAG, NONE as NOBODY, STATE } from './frames.ts'
import type { RunningStep } from './place.ts'
import { CROSSING, FRAME, LINK, MARKS, PLACE, STATION } from './rows.ts'
import { KIND, type Next, type Run } from './run.ts'
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
const { state: STATE_BITS, requestClass: CLASS_BITS } = MARKS
const UNDER_WAY = STATE.underWay << STATE_BITS
const QUEUED = STATE.queued << STATE_BITS
const SERVING = STATE.serving << STATE_BITS
const DROPPED = STATE.dropped
const { arrive: ARRIVE, served: SERVED, none: NOTHING } = KIND
const { root: ROOT, isOpen: IS_OPEN, atStation: AT_STATION, hasSlot: HAS_SLOT, hasPlace: HAS_PLACE, hit: HIT } = FLAG
const { exponential: EXPONENTIAL, fixed: FIXED } = SERVICE
const { isCompared: IS_COMPARED } = CROSSING
const { chosen: CHOSEN, even: EVEN, general: GENERAL, over: OVER, rotated: ROTATED, weighed: WEIGHED } = AFTERWARDS
const CLASSES = 4
const FRAME_INTS = FRAME.width.ints
const FRAME_FLOATS = FRAME.width.floats
const STATION_INTS = STATION.width.ints
const STATION_FLOATS = STATION.width.floats
const { ints: BLOCK_INTS, floats: BLOCK_FLOATS } = STATION.block
const LINK_INTS = LINK.width.ints
const LINK_FLOATS = LINK.width.floats
const PLACE_INTS = PLACE.width.ints
const M = { ...FRAME.ints }
const T = { ...FRAME.floats }
const S = { ...STATION.ints }
const F = { ...STATION.floats }
const L = { ...LINK.ints }
const G = { ...LINK.floats }
const P = { ...PLACE.ints }

/** What a visit is marked with that has a slot, and nothing that the general path would have to look after. */
const PLAIN = AT_STATION | HAS_SLOT | IS_OPEN | ROOT
const NOT_PLAIN = ((1 << STATE_BITS) - 1) & ~PLAIN
/** The marks of a visit that do not change on its way: whose it is, in which class. */
const OWN = ROOT | ((CLASSES - 1) << CLASS_BITS)

/** As `come`. */
export function arriveExpress(run: Run, frame: number): Next {
  const { ints } = run.frames
  const marks = ints[frame * FRAME_INTS + M.marks]!
  const link = ints[frame * FRAME_INTS + M.link]!
  const station = run.linkRows.ints[link * LINK_INTS + L.station + ((marks >> CLASS_BITS) & (CLASSES - 1))]!
  if (station === NONE) return come(run, frame)
  enter(run, frame, station, marks & (OWN | IS_OPEN | HAS_PLACE))
  return NOTHING
}

/** A visit comes to a station: it is worked on, or waits. */
export function enter(run: Run, frame: number, station: number, marks: number): void {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  const own = frames.ints
  const ownAt = frame * FRAME_INTS
  own[ownAt + M.station] = station
  frames.floats[frame * FRAME_FLOATS + T.arrivedAt] = now
  ints[at + S.arrived]! += 1
  const busy = ints[at + S.busy]!
  const inSystem = ints[at + S.queued]! + busy + 1
  if (inSystem > ints[at + S.mostInSystem]!) ints[at + S.mostInSystem] = inSystem
  if (busy < floats[floatsAt + F.slots]!) {
    start(run, frame, station, marks | AT_STATION)
    return
  }
  own[ownAt + M.marks] = marks | AT_STATION | QUEUED
  const queued = ints[at + S.queued]! + 1
  ints[at + S.queued] = queued
  floats[floatsAt + F.queued]! -= now
  ints[at + S.waited]! += 1
  if (queued > ints[at + S.mostQueue]!) ints[at + S.mostQueue] = queued
  const tail = ints[at + S.tail]!
  if (tail === NONE) ints[at + S.head] = frame
  else own[tail * FRAME_INTS + M.next] = frame
  own[ownAt + M.next] = NONE
  ints[at + S.tail] = frame
}

/** A visit takes a slot. */
function start(run: Run, frame: number, station: number, marks: number): void {
  const { frames, now } = run
  const { ints, floats, from } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  ints[at + S.busy]! += 1
  ints[at + S.started]! += 1
  floats[floatsAt + F.busy]! -= now
  frames.floats[frame * FRAME_FLOATS + T.startedAt] = now
  frames.ints[frame * FRAME_INTS + M.marks] = marks | HAS_SLOT | SERVING
  const generation = frames.ints[frame * FRAME_INTS + M.generation]!
  const requestClass = (marks >> CLASS_BITS) & (CLASSES - 1)
  const service = ints[at + S.service]!
  if (service === FIXED) {
    run.queue.after(ints[at + S.lane + requestClass * BLOCK_INTS]!, SERVED, frame, generation)
    return
  }
  run.queue.when[0] =
    now +
    (service === EXPONENTIAL
      ? floats[floatsAt + F.meanMs + requestClass * BLOCK_FLOATS]! *
        run.streams.exponential(from + at + S.serviceStream)
      : run.stations[station]!.serviceMs(requestClass, now, 1, 0))
  run.queue.add(SERVED, frame, generation)
}

/** As `serve`: the visit ends, as it lets go of its slot before it goes on, and the next in the queue takes that. */
export function serveExpress(run: Run, frame: number): Next {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const ownAt = frame * FRAME_INTS
  const marks = frames.ints[ownAt + M.marks]!
  const station = frames.ints[ownAt + M.station]!
  const at = station * STATION_INTS
  const requestClass = (marks >> CLASS_BITS) & (CLASSES - 1)
  let link = ints[at + S.afterwards + requestClass * BLOCK_INTS]!
  if (link === GENERAL || (marks & NOT_PLAIN) !== 0) return serve(run, frame)

  let after = (marks & OWN) | UNDER_WAY
  const floatsAt = station * STATION_FLOATS
  const hitRate = floats[floatsAt + F.hitRate + requestClass * BLOCK_FLOATS]!
  if (hitRate > 0 && hits(run, ints[at + S.node]!, hitRate)) {
    after |= HIT
    if (ints[at + S.unlessHit + requestClass * BLOCK_INTS] === 1) link = OVER
  }
  if (link === ROTATED) link = rotate(run.rounds, ints[at + S.round + requestClass * BLOCK_INTS]!)
  else if (link === EVEN) {
    link = pick(run.rounds, ints[at + S.round + requestClass * BLOCK_INTS]!, chance(run, ints[at + S.node]!))
  } else if (link === WEIGHED) {
    link = weigh(run.steps[station * CLASSES + requestClass]!, chance(run, ints[at + S.node]!))
  } else if (link === CHOSEN) link = choose(run, frame, ints[at + S.node]!, requestClass)
  if ((marks & IS_OPEN) !== 0) run.linkRows.ints[frames.ints[ownAt + M.link]! * LINK_INTS + L.open]! -= 1
  ints[at + S.busy]! -= 1
  ints[at + S.completed]! += 1
  floats[floatsAt + F.busy]! += now
  const timesAt = frame * FRAME_FLOATS
  floats[floatsAt + F.serviceSum]! += now - frames.floats[timesAt + T.startedAt]!
  const responseMs = now - frames.floats[timesAt + T.arrivedAt]!
  if (run.responses === null) floats[floatsAt + F.responseSum]! += responseMs
  else run.responses.record(station, responseMs)
  if (ints[at + S.head] !== NONE) startNext(run, station)

  if (link >= 0) return move(run, frame, link, after)
  return finishExpress(run, frame, after)
}

/** Whether a visit finds the answer at its node. */
function hits({ placeRows: { ints, from }, streams }: Run, node: number, hitRate: number): boolean {
  const at = node * PLACE_INTS
  const isHit = streams.uniform(from + at + P.hitStream) < hitRate
  if (isHit) ints[at + P.hits]! += 1
  return isHit
}

const chance = ({ placeRows, streams }: Run, node: number): number =>
  streams.uniform(placeRows.from + node * PLACE_INTS + P.choiceStream)

/** As the choosers of `choosing.ts` do where all links are in service, which nothing changes here. */
function rotate(rounds: Int32Array, at: number): number {
  const turn = rounds[at]!
  rounds[at] = turn + 1 === rounds[at + 1] ? 0 : turn + 1
  return rounds[at + 2 + turn]!
}

/** Links of weight 1: the general path takes ones away until nothing is left, which is exact. */
const pick = (rounds: Int32Array, at: number, uniform: number): number =>
  rounds[at + 2 + Math.floor(uniform * rounds[at + 1]!)]!

function weigh({ indexes, weights, weight }: RunningStep, uniform: number): number {
  let left = uniform * weight
  for (let one = 0; one < weights.length; one += 1) {
    left -= weights[one]!
    if (left < 0) return indexes[one]!
  }
  return indexes[indexes.length - 1]!
}

function choose(run: Run, frame: number, node: number, requestClass: number): number {
  const place = run.places[node]!
  return chooseLink(run, place, place.program[requestClass]![0]!, frame)!.index
}

/** A slot has become free, and somebody waits for it. */
function startNext(run: Run, station: number): void {
  const { frames, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const frame = ints[at + S.head]!
  if (ints[at + S.isMixed] === 1 || frames.stateOf(frame) === DROPPED) {
    startWaiting(run, run.stations[station]!)
    return
  }
  const marks = frames.ints[frame * FRAME_INTS + M.marks]!
  const head = frames.ints[frame * FRAME_INTS + M.next]!
  ints[at + S.head] = head
  if (head === NONE) ints[at + S.tail] = NONE
  ints[at + S.queued]! -= 1
  const floatsAt = station * STATION_FLOATS
  floats[floatsAt + F.queued]! += now
  floats[floatsAt + F.waitSum]! += now - frames.floats[frame * FRAME_FLOATS + T.arrivedAt]!
  start(run, frame, station, marks & ~QUEUED)
}

/** A visit goes on over a plain link, and may be at its target at once. */
export function move(run: Run, frame: number, link: number, before: number): Next {
  const { frames } = run
  const ownAt = frame * FRAME_INTS
  frames.ints[ownAt + M.link] = link
  run.attempts[link]! += 1
  const onward = run.onward[link]!
  if (((onward >> ((before >> CLASS_BITS) & (CLASSES - 1))) & 1) === 1) {
    enter(run, frame, onward >> CLASSES, before & (OWN | IS_OPEN))
    return NOTHING
  }
  const { ints, floats } = run.linkRows
  const at = link * LINK_INTS
  const floatsAt = link * LINK_FLOATS
  let marks = before
  if ((ints[at + L.crossing]! & IS_COMPARED) !== 0) {
    ints[at + L.open]! += 1
    marks |= IS_OPEN
  }
  const ms = floats[floatsAt + G.fixedMs]!
  if (ms === 0) {
    const station = ints[at + L.station + ((marks >> CLASS_BITS) & (CLASSES - 1))]!
    if (station !== NONE) {
      enter(run, frame, station, marks & (OWN | IS_OPEN))
      return NOTHING
    }
  }
  frames.ints[ownAt + M.marks] = marks
  frames.ints[ownAt + M.station] = NONE
  if (ms === 0) return ARRIVE
  floats[floatsAt + G.networkSum]! += ms
  run.queue.after(ints[at + L.lane]!, ARRIVE, frame, frames.ints[ownAt + M.generation]!)
  return NOTHING
}
