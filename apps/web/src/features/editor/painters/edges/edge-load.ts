import type { EdgeLook } from '@plimsoll/catalog'
import { type EdgeStyle, edgeStyle } from '../../../../shared/scene/edge-style.ts'

interface EdgeElements {
  readonly group: SVGGElement
  readonly path: SVGPathElement
  readonly look: Pick<EdgeLook, 'tone' | 'width'>
}

/**
 * Shows a connection's utilization, 0 to 1, as color of its group and width of its path; null for none. It is called ten times a
 * second for every edge in view, so it writes only what changed, and says whether anything did.
 */
export function createEdgeLoad({ group, path, look }: EdgeElements): (utilization: number | null) => boolean {
  let shown: EdgeStyle | null = null
  return (utilization) => {
    const style = edgeStyle(look, utilization)
    const { color, width } = style
    if (color === shown?.color && width === shown.width) return false
    if (color !== shown?.color) group.style.setProperty('--color', `var(${color})`)
    if (width !== shown?.width) path.style.strokeWidth = `${width}px`
    shown = style
    return true
  }
}
