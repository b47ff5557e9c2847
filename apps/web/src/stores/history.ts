import type { Flow } from '@plimsoll/flow'
import type { Board, Selection } from './board.ts'

/** Whatever stands for one action of a person: changes that are made for the same one are undone together. */
export type Step = object

/** The board before a step. */
interface Moment {
  readonly flow: Flow
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

type Present = Board & { readonly selection: Selection } & History

export const NO_HISTORY: History = { past: [], future: [] }

/** Steps that can be undone: each holds what it changed, all else is shared. */
const LONGEST = 500

/** The history once the present is left behind by a change; `replaces`: the change puts another board in its place. */
export function remembered(
  present: Present,
  { step = null, replaces = false }: { step?: Step | null; replaces?: boolean },
): History {
  const { past, future } = present
  if (step !== null && future.length === 0 && past.at(-1)?.step === step) return { past, future }
  return { past: [...past, momentOf(present, { step, replaces })].slice(-LONGEST), future: [] }
}

/** What undo changes, or null. */
export function undone(present: Present): Change | null {
  const moment = present.past.at(-1)
  if (!moment) return null
  const past = present.past.slice(0, -1)
  const future = [...present.future, momentOf(present, { step: null, replaces: moment.library !== null })]
  return { ...boardOf(moment), past, future }
}

/** What redo changes, or null. */
export function redone(present: Present): Change | null {
  const moment = present.future.at(-1)
  if (!moment) return null
  const past = [...present.past, momentOf(present, { step: null, replaces: moment.library !== null })]
  return { ...boardOf(moment), past, future: present.future.slice(0, -1) }
}

/** What changes when the last step is as if it had not been, or null where the last one is another. */
export function takenBack(present: Present, step: Step, { isRedoable = false } = {}): Change | null {
  const { past } = present
  const moment = past.at(-1)
  if (moment?.step !== step) return null
  return isRedoable ? undone(present) : { ...boardOf(moment), past: past.slice(0, -1), future: present.future }
}

function momentOf(
  { flow, selection, saved, heading, savedContent }: Present,
  { step, replaces }: { step: Step | null; replaces: boolean },
): Moment {
  return { flow, selection, step, library: replaces ? { saved, heading, savedContent } : null }
}

const boardOf = ({ flow, selection, library }: Moment) => ({ flow, selection, library })
