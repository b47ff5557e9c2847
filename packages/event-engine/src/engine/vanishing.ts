import { FLAG, NONE, STATE } from './call-records.ts'
import { releasePoolSlot } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND
const S = STATE

/** Nothing comes back for a call: it stays open, with what it holds, until a timeout ends it, if it has one. One that nobody waits for has failed for `reason`. */
export function vanish(run: Run, record: number, reason: string): Next {
  const { records } = run
  if (records.has(record, F.hasPoolSlot)) freeBroker(run, record)
  records.setState(record, S.lost)
  if (records.has(record, F.root) || records.hadCaller(record)) {
    freePermits(run, record)
    return K.none
  }
  records.setReason(record, run.requests.codeOf(reason))
  return K.callFailed
}

/** A broker delivers to others instead: it waits for nothing. */
function freeBroker(run: Run, record: number): void {
  const link = run.links[run.records.callLinkOf(record)]!
  if (link.takesPoolSlotAtTarget && !link.holds) releasePoolSlot(run, record, link)
}

/** A call that nothing ends any more, and the calls that wait for it, report no outcome: the breakers let others through instead. */
function freePermits(run: Run, hanging: number): void {
  const { records } = run
  for (let call = hanging; call !== NONE && !records.has(call, F.root); call = records.callerOf(call)) {
    const link = run.links[records.callLinkOf(call)]!
    if (link.timeoutFifo >= 0) return
    link.breaker?.free()
  }
}
