import { kindLooks } from '../../../../shared/ui/kind-looks.ts'
import type { Paint, Shape, Stroke, Text } from '../../scene/shape.ts'
import type { ShapeColours } from './shape-colours.ts'
import { written } from './xml-text.ts'

interface PictureElementProps {
  /** From back to front. */
  readonly shapes: readonly Shape[]
  readonly colours: ShapeColours
}

/** A node, an edge or a group as the canvas shows it, from plain shapes only. */
export const PictureElement = ({ shapes, colours }: PictureElementProps) => (
  <g>{shapes.map((shape, index) => drawn(shape, index, colours))}</g>
)

function drawn(shape: Shape, key: number, colours: ShapeColours) {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, radius } = shape
      return <rect key={key} {...{ x, y, width, height, rx: radius }} {...painted(shape, colours)} />
    }
    case 'path':
      return <path key={key} d={shape.path} {...painted(shape, colours)} />
    case 'icon': {
      const { Icon } = kindLooks[shape.type]
      return <Icon key={key} x={shape.x} y={shape.y} size={shape.size} color={colours(shape.color)} strokeWidth={2} />
    }
    case 'text':
      return <PictureText key={key} shape={shape} colours={colours} />
  }
}

/** Twice where it has a halo, as not every program paints the border of letters under them. */
function PictureText({ shape, colours }: { readonly shape: Text; readonly colours: ShapeColours }) {
  const { text, x, y, size, weight, spacing, anchor, color, halo, room, isFigure } = shape
  const letters = {
    ...{ x, y, fontSize: size, fontWeight: weight, letterSpacing: spacing || undefined, textAnchor: anchor },
    ...(isFigure && { style: { fontVariantNumeric: 'tabular-nums' } }),
    ...(room !== undefined && { 'data-room': room }),
  }
  return (
    <>
      {halo && (
        <text {...letters} {...painted({ stroke: halo }, colours)} strokeLinejoin="round">
          {written(text)}
        </text>
      )}
      <text {...letters} fill={colours(color)}>
        {written(text)}
      </text>
    </>
  )
}

function painted({ fill, stroke }: { fill?: Paint; stroke?: Stroke }, colours: ShapeColours) {
  return {
    ...(fill ? filled(fill, colours) : { fill: 'none' }),
    ...(stroke && {
      stroke: colours(stroke.color),
      strokeOpacity: stroke.opacity,
      strokeWidth: stroke.width,
      strokeDasharray: stroke.dashes?.join(' ') || undefined,
    }),
  }
}

function filled({ color, opacity }: Paint, colours: ShapeColours) {
  if (color === '--shadow-raised') return colours.shadow
  return { fill: colours(color), fillOpacity: typeof opacity === 'string' ? colours(opacity) : opacity }
}
