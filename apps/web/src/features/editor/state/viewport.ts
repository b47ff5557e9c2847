import { createStore } from 'zustand/vanilla'
import type { SizedViewport } from '../core/viewport.ts'

export interface ShownViewport extends SizedViewport {
  /** Whether a bitmap stands in for the edges, because someone moves the viewport or drags nodes. */
  readonly isBitmapShown: boolean
  /** When someone last moved it by hand, as `performance.now()` has it. */
  readonly movedAt: number
}

/** The viewport of the canvas. Ahead of the canvas library's own while someone moves it. */
export const createShownViewport = () =>
  createStore<ShownViewport>()(() => ({
    x: 0,
    y: 0,
    zoom: 1,
    width: 0,
    height: 0,
    isBitmapShown: false,
    movedAt: 0,
  }))
