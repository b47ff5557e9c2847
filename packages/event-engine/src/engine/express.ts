import { FLAG, NONE as NOBODY, STATE } from './call-records.ts'
import { arriveAtTarget } from './calls.ts'
import { chooseLink } from './choosing.ts'
import { finishExpress } from './express-answers.ts'
import { AFTERWARDS, SERVICE } from './express-plan.ts'
import { CALL_RECORD, CROSSING, LINK, MARKS, NODE, STATION } from './rows.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { RunningStep } from './running-node.ts'
import { serve, startWaiting } from './visits.ts'

/*
 * The express path: `visits.ts`, `calls.ts` and `crossing.ts` in a few functions over the rows of stations and links, for visits
 * without limits, priorities, faults or anything else that the general path handles. It makes the same changes in the same order and
 * schedules the same events, so a run gives the same bytes with and without it. Most visits of most runs take it.
 *
 * Constants are copied into this module: the compiler inlines those of the same module, but loads imported ones each time.
 */

const NONE = NOBODY
const { state: STATE_BITS, requestClass: CLASS_BITS } = MARKS
const UNDER_WAY = STATE.underWay << STATE_BITS
const QUEUED = STATE.queued << STATE_BITS
const SERVING = STATE.serving << STATE_BITS
const DROPPED = STATE.dropped
const { arrive: ARRIVE, served: SERVED, none: NOTHING } = KIND
const {
  root: ROOT,
  isOpen: IS_OPEN,
  atStation: AT_STATION,
  hasSlot: HAS_SLOT,
  hasPoolSlot: HAS_POOL_SLOT,
  hit: HIT,
} = FLAG
const { exponential: EXPONENTIAL, fixed: FIXED } = SERVICE
const { isCompared: IS_COMPARED } = CROSSING
const { chosen: CHOSEN, even: EVEN, general: GENERAL, over: OVER, rotated: ROTATED, weighed: WEIGHED } = AFTERWARDS
const CLASSES = 4
const RECORD_INTS = CALL_RECORD.width.ints
const RECORD_FLOATS = CALL_RECORD.width.floats
const STATION_INTS = STATION.width.ints
const STATION_FLOATS = STATION.width.floats
const { ints: BLOCK_INTS, floats: BLOCK_FLOATS } = STATION.block
const LINK_INTS = LINK.width.ints
const LINK_FLOATS = LINK.width.floats
const NODE_INTS = NODE.width.ints
const M = { ...CALL_RECORD.ints }
const T = { ...CALL_RECORD.floats }
const S = { ...STATION.ints }
const F = { ...STATION.floats }
const L = { ...LINK.ints }
const G = { ...LINK.floats }
const P = { ...NODE.ints }

/** Flags of a plain visit in service; any other flag needs the general path. */
const PLAIN = AT_STATION | HAS_SLOT | IS_OPEN | ROOT
const NOT_PLAIN = ((1 << STATE_BITS) - 1) & ~PLAIN
/** Marks that a visit keeps from node to node: root flag and class. */
const OWN = ROOT | ((CLASSES - 1) << CLASS_BITS)

/** As `arriveAtTarget`. */
export function arriveExpress(run: Run, record: number): Next {
  const { ints } = run.records
  const marks = ints[record * RECORD_INTS + M.marks]!
  const link = ints[record * RECORD_INTS + M.link]!
  const station = run.linkRows.ints[link * LINK_INTS + L.station + ((marks >> CLASS_BITS) & (CLASSES - 1))]!
  if (station === NONE) return arriveAtTarget(run, record)
  enter(run, record, station, marks & (OWN | IS_OPEN | HAS_POOL_SLOT))
  return NOTHING
}

/** A visit arrives at a station: it is served or queued. */
export function enter(run: Run, record: number, station: number, marks: number): void {
  const { records, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  const own = records.ints
  const ownAt = record * RECORD_INTS
  own[ownAt + M.station] = station
  records.floats[record * RECORD_FLOATS + T.arrivedAt] = now
  ints[at + S.arrived]! += 1
  const busy = ints[at + S.busy]!
  const inSystem = ints[at + S.queued]! + busy + 1
  if (inSystem > ints[at + S.mostInSystem]!) ints[at + S.mostInSystem] = inSystem
  if (busy < floats[floatsAt + F.slots]!) {
    start(run, record, station, marks | AT_STATION)
    return
  }
  own[ownAt + M.marks] = marks | AT_STATION | QUEUED
  const queued = ints[at + S.queued]! + 1
  ints[at + S.queued] = queued
  floats[floatsAt + F.queued]! -= now
  ints[at + S.waited]! += 1
  if (queued > ints[at + S.mostQueue]!) ints[at + S.mostQueue] = queued
  const tail = ints[at + S.tail]!
  if (tail === NONE) ints[at + S.head] = record
  else own[tail * RECORD_INTS + M.next] = record
  own[ownAt + M.next] = NONE
  ints[at + S.tail] = record
}

/** Starts the service of a visit. */
function start(run: Run, record: number, station: number, marks: number): void {
  const { records, now } = run
  const { ints, floats, from } = run.stationRows
  const at = station * STATION_INTS
  const floatsAt = station * STATION_FLOATS
  ints[at + S.busy]! += 1
  ints[at + S.started]! += 1
  floats[floatsAt + F.busy]! -= now
  records.floats[record * RECORD_FLOATS + T.startedAt] = now
  records.ints[record * RECORD_INTS + M.marks] = marks | HAS_SLOT | SERVING
  const generation = records.ints[record * RECORD_INTS + M.generation]!
  const requestClass = (marks >> CLASS_BITS) & (CLASSES - 1)
  const service = ints[at + S.service]!
  if (service === FIXED) {
    run.events.after(ints[at + S.fifo + requestClass * BLOCK_INTS]!, SERVED, record, generation)
    return
  }
  run.events.when[0] =
    now +
    (service === EXPONENTIAL
      ? floats[floatsAt + F.meanMs + requestClass * BLOCK_FLOATS]! *
        run.streams.exponential(from + at + S.serviceStream)
      : run.stations[station]!.serviceMs(requestClass, now, 1, 0))
  run.events.add(SERVED, record, generation)
}

/** As `serve`, where the visit frees its slot: it ends, and the next request in the queue takes the slot. */
export function serveExpress(run: Run, record: number): Next {
  const { records, now } = run
  const { ints, floats } = run.stationRows
  const ownAt = record * RECORD_INTS
  const marks = records.ints[ownAt + M.marks]!
  const station = records.ints[ownAt + M.station]!
  const at = station * STATION_INTS
  const requestClass = (marks >> CLASS_BITS) & (CLASSES - 1)
  let link = ints[at + S.afterwards + requestClass * BLOCK_INTS]!
  if (link === GENERAL || (marks & NOT_PLAIN) !== 0) return serve(run, record)

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
  } else if (link === CHOSEN) link = choose(run, record, ints[at + S.node]!, requestClass)
  if ((marks & IS_OPEN) !== 0) run.linkRows.ints[records.ints[ownAt + M.link]! * LINK_INTS + L.open]! -= 1
  ints[at + S.busy]! -= 1
  ints[at + S.completed]! += 1
  floats[floatsAt + F.busy]! += now
  const timesAt = record * RECORD_FLOATS
  floats[floatsAt + F.serviceSum]! += now - records.floats[timesAt + T.startedAt]!
  const responseMs = now - records.floats[timesAt + T.arrivedAt]!
  if (run.responses === null) floats[floatsAt + F.responseSum]! += responseMs
  else run.responses.record(station, responseMs)
  if (ints[at + S.head] !== NONE) startNext(run, station)

  if (link >= 0) return move(run, record, link, after)
  return finishExpress(run, record, after)
}

/** Whether a visit has a cache hit. */
function hits({ nodeRows: { ints, from }, streams }: Run, node: number, hitRate: number): boolean {
  const at = node * NODE_INTS
  const isHit = streams.uniform(from + at + P.hitStream) < hitRate
  if (isHit) ints[at + P.hits]! += 1
  return isHit
}

const chance = ({ nodeRows, streams }: Run, node: number): number =>
  streams.uniform(nodeRows.from + node * NODE_INTS + P.choiceStream)

/** As in `choosing.ts`, where health checks and ejection remove no link. */
function rotate(rounds: Int32Array, at: number): number {
  const turn = rounds[at]!
  rounds[at] = turn + 1 === rounds[at + 1] ? 0 : turn + 1
  return rounds[at + 2 + turn]!
}

/** Links of weight 1: subtracting ones, as the general path does, is exact. */
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

function choose(run: Run, record: number, index: number, requestClass: number): number {
  const node = run.nodes[index]!
  return chooseLink(run, node, node.program[requestClass]![0]!, record)!.index
}

/** Starts the next request in the queue. */
function startNext(run: Run, station: number): void {
  const { records, now } = run
  const { ints, floats } = run.stationRows
  const at = station * STATION_INTS
  const record = ints[at + S.head]!
  if (ints[at + S.isMixed] === 1 || records.stateOf(record) === DROPPED) {
    startWaiting(run, run.stations[station]!)
    return
  }
  const marks = records.ints[record * RECORD_INTS + M.marks]!
  const head = records.ints[record * RECORD_INTS + M.next]!
  ints[at + S.head] = head
  if (head === NONE) ints[at + S.tail] = NONE
  ints[at + S.queued]! -= 1
  const floatsAt = station * STATION_FLOATS
  floats[floatsAt + F.queued]! += now
  floats[floatsAt + F.waitSum]! += now - records.floats[record * RECORD_FLOATS + T.arrivedAt]!
  start(run, record, station, marks & ~QUEUED)
}

/** Moves a visit over a plain link; it may arrive without delay. */
export function move(run: Run, record: number, link: number, before: number): Next {
  const { records } = run
  const ownAt = record * RECORD_INTS
  records.ints[ownAt + M.link] = link
  run.attempts[link]! += 1
  const onward = run.onward[link]!
  if (((onward >> ((before >> CLASS_BITS) & (CLASSES - 1))) & 1) === 1) {
    enter(run, record, onward >> CLASSES, before & (OWN | IS_OPEN))
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
      enter(run, record, station, marks & (OWN | IS_OPEN))
      return NOTHING
    }
  }
  records.ints[ownAt + M.marks] = marks
  records.ints[ownAt + M.station] = NONE
  if (ms === 0) return ARRIVE
  floats[floatsAt + G.networkSum]! += ms
  run.events.after(ints[at + L.fifo]!, ARRIVE, record, records.ints[ownAt + M.generation]!)
  return NOTHING
}
