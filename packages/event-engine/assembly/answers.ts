/* As engine/answers.ts, for calls that have gone well. */

import { fail, reasonOf } from './failures'
import * as js from './hooks'
import { F_askedHit, F_copyFailed, F_hit, F_message, K_advance, K_none, S_dropped, S_lost } from './numbers'
import { releasePoolSlot } from './pooling'
import { GIVEN_UP, NONE, callerOf, giveBack, linkAt, mark, moreOf, row, run, setStep, stateOf, stepOf } from './state'
import { traceReplied } from './tracing'
import { processed } from './values'

export function reply(record: i32): i32 {
  const r = row(record)
  const link = linkAt(r.callLink)
  const parent = callerOf(record)
  const isAwaited = r.parent >= 0
  if (isAwaited) link.awaited -= 1
  const isMessage = (r.marks & F_message) != 0
  const isGivenUp = r.parent == GIVEN_UP
  if (isAwaited || (isMessage && !isGivenUp)) {
    link.succeeded += 1
    if (link.notesOutcomes != 0) js.noteOutcome(link.index, 1)
  }
  if (parent != NONE && (r.marks & F_hit) != 0) mark(parent, F_askedHit)
  if (run.isTraced != 0) traceReplied(record, 0)
  if (isMessage || isGivenUp) processed(link.messages, moreOf(record).publishedAt)
  releasePoolSlot(record, link)
  if (stateOf(record) == S_dropped) row(record).parent = NONE
  else giveBack(record)
  return parent == NONE ? K_none : acknowledged(parent)
}

export function acknowledged(caller: i32): i32 {
  if (stateOf(caller) == S_lost) return K_none
  if (row(caller).pending > 0) return copyDone(caller)
  setStep(caller, stepOf(caller) + 1)
  run.record = caller
  return K_advance
}

export function copyDone(parent: i32): i32 {
  const r = row(parent)
  r.pending -= 1
  if (r.pending > 0) return K_none
  run.record = parent
  if ((r.marks & F_copyFailed) != 0) return fail(parent, reasonOf(parent))
  setStep(parent, stepOf(parent) + 1)
  return K_advance
}
