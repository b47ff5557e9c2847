import type { LiveSnapshot } from '@plimsoll/simulation'
import type { Theme } from './dot-looks.ts'
import { isInView, type View } from './draw-dots.ts'
import { PATH_STEPS, type PathTable } from './path-table.ts'

const FONT_PX = 12
const PADDING_PX = 7
const HEIGHT_PX = 20

/** For those who asked for less motion: how many dots each edge would carry now, in its middle. */
export function drawCounts({
  context,
  snapshot,
  pathOf,
  theme,
  view,
  pixelRatio,
}: {
  context: CanvasRenderingContext2D
  snapshot: LiveSnapshot
  pathOf: (edgeId: string) => PathTable | null
  theme: Theme
  view: View
  pixelRatio: number
}): void {
  context.font = `500 ${FONT_PX * pixelRatio}px ${theme.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineWidth = pixelRatio
  for (const [edge, count] of countByEdge(snapshot)) {
    const path = pathOf(snapshot.edges[edge] ?? '')
    if (!path || !isInView(path, view)) continue
    const x = view.x + (path.points[PATH_STEPS] ?? 0) * view.scale
    const y = view.y + (path.points[PATH_STEPS + 1] ?? 0) * view.scale
    const text = String(count)
    const height = HEIGHT_PX * pixelRatio
    const width = Math.max(height, context.measureText(text).width + 2 * PADDING_PX * pixelRatio)
    context.beginPath()
    context.roundRect(x - width / 2, y - height / 2, width, height, height / 2)
    context.fillStyle = theme.surface
    context.fill()
    context.strokeStyle = theme.line
    context.stroke()
    context.fillStyle = theme.text
    context.fillText(text, x, y)
  }
}

function countByEdge({ dots }: LiveSnapshot): Map<number, number> {
  const counts = new Map<number, number>()
  for (const edge of dots.edge.subarray(0, dots.count)) counts.set(edge, (counts.get(edge) ?? 0) + 1)
  return counts
}
