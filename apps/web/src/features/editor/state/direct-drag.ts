import type { Position } from '@plimsoll/flow'
import { create } from 'zustand'

const NOTHING = { ids: new Set<string>(), at: new Map<string, Position>() }

interface DirectlyDragged {
  /** The nodes and groups that the pointer carries past the canvas library; the same set all the way. */
  readonly ids: ReadonlySet<string>
  /** Where each of them is shown. */
  readonly at: ReadonlyMap<string, Position>
}

/** What is carried over a flow that is too large for the canvas library to follow in every frame; empty where nothing is. */
export const useDirectDrag = create<DirectlyDragged>()(() => NOTHING)

export const showDirectDrag = (dragged: Partial<DirectlyDragged>): void => useDirectDrag.setState(dragged)

export const endDirectDrag = (): void => useDirectDrag.setState(NOTHING)
