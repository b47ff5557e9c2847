import type { EdgeLook } from '@plimsoll/catalog'
import { loadLevel } from '../../../shared/ui/load-level.ts'
import { edgeLoad } from '../../../stores/run.ts'
import { loadGrowth } from '../lines/line-load.ts'
import type { Bounds } from './area.ts'
import type { Inks } from './line-inks.ts'

/** A line as it is drawn in a picture. */
export interface DrawnLine {
  readonly id: string
  readonly look: EdgeLook
  readonly curve: Path2D
  readonly heads: Path2D
  /** `isOwn`: not its kind's. */
  readonly name: { readonly text: string; readonly x: number; readonly y: number; readonly isOwn: boolean }
}

interface PaintOptions {
  readonly picture: HTMLCanvasElement
  readonly area: Bounds
  readonly lines: readonly DrawnLine[]
  /** Pixels of the picture to one of the board. */
  readonly scale: number
  readonly inks: Inks
  /** With their names. */
  readonly isNamed: boolean
}

/**
 * Draws a picture of the lines in an area, as they are in the page: each over those before it, under its load of now. It is handed over
 * whole: of a canvas that could be drawn on, browsers copy what is there with every frame.
 */
export function paintLines({ picture, area, lines, scale, inks, isNamed }: PaintOptions): void {
  const [width, height] = [Math.ceil((area.right - area.left) * scale), Math.ceil((area.bottom - area.top) * scale)]
  const sketch = new OffscreenCanvas(width, height)
  const context = sketch.getContext('2d')
  if (!context) return
  context.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale)
  context.textAlign = 'center'
  context.lineJoin = 'round'
  for (const line of lines) {
    if (line.look.highlight !== null) paintMark(context, line, inks)
    paintLine(context, line, inks)
    if (isNamed) paintName(context, line, inks)
  }
  if (picture.width !== width || picture.height !== height) Object.assign(picture, { width, height })
  picture.getContext('bitmaprenderer')?.transferFromImageBitmap(sketch.transferToImageBitmap())
}

function paintMark(context: OffscreenCanvasRenderingContext2D, { curve }: DrawnLine, inks: Inks): void {
  const { color, width } = inks.ofMark()
  context.strokeStyle = color
  context.lineWidth = width
  context.setLineDash([])
  context.stroke(curve)
}

function paintLine(
  context: OffscreenCanvasRenderingContext2D,
  { id, look, curve, heads }: DrawnLine,
  inks: Inks,
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
  { name: { text, x, y, isOwn } }: DrawnLine,
  inks: Inks,
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
