import type { EdgeLook } from '@plimsoll/catalog'
import { edgeLoadStyle } from '../../../../shared/scene/edge-style.ts'

/**
 * Shows a connection's utilization, 0 to 1, as the stroke below its line; null for none. It is called four times a second for every edge in
 * view, so it writes only what changed, and says whether anything did.
 */
export function createEdgeLoad(
  { style }: SVGPathElement,
  look: Pick<EdgeLook, 'width'>,
): (utilization: number | null) => boolean {
  let shown: ReturnType<typeof edgeLoadStyle> = null
  return (utilization) => {
    const load = edgeLoadStyle(look, utilization)
    if (load?.color === shown?.color && load?.width === shown?.width) return false
    if (load?.color !== shown?.color) style.stroke = load ? `var(${load.color})` : ''
    if (load && load.width !== shown?.width) style.strokeWidth = `${load.width}px`
    if (load && shown === null) style.strokeOpacity = String(load.opacity)
    shown = load
    return true
  }
}
