import { FLAG, NONE as NOBODY, STATE } from './call-records.ts'
import { advance } from './calls.ts'
import { enter, move } from './express.ts'
import { CALL_RECORD, CROSSING, LINK, MARKS, SOURCE } from './rows.ts'
import { KIND, type Next, type Run } from './run.ts'

/*
 * The express path of a request that makes one call, over a plain link that may have a timeout. See `express.ts` for
 * the path and for why constants are copied.
 */

const NONE = NOBODY
const { arrive: ARRIVE, none: NOTHING, timeout: TIMEOUT } = KIND
const { isOpen: IS_OPEN } = FLAG
const { isCompared: IS_COMPARED, isPlain: IS_PLAIN } = CROSSING
const CLASS_BITS = MARKS.requestClass
const UNDER_WAY = STATE.underWay << MARKS.state
const RECORD_INTS = CALL_RECORD.width.ints
const M = { ...CALL_RECORD.ints }
const LINK_INTS = LINK.width.ints
const LINK_FLOATS = LINK.width.floats
const L = { ...LINK.ints }
const G = { ...LINK.floats }
const SOURCE_INTS = SOURCE.width.ints
const FIRST_CALL = SOURCE.ints.firstCall
const CLASSES = 4

/** As `advance` for a new request. Fields that only a tracer or a pool reads are not written: this path has neither. */
export function callExpress(run: Run, request: number): Next {
  const { records } = run
  const ofRequest = request * RECORD_INTS
  const marks = records.ints[ofRequest + M.marks]!
  const requestClass = (marks >> CLASS_BITS) & (CLASSES - 1)
  const link = run.sourceRows.ints[records.ints[ofRequest + M.callLink]! * SOURCE_INTS + FIRST_CALL + requestClass]!
  if (link === NONE) return advance(run, request)
  if (run.onward[link] !== 0) return move(run, request, link, marks)
  const { ints, floats } = run.linkRows
  const at = link * LINK_INTS
  const crossing = ints[at + L.crossing]!
  if ((crossing & IS_PLAIN) !== 0) return move(run, request, link, marks)
  const call = records.take()
  const own = records.ints
  const ownAt = call * RECORD_INTS
  const generation = own[ownAt + M.generation]!
  own[ownAt + M.parent] = request
  own[ownAt + M.parentGeneration] = own[ofRequest + M.generation]!
  if (run.asksForUsers) own[ownAt + M.user] = own[ofRequest + M.user]!
  own[ownAt + M.link] = link
  own[ownAt + M.callLink] = link
  run.attempts[link]! += 1
  const isCompared = (crossing & IS_COMPARED) !== 0
  if (isCompared) ints[at + L.open]! += 1
  const timeoutFifo = ints[at + L.timeoutFifo]!
  if (timeoutFifo !== NONE) run.events.after(timeoutFifo, TIMEOUT, call, generation)
  const floatsAt = link * LINK_FLOATS
  const ms = floats[floatsAt + G.fixedMs]!
  run.record = call
  const ofCall = (requestClass << CLASS_BITS) | (isCompared ? IS_OPEN : 0)
  if (ms === 0) {
    const station = ints[at + L.station + requestClass]!
    if (station !== NONE) {
      enter(run, call, station, ofCall)
      return NOTHING
    }
  }
  own[ownAt + M.marks] = ofCall | UNDER_WAY
  if (ms === 0) return ARRIVE
  floats[floatsAt + G.networkSum]! += ms
  run.events.after(ints[at + L.fifo]!, ARRIVE, call, generation)
  return NOTHING
}
