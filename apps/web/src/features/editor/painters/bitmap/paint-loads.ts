import { loadLevel } from '../../../../shared/ui/load-level.ts'
import type { Rect } from '../../core/geometry.ts'
import type { UncoveredNode } from '../../scene/uncovered-nodes.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import type { NodeStyle, NodeStyles } from './node-styles.ts'

/** The waterline at the node's right side. */
const SURFACE = { width: 10, height: 2 } as const

/** After each figure. */
const SIGN = ' %'

interface PaintLoadsOptions {
  /** Counts in pixels of the flow. */
  readonly context: OffscreenCanvasRenderingContext2D
  readonly loads: readonly UncoveredNode[]
  readonly styles: NodeStyles
}

/** Draws surface, water and figure of each node, as they are in the page, under the load of now. */
export function paintLoads(session: EditorSession, { context, loads: nodes, styles }: PaintLoadsOptions): void {
  if (nodes.length === 0) return
  const style = styles.ofNode()
  context.fillStyle = style.surface
  context.beginPath()
  for (const { rect } of nodes) outline(context, rect, style.radius)
  context.fill()
  const { font, spacing, color, right, below, digit } = style.figure
  Object.assign(context, { font, letterSpacing: spacing })
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: beneath } = context.measureText('0')
  const base = below + (above - beneath) / 2
  const signWidth = context.measureText(SIGN).width
  for (const { id, rect } of nodes) {
    const utilization = session.run.nodeLoad(id)
    if (utilization === null) continue
    const percent = Math.round(utilization * 100)
    paintWater(context, {
      rect: inside(rect, style),
      radius: style.radius - style.border,
      percent,
      ...styles.ofWater(loadLevel(utilization)),
    })
    context.fillStyle = color
    const anchor = { end: rect.x + rect.width - right, base: rect.y + rect.height / 2 + base }
    paintFigure(context, { percent, ...anchor, digit, signWidth })
  }
}

interface Figure {
  readonly percent: number
  readonly end: number
  readonly base: number
  readonly digit: number
  readonly signWidth: number
}

/** Digit by digit, as a canvas knows none that are all as wide. */
function paintFigure(
  context: OffscreenCanvasRenderingContext2D,
  { percent, end, base, digit, signWidth }: Figure,
): void {
  context.textAlign = 'right'
  context.fillText(SIGN, end, base)
  context.textAlign = 'center'
  let middle = end - signWidth - digit / 2
  for (const figure of [...`${percent}`].reverse()) {
    context.fillText(figure, middle, base)
    middle -= digit
  }
}

interface Water {
  readonly rect: Rect
  readonly radius: number
  readonly percent: number
  readonly water: string
  readonly waterline: string
}

function paintWater(
  context: OffscreenCanvasRenderingContext2D,
  { rect, radius, percent, water, waterline }: Water,
): void {
  const { x, y, width, height } = rect
  const depth = Math.round((height * percent) / 100)
  const top = y + height - depth
  // To cut takes a browser long; most water ends between the upper corners and the lower ones.
  const isCut = depth < radius || depth > height - radius
  if (isCut) {
    context.save()
    context.beginPath()
    outline(context, rect, radius)
    context.clip()
  }
  context.fillStyle = water
  context.beginPath()
  context.roundRect(x, top, width, depth, isCut ? 0 : [0, 0, radius, radius])
  context.fill()
  context.fillStyle = waterline
  context.globalAlpha = 0.25
  context.fillRect(x, top, width, Math.min(1, depth))
  context.globalAlpha = 1
  context.fillRect(x + width - SURFACE.width, top, SURFACE.width, Math.min(SURFACE.height, depth))
  if (isCut) context.restore()
}

const outline = (context: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Rect, radius: number): void =>
  context.roundRect(x, y, width, height, radius)

const inside = ({ x, y, width, height }: Rect, { border }: NodeStyle): Rect => ({
  x: x + border,
  y: y + border,
  width: width - 2 * border,
  height: height - 2 * border,
})
