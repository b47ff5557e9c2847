import { type Flow, type FlowSlide, groupsOf } from '@plimsoll/flow'
import { FIT_VIEW } from './editor.config.ts'
import { boundsOf, type Rect } from './geometry.ts'
import { rectOf } from './placement.ts'
import type { SizedViewport } from './viewport.ts'

/** Free space around the components of a slide, in px of the flow. */
const MARGIN = 32
/** How near and how far a slide is shown. */
const ZOOM = { least: 0.02, most: 2 } as const

/** The part of the plane that a slide shows: where its components and groups are now, or its area where the flow has none of them. */
export function slideRect(flow: Flow, { area, elements = [] }: Pick<FlowSlide, 'area' | 'elements'>): Rect {
  const ids = new Set(elements)
  const bounds = boundsOf([...flow.nodes, ...groupsOf(flow)].filter(({ id }) => ids.has(id)).map(rectOf))
  return bounds === null ? area : grown(bounds)
}

const grown = ({ x, y, width, height }: Rect): Rect => ({
  x: x - MARGIN,
  y: y - MARGIN,
  width: width + 2 * MARGIN,
  height: height + 2 * MARGIN,
})

/** The viewport of this size that shows all of `rect`, as large as it can be; a few components are not blown up. */
export function viewportOn(rect: Rect, { width, height }: Pick<SizedViewport, 'width' | 'height'>): SizedViewport {
  const fitting = Math.min(width / rect.width, height / rect.height)
  const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, Math.min(fitting, 1.5 * FIT_VIEW.maxZoom)))
  return {
    x: width / 2 - (rect.x + rect.width / 2) * zoom,
    y: height / 2 - (rect.y + rect.height / 2) * zoom,
    ...{ zoom, width, height },
  }
}

/** On the way from one viewport to another, of which this share is done: the middle and the size of what is seen change evenly. */
export function viewportBetween(from: SizedViewport, to: SizedViewport, done: number): SizedViewport {
  if (done >= 1 || from.zoom === 0) return to
  const { width, height } = to
  const at = (a: number, b: number) => a + (b - a) * done
  const zoom = 1 / at(1 / from.zoom, 1 / to.zoom)
  const middle = (axis: 'x' | 'y', size: 'width' | 'height') =>
    at((from[size] / 2 - from[axis]) / from.zoom, (to[size] / 2 - to[axis]) / to.zoom)
  return {
    x: width / 2 - middle('x', 'width') * zoom,
    y: height / 2 - middle('y', 'height') * zoom,
    ...{ zoom, width, height },
  }
}

/** The paragraphs of a text: what empty lines divide. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** Which slide a key leads to, of so many; null where it leads to none. */
export function slideByKey(key: string, index: number, count: number): number | null {
  const last = count - 1
  if (key === 'ArrowRight' || key === 'PageDown') return Math.min(last, index + 1)
  if (key === 'ArrowLeft' || key === 'PageUp') return Math.max(0, index - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}
