import { groupsOf, parseFlow } from '@plimsoll/flow'
import { around } from '../../core/geometry.ts'
import { rectOf } from '../../core/placement.ts'
import { sceneShapes } from '../../scene/scene.ts'
import type { Shape } from '../../scene/shape.ts'
import { createShapePainter } from '../bitmap/shape-painter.ts'

/** Free space around the drawing, in px of the thumbnail. */
const MARGIN = 12
/** A small flow is not enlarged to fill its thumbnail. */
const MAX_SCALE = 0.5

/** Draws a flow on a canvas as large as it is shown, in the colours that the page has now. Returns whether the flow can be read. */
export function drawThumbnail(canvas: HTMLCanvasElement, document: unknown): boolean {
  const context = canvas.getContext('2d')
  const parsed = parseFlow(document)
  if (!context || !parsed.ok) return false
  const { flow } = parsed
  const { clientWidth: width, clientHeight: height } = canvas
  const pixels = devicePixelRatio
  canvas.width = Math.round(width * pixels)
  canvas.height = Math.round(height * pixels)
  const bounds = around([...flow.nodes, ...groupsOf(flow)].map(rectOf))
  const scale = Math.min((width - 2 * MARGIN) / bounds.width, (height - 2 * MARGIN) / bounds.height, MAX_SCALE)
  context.scale(pixels, pixels)
  context.translate(width / 2, height / 2)
  context.scale(scale, scale)
  context.translate(-bounds.x - bounds.width / 2, -bounds.y - bounds.height / 2)
  createShapePainter()(context, sceneShapes(flow, new Map()).flat().flatMap(simplified))
  return true
}

/** At this size texts are noise, shadows are not seen, and of an icon its colour is. */
function simplified(shape: Shape): Shape[] {
  if (shape.kind === 'text') return []
  if (shape.kind === 'icon') {
    const { x, y, size, color } = shape
    return [{ kind: 'rect', x, y, width: size, height: size, radius: size / 4, fill: { color } }]
  }
  return shape.fill?.color === '--shadow-raised' ? [] : [shape]
}
