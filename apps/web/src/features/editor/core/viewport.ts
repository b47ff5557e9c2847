import type { Rect } from './geometry.ts'

/** Where the flow is drawn on a canvas of this size: its point (0, 0) at (x, y), `zoom` times as large. Pixels of the screen. */
export interface SizedViewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
  readonly width: number
  readonly height: number
}

/** Lengths to leave free at the edges of the canvas. Pixels of the screen. */
export type Clearance = Readonly<Record<'top' | 'bottom' | 'side', number>>

const NO_CLEARANCE: Clearance = { top: 0, bottom: 0, side: 0 }

/** The part of the flow that is visible, in pixels of the flow. */
export const visibleRect = (
  { x, y, zoom, width, height }: SizedViewport,
  { top, bottom, side } = NO_CLEARANCE,
): Rect => ({
  x: (side - x) / zoom,
  y: (top - y) / zoom,
  width: (width - 2 * side) / zoom,
  height: (height - top - bottom) / zoom,
})
