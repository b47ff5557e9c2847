import type { EdgeLook } from '@plimsoll/catalog'
import { loadLevel } from '../../../../shared/ui/load-level.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { loadGrowth } from '../edges/edge-load.ts'
import type { EdgeStyles } from './edge-styles.ts'

/** An edge as it is drawn in a bitmap. */
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
  readonly edges: readonly DrawnEdge[]
  readonly styles: EdgeStyles
  /** With their names. */
  readonly isNamed: boolean
}

/** Draws edges as they are in the page: each over those before it, under its load of now. */
export function paintEdges(session: EditorSession, { context, edges, styles, isNamed }: PaintOptions): void {
  context.textAlign = 'center'
  context.lineJoin = 'round'
  for (const edge of edges) {
    if (edge.look.highlight !== null) paintHighlight(context, edge, styles)
    paintEdge(session, context, edge, styles)
    if (isNamed) paintName(context, edge, styles)
  }
}

function paintHighlight(context: OffscreenCanvasRenderingContext2D, { curve }: DrawnEdge, styles: EdgeStyles): void {
  const { color, width } = styles.ofHighlight()
  context.strokeStyle = color
  context.lineWidth = width
  context.setLineDash([])
  context.stroke(curve)
}

function paintEdge(
  session: EditorSession,
  context: OffscreenCanvasRenderingContext2D,
  { id, look, curve, heads }: DrawnEdge,
  styles: EdgeStyles,
): void {
  const utilization = session.run.edgeLoad(id)
  const { color, dashes } = styles.ofEdge({
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
  styles: EdgeStyles,
): void {
  const { font, color, halo, haloWidth } = styles.ofName(isOwn)
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
