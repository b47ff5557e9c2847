import type { Position } from '@plimsoll/flow'
import { create } from 'zustand'
import { openOverlay } from './overlay.ts'

export interface Choosing {
  readonly from: string
  /** Whether the new connection leads away from `from`. */
  readonly isForward: boolean
  /** Where on the canvas its other end comes to lie. */
  readonly at: Position
}

/** The connection that still lacks the component at its other end; null while a component alone is chosen. */
export const useChoosing = create<{ readonly choosing: Choosing | null }>()(() => ({ choosing: null }))

/** Asks which component to add, or which one the connection leads to. */
export function chooseComponent(choosing: Choosing | null): void {
  useChoosing.setState({ choosing })
  openOverlay('chooser')
}
