import type { FlowData } from '@plimsoll/contract'
import { applyChange, EMPTY_FLOW, type Flow, type FlowChange, parseFlow } from '@plimsoll/flow'
import { create } from 'zustand'

/** The flow of the library that is open; `version` is the one that the next save starts from. */
interface SavedFlow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly version: number
}

/** Ids of what is selected: components or connections, never both. */
export interface Selection {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}

type Loaded = { readonly ok: true } | { readonly ok: false; readonly message: string }

/** What is on the board, apart from what is selected: enough to bring it back. */
type Board = Pick<DiagramState, 'flow' | 'saved' | 'savedContent'>

export interface DiagramState {
  readonly flow: Flow
  /** Null while the board is not a flow of the library. */
  readonly saved: SavedFlow | null
  /** The flow as it was last loaded or saved; the same object as `flow` while nothing is unsaved. */
  readonly savedContent: Flow
  readonly selection: Selection
  /** How many times the whole board was replaced. */
  readonly opened: number
  /** The one way to change the flow; a change that is refused changes nothing. */
  dispatch(change: FlowChange): void
  select(selection: Partial<Selection>): void
  /** Opens a flow of the library. One that cannot be read changes nothing and gives back why. */
  load(stored: LoadableFlow): Loaded
  /** Removes everything; what is drawn next is a new flow, not the one that was open. */
  clear(): void
  restore(board: Board): void
  /** Notes that `content` is now stored as `saved`. */
  markSaved(saved: SavedFlow, content: Flow): void
}

/** A flow as the library has it, before it is read. */
export type LoadableFlow = Pick<FlowData, keyof SavedFlow | 'nodes' | 'edges'> & { readonly documentVersion?: number }

const NOTHING: Selection = { nodes: [], edges: [] }

/** The diagram that the editor shows, the simulation runs and the library saves. */
export const useDiagram = create<DiagramState>()((set, get) => ({
  flow: EMPTY_FLOW,
  saved: null,
  savedContent: EMPTY_FLOW,
  selection: NOTHING,
  opened: 0,

  dispatch: (change) =>
    set(({ flow, selection }) => {
      const next = applyChange(flow, change)
      return next === flow ? {} : { flow: next, selection: stillThere(selection, next) }
    }),

  select: ({ nodes = [], edges = [] }) =>
    set(({ selection }) => {
      const next = { nodes, edges: nodes.length > 0 ? [] : edges }
      return isSame(selection, next) ? {} : { selection: next }
    }),

  load: (stored) => {
    const parsed = parseFlow(stored)
    if (!parsed.ok) return { ok: false, message: unreadable(stored.name, parsed.faults) }
    const { id, name, description, version } = stored
    get().restore({ flow: parsed.flow, saved: { id, name, description, version }, savedContent: parsed.flow })
    return { ok: true }
  },

  clear: () => get().restore({ flow: EMPTY_FLOW, saved: null, savedContent: EMPTY_FLOW }),

  restore: ({ flow, saved, savedContent }) =>
    set((state) => ({
      flow: applyChange(state.flow, { type: 'load', flow }),
      saved,
      savedContent,
      selection: NOTHING,
      opened: state.opened + 1,
    })),

  markSaved: (saved, content) => set({ saved, savedContent: content }),
}))

/** Whether the board holds something that is stored nowhere else. */
export const hasUnsavedChanges = ({ flow, savedContent }: DiagramState): boolean => flow !== savedContent

function stillThere(selection: Selection, flow: Flow): Selection {
  if (selection.nodes.length === 0 && selection.edges.length === 0) return selection
  const ids = new Set([...flow.nodes, ...flow.edges].map(({ id }) => id))
  const next = {
    nodes: selection.nodes.filter((id) => ids.has(id)),
    edges: selection.edges.filter((id) => ids.has(id)),
  }
  return isSame(selection, next) ? selection : next
}

function isSame(a: Selection, b: Selection): boolean {
  return isSameList(a.nodes, b.nodes) && isSameList(a.edges, b.edges)
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])

function unreadable(name: string, faults: readonly { readonly path: string; readonly message: string }[]): string {
  const [first] = faults
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  return `“${name}” cannot be opened: ${first?.path ?? ''} ${first?.message ?? ''}${more}. The board is as it was.`
}
