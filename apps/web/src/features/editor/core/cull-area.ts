import type { SizedViewport } from './viewport.ts'

/** A part of the board, in its own pixels. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The part of a large board of which cards and lines are in the page, and what was in view when it was chosen. */
export interface Area extends Bounds {
  readonly view: Bounds
}

/** How far the area reaches beyond the view, as a share of its size: as far as a pan goes before anything comes or goes. What does is
 * painted with all that is beside it, so it comes in batches and not in every frame. */
const MARGIN = 0.3

/** The view moved out this much further shows so much more that the area is small in it, or so much less that it is too large. */
const ZOOMED = 1.5

/** The view and what is near it. */
export function cullArea({ x, y, zoom, width, height }: SizedViewport): Area {
  const view = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom }
  const [beside, above] = [(view.right - view.left) * MARGIN, (view.bottom - view.top) * MARGIN]
  return {
    left: view.left - beside,
    top: view.top - above,
    right: view.right + beside,
    bottom: view.bottom + above,
    view,
  }
}

/** Whether the area still serves for the view of the next one. */
export function stillCovers(area: Area, { view }: Area): boolean {
  const isInside =
    view.left >= area.left && view.top >= area.top && view.right <= area.right && view.bottom <= area.bottom
  return isInside && area.view.right - area.view.left < (view.right - view.left) * ZOOMED
}

/** Whether two stretches have a point in common. */
export const meets = (from: number, to: number, start: number, end: number): boolean => from <= end && to >= start
