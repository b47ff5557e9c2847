import { FLAG, NONE as NOBODY } from './call-records.ts'
import { finishCall } from './calls.ts'
import { CALL_RECORD, CROSSING, LINK, MARKS, SOURCE } from './rows.ts'
import { KIND, type Next, type Run } from './run.ts'

/* The express path of an answer. See `express.ts` for the path and for why constants are copied. */

const NONE = NOBODY
const REQUEST_DONE = KIND.requestDone
const { root: ROOT, hit: HIT, askedHit: ASKED_HIT } = FLAG
const ALL_FLAGS = (1 << MARKS.state) - 1
const RECORD_INTS = CALL_RECORD.width.ints
const M = { ...CALL_RECORD.ints }
const LINK_INTS = LINK.width.ints
const L = { ...LINK.ints }
const LINK_FLOATS = LINK.width.floats
const { otherBytes: OTHER_BYTES, responseBytes: RESPONSE_BYTES } = LINK.floats
const SOURCE_INTS = SOURCE.width.ints
const FIRST_CALL = SOURCE.ints.firstCall
const IS_PLAIN_ANSWER = CROSSING.isPlainAnswer

/** As `finishCall` for a visit with new marks. Completes a request that waits for this call only. */
export function finishExpress(run: Run, call: number, marks: number): Next {
  if ((marks & ROOT) !== 0) return REQUEST_DONE
  const { records, linkRows } = run
  const link = records.callLinkOf(call)
  const request = waitingRequest(run, call, link)
  if (request === NONE) {
    records.ints[call * RECORD_INTS + M.marks] = marks
    records.setStation(call, NONE)
    return finishCall(run, call)
  }
  linkRows.ints[link * LINK_INTS + L.succeeded]! += 1
  linkRows.floats[link * LINK_FLOATS + OTHER_BYTES]! += linkRows.floats[link * LINK_FLOATS + RESPONSE_BYTES]!
  if ((marks & HIT) !== 0) records.mark(request, ASKED_HIT)
  records.giveBack(call)
  run.record = request
  return REQUEST_DONE
}

/** The request that the response to a call completes; NONE where the general path decides. */
function waitingRequest({ records, linkRows, sourceRows }: Run, call: number, link: number): number {
  const request = records.callerOf(call)
  if (request === NONE || (linkRows.ints[link * LINK_INTS + L.crossing]! & IS_PLAIN_ANSWER) === 0) return NONE
  if ((records.ints[request * RECORD_INTS + M.marks]! & ALL_FLAGS) !== ROOT) return NONE
  const firstCall = records.callLinkOf(request) * SOURCE_INTS + FIRST_CALL + records.classOf(request)
  return sourceRows.ints[firstCall] === link ? request : NONE
}
