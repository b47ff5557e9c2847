import type { EdgeLook } from '@plimsoll/catalog'
import { loadLevel } from '../../../../shared/ui/load-level.ts'
import { edgeLoad } from '../../run/run.ts'
import { loadGrowth } from '../edges/edge-load.ts'
import type { EdgeStyles } from './edge-styles.ts'

/** A line as it is drawn in a picture. */
export interface DrawnEdge {
  readonly id: string
  readonly look: EdgeLook
  readonly curve: Path2D
  readonly heads: Path2D
  /** `isOwn`: not its kind's. */
  readonly name: { readonly text: string; readonly x: number; readonly y: number; readonly isOwn: boolean }
}

interface PaintOptions {
  readonly context: OffscreenCanvasRenderingContext2D
  readonly lines: readonly DrawnEdge[]
  readonly inks: EdgeStyles
  /** With their names. */
  readonly isNamed: boolean
}

/** Draws lines as they are in the page: each over those before it, under its load of now. */
export function paintEdges({ context, lines, inks, isNamed }: PaintOptions): void {
  context.textAlign = 'center'
  context.lineJoin = 'round'
  for (const line of lines) {
    if (line.look.highlight !== null) paintMark(context, line, inks)
    paintEdge(context, line, inks)
    if (isNamed) paintName(context, line, inks)
  }
}

function paintMark(context: OffscreenCanvasRenderingContext2D, { curve }: DrawnEdge, inks: EdgeStyles): void {
  const { color, width } = inks.ofMark()
  context.strokeStyle = color
  context.lineWidth = width
  context.setLineDash([])
  context.stroke(curve)
}

function paintEdge(
  context: OffscreenCanvasRenderingContext2D,
  { id, look, curve, heads }: DrawnEdge,
  inks: EdgeStyles,
): void {
  const utilization = edgeLoad(id)
  const { color, dashes } = inks.ofLine({
    tone: look.tone,
    load: utilization === null ? undefined : loadLevel(utilization),
    dashed: look.dashed || look.animated ? '' : undefined,
  })
  context.strokeStyle = color
  context.fillStyle = color
  context.setLineDash(dashes)
  context.lineWidth = look.width + loadGrowth(utilization ?? 0)
  context.stroke(curve)
  context.fill(heads)
}

function paintName(
  context: OffscreenCanvasRenderingContext2D,
  { name: { text, x, y, isOwn } }: DrawnEdge,
  inks: EdgeStyles,
): void {
  const { font, color, halo, haloWidth } = inks.ofName(isOwn)
  context.font = font
  context.strokeStyle = halo
  context.lineWidth = haloWidth
  context.setLineDash([])
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText(text)
  const base = y + (above - below) / 2
  context.strokeText(text, x, base)
  context.fillStyle = color
  context.fillText(text, x, base)
}
