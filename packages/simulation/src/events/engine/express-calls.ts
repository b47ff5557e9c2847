import { advance } from './calls.ts'
import { enter, move } from './express.ts'
import { NONE as NOBODY } from './frames.ts'
import { LINK } from './rows.ts'
import { FLAG, KIND, type Next, type Run } from './run.ts'

/*
 * The express path of a request that makes just one call, over a link where nothing interferes but a timeout. See `express.ts` for
 * what holds of the path, and why the constants are the module's own.
 */

const NONE = NOBODY
const { arrive: ARRIVE, none: NOTHING, timeout: TIMEOUT } = KIND
const { root: ROOT, isOpen: IS_OPEN } = FLAG
const LINK_INTS = LINK.width.ints
const LINK_FLOATS = LINK.width.floats
const L = { ...LINK.ints }
const G = { ...LINK.floats }
const CLASSES = 4

/**
 * As `advance` of a request that has just begun. What only a tracer or a pool would ask a call for is not written: on this path there
 * is none.
 */
export function callExpress(run: Run, request: number): Next {
  const { frames } = run
  const requestClass = frames.requestClass[request]!
  const link = run.firstCalls[frames.callLink[request]! * CLASSES + requestClass]!
  if (link === NONE) return advance(run, request)
  const { ints, floats } = run.linkRows
  const at = link * LINK_INTS
  if (ints[at + L.isPlain] === 1) return move(run, request, link, ROOT)
  frames.pending[request] = 0
  const call = frames.take()
  frames.parent[call] = request
  frames.parentGeneration[call] = frames.generation[request]!
  frames.requestClass[call] = requestClass
  if (run.asksForUsers) frames.user[call] = frames.user[request]!
  frames.link[call] = link
  frames.callLink[call] = link
  ints[at + L.attempts]! += 1
  ints[at + L.open]! += 1
  ints[at + L.crossed]! += 1
  const timeoutLane = ints[at + L.timeoutLane]!
  if (timeoutLane !== NONE) run.queue.after(timeoutLane, TIMEOUT, call, frames.generation[call]!)
  const floatsAt = link * LINK_FLOATS
  floats[floatsAt + G.bytes]! += floats[floatsAt + G.requestBytes]!
  const ms = floats[floatsAt + G.fixedMs]!
  run.frame = call
  if (ms === 0) {
    const station = ints[at + L.station + requestClass]!
    if (station !== NONE) {
      enter(run, call, station, IS_OPEN)
      return NOTHING
    }
  }
  frames.flags[call] = IS_OPEN
  if (ms === 0) return ARRIVE
  floats[floatsAt + G.networkSum]! += ms
  run.queue.after(ints[at + L.lane]!, ARRIVE, call, frames.generation[call]!)
  return NOTHING
}
