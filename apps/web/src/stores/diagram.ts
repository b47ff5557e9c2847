import type { FlowData } from '@plimsoll/contract'
import { applyChange, EMPTY_FLOW, type Flow, type FlowChange, groupsOf, parseFlow } from '@plimsoll/flow'
import type { StateCreator } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { faultText } from '../shared/text/fault-text.ts'
import type { Board, SavedFlow, Selection } from './board.ts'
import {
  type Change,
  type History,
  type Merge,
  mergeNothing,
  NO_HISTORY,
  noted,
  redone,
  remembered,
  type Step,
  takenBack,
  undone,
} from './history.ts'

type Loaded =
  | { readonly ok: true }
  /** What is wrong, the first fault first; at least one. */
  | { readonly ok: false; readonly faults: readonly string[] }

export interface DiagramState extends Board, History {
  readonly selection: Selection
  /** Where steps lead when others have changed the flow since. */
  readonly merge: Merge
  /** How many times the whole board was replaced. */
  readonly opened: number
  /** What this page has stored in the library, by the flow's id: going back must not go back behind that version. */
  readonly stored: ReadonlyMap<string, Pick<Board, 'savedContent'> & { readonly saved: SavedFlow }>
  /** The one way to change the flow; a change that is refused changes nothing. Changes in a row for the same step are undone as one. */
  dispatch(change: FlowChange, options?: { readonly step?: Step }): void
  undo(): void
  redo(): void
  /** Makes the last step as if it had not been, if it is this one; redo brings it again only where that is asked for. */
  takeBack(step: Step, options?: { readonly isRedoable?: boolean }): void
  /** Has undo take back what the server did for the user, which `receive` brings. */
  note(step: { readonly from: Flow; readonly to: Flow }): void
  /** Takes over what others changed in the flow that is open; undo leaves it as it is. `saved` and `savedContent` are as given. */
  receive(changed: Partial<Pick<Board, 'flow' | 'saved' | 'savedContent'>>): void
  select(selection: Partial<Selection>): void
  /** Opens a flow of the library. One that cannot be read changes nothing and gives back why. */
  load(stored: LoadableFlow): Loaded
  /** Removes everything; what is drawn next is a new flow, not the one that was open. */
  clear(): void
  restore(board: Board): void
  /** Leaves nothing, not even to be undone: what comes next is another user's. */
  reset(): void
  /** Notes that `content`, which is or was on this board, is now stored as `saved`. */
  markSaved(saved: SavedFlow, content: Flow): void
  /** The same where another board is there by now: it counts when one goes back to that flow. */
  noteStored(saved: SavedFlow, savedContent: Flow): void
}

/** A flow as the library has it, before it is read. */
export type LoadableFlow = Pick<
  FlowData,
  keyof SavedFlow | 'role' | 'nodes' | 'edges' | 'groups' | 'slides' | 'simulation'
> & {
  readonly documentVersion?: number
}

const NOTHING_STORED: DiagramState['stored'] = new Map()
const NOTHING: Selection = { nodes: [], edges: [], groups: [] }
const NO_BOARD: Board = { flow: EMPTY_FLOW, saved: null, heading: null, savedContent: EMPTY_FLOW }

const emptyDocument: StateCreator<DiagramState> = (set, get) => ({
  ...NO_BOARD,
  ...NO_HISTORY,
  selection: NOTHING,
  merge: mergeNothing,
  opened: 0,
  stored: NOTHING_STORED,

  dispatch: (change, options = {}) =>
    set((state) => {
      const flow = applyChange(state.flow, change)
      if (flow === state.flow) return {}
      return { ...remembered(state, flow, options), flow, selection: stillThere(state.selection, flow) }
    }),

  undo: () => set((state) => shown(state, undone(state))),

  redo: () => set((state) => shown(state, redone(state))),

  takeBack: (step, options) => set((state) => shown(state, takenBack(state, step, options))),

  note: (step) => set((state) => noted(state, step)),

  receive: (changed) =>
    set((state) => ({
      ...changed,
      ...(changed.flow && { selection: stillThere(state.selection, changed.flow) }),
    })),

  select: ({ nodes = [], edges = [], groups = [] }) =>
    set(({ selection }) => {
      const next = { nodes, edges: nodes.length + groups.length > 0 ? [] : edges, groups }
      return isSame(selection, next) ? {} : { selection: next }
    }),

  load: (stored) => {
    const parsed = parseFlow(stored)
    if (!parsed.ok) return { ok: false, faults: parsed.faults.map((fault) => faultText(stored, fault)) }
    const { id, name, description, version } = stored
    const saved = { id, name, description, version, ...(isSharedFlow(stored) && { isShared: true as const }) }
    set(({ stored: known }) => ({ stored: withoutLater(known, saved) }))
    get().restore({ flow: parsed.flow, saved, heading: null, savedContent: parsed.flow })
    return { ok: true }
  },

  clear: () => get().restore(NO_BOARD),

  restore: ({ flow, saved, heading, savedContent }) =>
    set((state) => ({
      ...(isUntouched(state) ? NO_HISTORY : remembered(state, flow, { replaces: true })),
      flow: applyChange(state.flow, { type: 'load', flow }),
      ...newest({ saved, heading, savedContent }, state),
      selection: NOTHING,
      opened: state.opened + 1,
    })),

  reset: () =>
    set(({ opened }) => ({
      ...NO_BOARD,
      ...NO_HISTORY,
      selection: NOTHING,
      opened: opened + 1,
      stored: NOTHING_STORED,
    })),

  markSaved: (saved, content) => {
    get().noteStored(saved, content)
    set({ saved, heading: null, savedContent: content })
  },

  noteStored: (saved, savedContent) =>
    set(({ stored }) => ({ stored: new Map(stored).set(saved.id, { saved, savedContent }) })),
})

/** An empty document, with its selection and history: what the editor shows, the simulation runs and the library saves. */
export const createDocument = () => createStore(emptyDocument)

export type DocumentStore = ReturnType<typeof createDocument>

/** Whether anybody but its owner has a role in a flow. */
export const isSharedFlow = ({ role, isShared }: Pick<FlowData, 'role' | 'isShared'>): boolean =>
  isShared === true || role !== undefined

/** Whether the board holds something that is stored nowhere else. */
export const hasUnsavedChanges = ({ flow, savedContent }: DiagramState): boolean => flow !== savedContent

/** How many components, connections and groups are selected. */
export const selectionSize = ({ selection: { nodes, edges, groups } }: Pick<DiagramState, 'selection'>): number =>
  nodes.length + edges.length + groups.length

const isUntouched = ({ flow, saved, past }: DiagramState) => flow === EMPTY_FLOW && saved === null && past.length === 0

/** What going to another moment changes: where that is another board, the view begins anew. */
function shown(state: DiagramState, moment: Change | null) {
  if (moment === null) return {}
  const { library, ...rest } = moment
  return library === null ? rest : { ...rest, ...newest(library, state), opened: state.opened + 1 }
}

/** What a board is in the library, which may have a later version of this page's by now. */
function newest(library: Omit<Board, 'flow'>, { stored }: Pick<DiagramState, 'stored'>): Omit<Board, 'flow'> {
  const last = library.saved && stored.get(library.saved.id)
  return last && last.saved.version > (library.saved?.version ?? 0) ? { ...last, heading: null } : library
}

/** The library may have gone back to an earlier version, as from a backup. */
function withoutLater(stored: DiagramState['stored'], { id, version }: SavedFlow): DiagramState['stored'] {
  const isLater = (stored.get(id)?.saved.version ?? 0) > version
  return isLater ? new Map([...stored].filter(([other]) => other !== id)) : stored
}

function stillThere(selection: Selection, flow: Flow): Selection {
  if (selectionSize({ selection }) === 0) return selection
  const ids = new Set([...flow.nodes, ...flow.edges, ...groupsOf(flow)].map(({ id }) => id))
  const next = {
    nodes: selection.nodes.filter((id) => ids.has(id)),
    edges: selection.edges.filter((id) => ids.has(id)),
    groups: selection.groups.filter((id) => ids.has(id)),
  }
  return isSame(selection, next) ? selection : next
}

function isSame(a: Selection, b: Selection): boolean {
  return isSameList(a.nodes, b.nodes) && isSameList(a.edges, b.edges) && isSameList(a.groups, b.groups)
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])
