import type { Rect } from '../../core/geometry.ts'
import type { Paint, Shape, Stroke, Text } from '../../scene/shape.ts'
import type { ShapeColours } from '../../ui/picture/shape-colours.ts'
import { currentColours } from '../token-colours.ts'

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

type Icon = Extract<Shape, { kind: 'icon' }>

interface PainterOptions {
  readonly colours?: ShapeColours
  /** A canvas has no icons: where nothing draws them they are left out. */
  readonly paintIcon?: (context: Context, icon: Icon) => void
}

/** Draws shapes of a scene on canvases, in the colours that the page has now where no others are given. */
export function createShapePainter({ colours = currentColours(), paintIcon = () => {} }: PainterOptions = {}) {
  const family = colours('--font')
  const paths = new Map<string, Path2D>()

  function paint(context: Context, shapes: readonly Shape[]): void {
    for (const shape of shapes) {
      if (shape.kind === 'text') paintText(context, shape)
      else if (shape.kind === 'rect') paintPath(context, rectangle(shape), shape)
      else if (shape.kind === 'path') paintPath(context, pathOf(shape.path), shape)
      else paintIcon(context, shape)
    }
  }

  function paintPath(context: Context, path: Path2D, { fill, stroke }: { fill?: Paint; stroke?: Stroke }): void {
    if (fill) {
      context.fillStyle = colours(fill.color)
      context.globalAlpha = opacityOf(fill)
      context.fill(path)
    }
    if (stroke) {
      applyStroke(context, stroke)
      context.stroke(path)
    }
    context.globalAlpha = 1
  }

  const opacityOf = ({ opacity = 1 }: Paint) => Number(typeof opacity === 'string' ? colours(opacity) : opacity)

  function applyStroke(context: Context, stroke: Stroke): void {
    const { color, width, dashes = [] } = stroke
    context.strokeStyle = colours(color)
    context.globalAlpha = opacityOf(stroke)
    context.lineWidth = width
    context.setLineDash([...dashes])
  }

  function paintText(context: Context, text: Text): void {
    context.font = `${text.weight ?? 400} ${text.size}px ${family}`
    context.letterSpacing = `${text.spacing ?? 0}px`
    context.textAlign = ALIGNMENTS[text.anchor ?? 'start']
    context.lineJoin = 'round'
    if (text.halo) {
      applyStroke(context, text.halo)
      context.strokeText(text.text, text.x, text.y)
    }
    context.fillStyle = colours(text.color)
    if (text.isFigure) paintFigure(context, text)
    else context.fillText(text.text, text.x, text.y)
  }

  function pathOf(path: string): Path2D {
    const known = paths.get(path) ?? new Path2D(path)
    paths.set(path, known)
    return known
  }

  return paint
}

const ALIGNMENTS = { start: 'start', middle: 'center', end: 'end' } as const

/**
 * The digit that is as wide as each is where all are as wide. It is measured, as some browsers lay letters out in whole pixels.
 */
const LIKE_ALL = '6'

/** From its end, and digit by digit, as a canvas knows none that are all as wide. */
function paintFigure(context: Context, { text, x, y, spacing = 0 }: Text): void {
  const [, digits = '', sign = ''] = /^(\d*)(.*)$/.exec(text) ?? []
  context.fillText(sign, x, y)
  const digit = context.measureText(LIKE_ALL).width
  const begin = isWhole(digit - spacing) ? onPixelOf(context) : (at: number) => at
  context.textAlign = 'center'
  let left = x - context.measureText(sign).width
  for (const figure of [...digits].reverse()) {
    left -= digit
    context.fillText(figure, begin(left) + digit / 2, y)
  }
}

const isWhole = (width: number) => Math.abs(width - Math.round(width)) < 0.01

/** Where letters are laid out in whole pixels, each begins on a pixel: here as in the page, where a narrow one has room before it. */
function onPixelOf(context: Context): (at: number) => number {
  const { a: scale, e: shift } = context.getTransform()
  return (at) => (Math.round(at * scale + shift) - shift) / scale
}

function rectangle({ x, y, width, height, radius = 0 }: Rect & { readonly radius?: number }): Path2D {
  const path = new Path2D()
  path.roundRect(x, y, width, height, radius)
  return path
}
