import type { Flow } from '@plimsoll/flow'
import type { Board, Selection } from './board.ts'

/** Whatever stands for one action of a person: changes that are made for the same one are undone together. */
export type Step = object

/** A step that can be gone: the board that it leads to, and the flow that it leads from. */
interface Moment {
  readonly flow: Flow
  readonly from: Flow
  readonly selection: Selection
  /** What the board was in the library; null where the step left that alone. */
  readonly library: Omit<Board, 'flow'> | null
  readonly step: Step | null
}

export interface History {
  /** Oldest first; what undo goes back to is the last. */
  readonly past: readonly Moment[]
  /** What redo goes on to is the last. */
  readonly future: readonly Moment[]
}

/** What going to another moment changes; `library` is null where it is the same board. */
export type Change = Pick<Moment, 'flow' | 'selection' | 'library'> & History

/** Applies to `theirs` what leads from `base` to `ours`. */
export type Merge = (base: Flow, ours: Flow, theirs: Flow) => Flow

/** Until a flow is drawn together nobody else changes it, and each step leads to the flow that it began from. */
export const mergeNothing: Merge = (_, ours) => ours

type Present = Board & { readonly selection: Selection; readonly merge: Merge } & History

export const NO_HISTORY: History = { past: [], future: [] }

/** Steps that can be undone: each holds what it changed, all else is shared. */
const LONGEST = 500

/** The history once the present is left behind for `next`; `replaces`: the change puts another board in its place. */
export function remembered(
  present: Present,
  next: Flow,
  { step = null, replaces = false }: { step?: Step | null; replaces?: boolean },
): History {
  const { past, future } = present
  const last = past.at(-1)
  if (last && step !== null && future.length === 0 && last.step === step) {
    return { past: past.with(-1, { ...last, flow: ledTo(last, present), from: next }), future }
  }
  return { past: [...past, momentOf(present, next, { step, replaces })].slice(-LONGEST), future: [] }
}

/** The history with a step that was made elsewhere, from one flow to another, and reaches this document as a change of others. */
export function noted(present: Present, { from, to }: { readonly from: Flow; readonly to: Flow }): History {
  const moment = { ...momentOf(present, to, { step: null, replaces: false }), flow: from }
  return { past: [...present.past, moment].slice(-LONGEST), future: [] }
}

/** What undo changes, or null. */
export const undone = (present: Present): Change | null => gone(present, 'past', 'future')

/** What redo changes, or null. */
export const redone = (present: Present): Change | null => gone(present, 'future', 'past')

/** What changes when the last step is as if it had not been, or null where the last one is another. */
export function takenBack(present: Present, step: Step, { isRedoable = false } = {}): Change | null {
  const change = present.past.at(-1)?.step === step ? undone(present) : null
  return change && (isRedoable ? change : { ...change, future: present.future })
}

function gone(present: Present, from: keyof History, to: keyof History): Change | null {
  const moment = present[from].at(-1)
  if (!moment) return null
  const { selection, library } = moment
  const flow = ledTo(moment, present)
  const back = momentOf(present, flow, { step: null, replaces: library !== null })
  const left = { [from]: present[from].slice(0, -1), [to]: [...present[to], back] } as unknown as History
  return { flow, selection, library, ...left }
}

/** Where a step leads from the present. What others changed meanwhile stays: the step changes only what it did. See docs/decisions/0251. */
const ledTo = ({ flow, from, library }: Moment, present: Present): Flow =>
  library === null ? present.merge(from, flow, present.flow) : flow

function momentOf(
  { flow, selection, saved, heading, savedContent }: Present,
  from: Flow,
  { step, replaces }: { step: Step | null; replaces: boolean },
): Moment {
  return { flow, from, selection, step, library: replaces ? { saved, heading, savedContent } : null }
}
