import { FIT_VIEW, ZOOM } from './editor.config.ts'
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

/** What lies over each side of the canvas, in pixels of the screen. */
export type Insets = Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>

/**
 * The viewport that shows all of `bounds` beside what lies over the canvas, by that choice of insets that leaves it largest. Where that would
 * be smaller than `least`, it shows where they begin.
 */
export function overviewOf(
  bounds: Rect,
  canvas: Pick<SizedViewport, 'width' | 'height'>,
  choices: readonly Insets[],
  least: number = ZOOM.overview,
): Pick<SizedViewport, 'x' | 'y' | 'zoom'> {
  const rooms = choices.flatMap((insets) => [roomOf(canvas, insets, FIT_VIEW.padding), roomOf(canvas, insets, 0)])
  const fits = rooms.map((room) => ({ room, zoom: Math.min(room.width / bounds.width, room.height / bounds.height) }))
  // The margin of a share of the viewport where that leaves all large enough.
  const padded = fits.filter((_, index) => index % 2 === 0)
  const best = largest(padded)
  const { room, zoom: fitting } = best.zoom >= ZOOM.min ? best : largest(fits)
  const limit = best.zoom >= ZOOM.min ? FIT_VIEW.maxZoom : ZOOM.min
  const zoom = Math.min(limit, Math.max(least, fitting))
  return {
    x: room.x + Math.max(0, room.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: room.y + Math.max(0, room.height - bounds.height * zoom) / 2 - bounds.y * zoom,
    zoom,
  }
}

const largest = <Fit extends { readonly zoom: number }>(fits: readonly Fit[]): Fit =>
  fits.reduce((best, fit) => (fit.zoom > best.zoom ? fit : best))

function roomOf({ width, height }: Pick<SizedViewport, 'width' | 'height'>, insets: Insets, padding: number): Rect {
  const share = (1 - 1 / (1 + padding)) / 2
  const [marginX, marginY] = [
    Math.max(FIT_VIEW.leastMargin, share * width),
    Math.max(FIT_VIEW.leastMargin, share * height),
  ]
  const [left, right] = [Math.max(insets.left, marginX), Math.max(insets.right, marginX)]
  const [top, bottom] = [Math.max(insets.top, marginY), Math.max(insets.bottom, marginY)]
  return { x: left, y: top, width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) }
}
