import type { Shape, Text } from '../../scene/shape.ts'
import { fittingLength } from '../../ui/picture/fitting-length.ts'
import { written } from '../../ui/picture/xml-text.ts'

type Measure = Pick<OffscreenCanvasRenderingContext2D, 'font' | 'letterSpacing' | 'measureText'>

/** Cuts texts that are wider than the room they have, with an ellipsis, as the page does. */
export function fitted(context: Measure, family: string): (shape: Shape) => Shape {
  return (shape) => {
    if (shape.kind !== 'text' || shape.room === undefined) return shape
    context.font = `${shape.weight ?? 400} ${shape.size}px ${family}`
    context.letterSpacing = `${shape.spacing ?? 0}px`
    return { ...shape, text: fittingText(context, shape, shape.room) }
  }
}

function fittingText(context: Measure, shape: Text, room: number): string {
  const text = written(shape.text)
  const widthOf = (length: number) => context.measureText(`${text.slice(0, length).trimEnd()}…`).width
  if (context.measureText(text).width <= room) return text
  const characters = fittingLength(text.length, (count) => widthOf(count) <= room)
  return `${text.slice(0, characters).trimEnd()}…`
}
