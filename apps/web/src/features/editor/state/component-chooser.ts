import type { Position } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import { openOverlay, type WithOverlay } from './overlay.ts'

export interface Choosing {
  readonly from: string
  /** Whether the new connection leads away from `from`. */
  readonly isForward: boolean
  /** Where on the canvas its other end comes to lie. */
  readonly at: Position
}

/** The connection that still lacks the component at its other end; null while a component alone is chosen. */
export const createChooser = () => createStore<{ readonly choosing: Choosing | null }>()(() => ({ choosing: null }))

/** Asks which component to add, or which one the connection leads to. */
export function chooseComponent(
  session: WithOverlay & { readonly chooser: ReturnType<typeof createChooser> },
  choosing: Choosing | null,
): void {
  session.chooser.setState({ choosing })
  openOverlay(session, 'chooser')
}
