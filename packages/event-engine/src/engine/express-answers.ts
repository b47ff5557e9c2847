import { finishCall } from './calls.ts'
import { FLAG, NONE as NOBODY } from './frames.ts'
import { CROSSING, FRAME, LINK, MARKS, SOURCE } from './rows.ts'
import { KIND, type Next, type Run } from './run.ts'

/* The express path of an answer. See `express.ts` for what holds of the path, and why the constants are the module's own. */

const NONE = NOBODY
const REQUEST_DONE = KIND.requestDone
const { root: ROOT, hit: HIT, askedHit: ASKED_HIT } = FLAG
const ALL_FLAGS = (1 << MARKS.state) - 1
const FRAME_INTS = FRAME.width.ints
const M = { ...FRAME.ints }
const LINK_INTS = LINK.width.ints
const L = { ...LINK.ints }
const LINK_FLOATS = LINK.width.floats
const { otherBytes: OTHER_BYTES, responseBytes: RESPONSE_BYTES } = LINK.floats
const SOURCE_INTS = SOURCE.width.ints
const FIRST_CALL = SOURCE.ints.firstCall
const IS_PLAIN_ANSWER = CROSSING.isPlainAnswer

/** As `finishCall` of a visit with new marks: where the caller is a request that waits for this one call only, it is done. */
export function finishExpress(run: Run, call: number, marks: number): Next {
  if ((marks & ROOT) !== 0) return REQUEST_DONE
  const { frames, linkRows } = run
  const link = frames.callLinkOf(call)
  const request = waitingRequest(run, call, link)
  if (request === NONE) {
    frames.ints[call * FRAME_INTS + M.marks] = marks
    frames.setStation(call, NONE)
    return finishCall(run, call)
  }
  linkRows.ints[link * LINK_INTS + L.succeeded]! += 1
  linkRows.floats[link * LINK_FLOATS + OTHER_BYTES]! += linkRows.floats[link * LINK_FLOATS + RESPONSE_BYTES]!
  if ((marks & HIT) !== 0) frames.mark(request, ASKED_HIT)
  frames.giveBack(call)
  run.frame = request
  return REQUEST_DONE
}

/** The request that is done with the answer to a call over a link; NONE where there is more to do. */
function waitingRequest({ frames, linkRows, sourceRows }: Run, call: number, link: number): number {
  const request = frames.callerOf(call)
  if (request === NONE || (linkRows.ints[link * LINK_INTS + L.crossing]! & IS_PLAIN_ANSWER) === 0) return NONE
  if ((frames.ints[request * FRAME_INTS + M.marks]! & ALL_FLAGS) !== ROOT) return NONE
  const firstCall = frames.callLinkOf(request) * SOURCE_INTS + FIRST_CALL + frames.classOf(request)
  return sourceRows.ints[firstCall] === link ? request : NONE
}
