import type { Position } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'

const NOTHING = { ids: new Set<string>(), at: new Map<string, Position>(), isLifted: false }

interface DirectlyDragged {
  /** The nodes and groups that the pointer carries past the canvas library; the same set all the way. */
  readonly ids: ReadonlySet<string>
  /** Where each of them is shown. */
  readonly at: ReadonlyMap<string, Position>
  /** Whether they lie over all other nodes meanwhile, with their edges and the guides. */
  readonly isLifted: boolean
}

/** What is carried over a flow that is too large for the canvas library to follow in every frame; empty where nothing is. */
export const createDirectDrag = () => createStore<DirectlyDragged>()(() => NOTHING)

interface WithDirectDrag {
  readonly directDrag: ReturnType<typeof createDirectDrag>
}

export const showDirectDrag = ({ directDrag }: WithDirectDrag, dragged: Partial<DirectlyDragged>): void =>
  directDrag.setState(dragged)

export const endDirectDrag = ({ directDrag }: WithDirectDrag): void => directDrag.setState(NOTHING)
