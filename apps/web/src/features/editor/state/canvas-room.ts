import { createStore } from 'zustand/vanilla'

interface CanvasRoom {
  /** Whether the canvas shares its room with another view; the overview is not shown then. */
  readonly isShared: boolean
  /** What a panel covers of the canvas, in px. */
  readonly covered: { readonly right: number; readonly bottom: number }
  /** Closes the panel that covers it. */
  readonly closeOpened: (() => void) | null
}

export const UNCOVERED: CanvasRoom['covered'] = { right: 0, bottom: 0 }

export const createCanvasRoom = () =>
  createStore<CanvasRoom>()(() => ({ isShared: false, covered: UNCOVERED, closeOpened: null }))
