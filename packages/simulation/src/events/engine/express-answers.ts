import { finishCall } from './calls.ts'
import { NONE as NOBODY } from './frames.ts'
import { LINK } from './rows.ts'
import { FLAG, KIND, type Next, type Run } from './run.ts'

/* The express path of an answer. See `express.ts` for what holds of the path, and why the constants are the module's own. */

const NONE = NOBODY
const REQUEST_DONE = KIND.requestDone
const { root: ROOT, hit: HIT, askedHit: ASKED_HIT } = FLAG
const LINK_INTS = LINK.width.ints
const L = { ...LINK.ints }
const LINK_FLOATS = LINK.width.floats
const { bytes: BYTES, responseBytes: RESPONSE_BYTES } = LINK.floats
const CLASSES = 4

/** As `finishCall`: where the caller is a request that waits for this one call only, it is done. */
export function finishExpress(run: Run, call: number): Next {
  const { frames } = run
  const flags = frames.flags[call]!
  if ((flags & ROOT) !== 0) return REQUEST_DONE
  const request = frames.parent[call]!
  if (request === NONE || frames.generation[request] !== frames.parentGeneration[call]) return finishCall(run, call)
  const link = frames.callLink[call]!
  const at = link * LINK_INTS
  const { linkRows } = run
  const { ints } = linkRows
  if (ints[at + L.isPlainAnswer] === 0 || frames.flags[request] !== ROOT) return finishCall(run, call)
  if (run.firstCalls[frames.callLink[request]! * CLASSES + frames.requestClass[request]!] !== link) {
    return finishCall(run, call)
  }
  ints[at + L.succeeded]! += 1
  linkRows.floats[link * LINK_FLOATS + BYTES]! += linkRows.floats[link * LINK_FLOATS + RESPONSE_BYTES]!
  if ((flags & HIT) !== 0) frames.flags[request] = ROOT | ASKED_HIT
  frames.giveBack(call)
  run.frame = request
  return REQUEST_DONE
}
