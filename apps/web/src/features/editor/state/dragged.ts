import { createStore } from 'zustand/vanilla'
import type { Box, Previewed } from '../core/previewed.ts'

/** A drag that is under way: the first of `ids` is shown in this box, and the others are as far from it as in the flow. */
export interface Dragged {
  /** Nodes and groups, without what stands in the groups. */
  readonly ids: readonly string[]
  /** With a size where one element is resized. */
  readonly box: Box
}

export const NOTHING_DRAGGED: Previewed = new Map()

/** What is dragged just now: here, and by others as it is shown here. */
export const createDragged = () =>
  createStore<{ readonly own: Dragged | null; readonly others: Previewed }>()(() => ({
    own: null,
    others: NOTHING_DRAGGED,
  }))
