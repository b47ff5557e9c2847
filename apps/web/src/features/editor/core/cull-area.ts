import type { SizedViewport } from './viewport.ts'

/** A part of the flow, in its own pixels. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The part of a large flow of which nodes and edges are in the page, and what was in view when it was chosen. */
export interface Area extends Bounds {
  readonly visible: Bounds
}

/** How far the area reaches beyond the viewport, as a share of its size: as far as a pan goes before anything comes or goes. What does is
 * painted with all that is beside it, so it comes in batches and not in every frame. */
const MARGIN = 0.3

/** The viewport moved out this much further shows so much more that the area is small in it, or so much less that it is too large. */
const ZOOMED = 1.5

/** The viewport and what is near it. */
export function cullArea({ x, y, zoom, width, height }: SizedViewport): Area {
  const visible = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom }
  const [beside, above] = [(visible.right - visible.left) * MARGIN, (visible.bottom - visible.top) * MARGIN]
  return {
    left: visible.left - beside,
    top: visible.top - above,
    right: visible.right + beside,
    bottom: visible.bottom + above,
    visible,
  }
}

/** Whether the area still serves for the viewport of the next one. */
export function stillCovers(area: Area, { visible }: Area): boolean {
  const isInside =
    visible.left >= area.left && visible.top >= area.top && visible.right <= area.right && visible.bottom <= area.bottom
  return isInside && area.visible.right - area.visible.left < (visible.right - visible.left) * ZOOMED
}

/** Whether two stretches have a point in common. */
export const meets = (from: number, to: number, start: number, end: number): boolean => from <= end && to >= start
