import { VIEWPORT_AT_REST_MS } from '../../core/editor.config.ts'
import { around, intersects, type Rect } from '../../core/geometry.ts'
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
 * Shows which part of the flow is in view. While the viewport moves, the rectangle is only shifted and scaled, and the nodes stay as they are;
 * at rest both fit again. With another size, or another place of the nodes, in each frame the browser would work out the layers of the
 * whole page each time.
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
  function stillFits(now: SizedViewport, before: SizedViewport): boolean {
    const by = shown.zoom / now.zoom
    const isSameSize = now.width === before.width && now.height === before.height
    return isSameSize && by >= LEAST_SCALE && by <= MOST_SCALE && intersects(shown.whole, middleOf(visibleRect(now)))
  }
  paint(at)

  return {
    follow(now: SizedViewport, before: SizedViewport): void {
      if (!stillFits(now, before)) paint(now)
      else {
        clearTimeout(timer)
        timer = setTimeout(paint, VIEWPORT_AT_REST_MS, now)
        place(now)
      }
    },
    end: () => clearTimeout(timer),
  }
}

const middleOf = ({ x, y, width, height }: Rect): Rect => ({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 })

/** What the overview shows, what of it is in view, and how many pixels of the flow one of its own is. */
export function placed(at: SizedViewport, bounds: Rect) {
  const visible = visibleRect(at)
  const whole = fitted(around([bounds, visible]), SIZE)
  return { whole, visible, scale: whole.width / SIZE.width, zoom: at.zoom }
}
