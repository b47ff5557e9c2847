import { VIEWPORT_AT_REST_MS } from '../../core/editor.config.ts'
import { around, type Rect } from '../../core/geometry.ts'
import { type SizedViewport, visibleRect } from '../../core/viewport.ts'
import { fitted } from './overview-shapes.ts'

/** Of the overview, in pixels. */
export const SIZE = { width: 168, height: 112 } as const

/** Scaled by less or more than that, the outline would look thinner or thicker. */
const LEAST_SCALE = 0.7
const MOST_SCALE = 1.5

interface Elements {
  /** The nodes in small. */
  readonly nodes: { setAttribute(name: 'viewBox', value: string): void }
  /** The rectangle that is in view. */
  readonly inView: { readonly style: Pick<CSSStyleDeclaration, 'width' | 'height' | 'transform'> }
}

/**
 * Shows which part of the flow is in view. While the viewport zooms, the rectangle is only scaled, and has its size at rest: with another
 * size in each frame, the browser works out the layers of the whole page each time.
 */
export function createOverviewWindow({ nodes, inView }: Elements, bounds: Rect, at: SizedViewport) {
  const { style } = inView
  let shown = placed(at, bounds)
  let viewBox = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function paint(now: SizedViewport): void {
    clearTimeout(timer)
    shown = placed(now, bounds)
    const { x, y, width, height } = shown.whole
    const next = `${x} ${y} ${width} ${height}`
    if (next !== viewBox) nodes.setAttribute('viewBox', next)
    viewBox = next
    style.width = `${shown.visible.width / shown.scale}px`
    style.height = `${shown.visible.height / shown.scale}px`
    place(now)
  }
  function place(now: SizedViewport): void {
    const { whole, scale, zoom } = shown
    const { x, y } = visibleRect(now)
    const by = zoom / now.zoom
    style.transform = `translate(${(x - whole.x) / scale}px, ${(y - whole.y) / scale}px)${by === 1 ? '' : ` scale(${by})`}`
  }
  paint(at)

  return {
    follow(now: SizedViewport, before: SizedViewport): void {
      const by = shown.zoom / now.zoom
      if (now.zoom === before.zoom || by < LEAST_SCALE || by > MOST_SCALE) paint(now)
      else {
        clearTimeout(timer)
        timer = setTimeout(paint, VIEWPORT_AT_REST_MS, now)
        place(now)
      }
    },
    end: () => clearTimeout(timer),
  }
}

/** What the overview shows, what of it is in view, and how many pixels of the flow one of its own is. */
export function placed(at: SizedViewport, bounds: Rect) {
  const visible = visibleRect(at)
  const whole = fitted(around([bounds, visible]), SIZE)
  return { whole, visible, scale: whole.width / SIZE.width, zoom: at.zoom }
}
