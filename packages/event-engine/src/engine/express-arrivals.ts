import { arrival } from './arrivals.ts'
import { FLAG, NONE as NOBODY, STATE } from './call-records.ts'
import { callExpress } from './express-calls.ts'
import { CALL_RECORD, MARKS, SOURCE } from './rows.ts'
import { KIND, type Next, type Run } from './run.ts'

/* The express path of a client's arrivals. See `express.ts` for the path and for why constants are copied. */

const NONE = NOBODY
const ARRIVAL = KIND.arrival
const ROOT = FLAG.root
const CLASS_BITS = MARKS.requestClass
const UNDER_WAY = STATE.underWay << MARKS.state
const RECORD_INTS = CALL_RECORD.width.ints
const RECORD_FLOATS = CALL_RECORD.width.floats
const M = { ...CALL_RECORD.ints }
const CALLED_AT = CALL_RECORD.floats.calledAt
const SOURCE_INTS = SOURCE.width.ints
const SOURCE_FLOATS = SOURCE.width.floats
const C = { ...SOURCE.ints }
const MEAN_MS = SOURCE.floats.meanMs

/** As `arrival`, for Poisson arrivals of one class. */
export function arrivalExpress(run: Run, source: number, end: number): Next {
  const { ints, floats, from } = run.sourceRows
  const at = source * SOURCE_INTS
  const requestClass = ints[at + C.onlyClass]!
  if (requestClass === NONE) return arrival(run, source, end)
  const { records, events, now } = run
  events.when[0] =
    now + run.streams.exponential(from + at + C.arrivalStream) * floats[source * SOURCE_FLOATS + MEAN_MS]!
  if (events.when[0] <= end) events.add(ARRIVAL, -1 - source, 0)
  const request = records.take()
  const own = records.ints
  const ownAt = request * RECORD_INTS
  own[ownAt + M.marks] = UNDER_WAY | ROOT | (requestClass << CLASS_BITS)
  own[ownAt + M.link] = NONE
  own[ownAt + M.callLink] = source
  own[ownAt + M.serial] = run.serial
  records.floats[request * RECORD_FLOATS + CALLED_AT] = now
  run.serial += 1
  run.requests.begin(source, requestClass)
  run.record = request
  return callExpress(run, request)
}
