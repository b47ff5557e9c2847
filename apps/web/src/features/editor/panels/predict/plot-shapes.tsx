import type { Shape } from '@plimsoll/experiments'
import classes from './predict.module.css'

/** The shapes of a plot as elements of SVG. */
export const PlotShapes = ({ shapes }: { shapes: readonly Shape[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a drawing stay as they are
  shapes.map((shape, index) => <PlotShape key={index} shape={shape} />)

function PlotShape({ shape }: { shape: Shape }) {
  switch (shape.of) {
    case 'text':
      return (
        <text x={shape.x} y={shape.y} textAnchor={shape.anchor}>
          {shape.text}
        </text>
      )
    case 'path':
      return <path className={classes[shape.role]} data-index={shape.index} d={shape.d} />
    case 'rect': {
      const { x, y, width, height } = shape
      return <rect className={classes[shape.role]} data-index={shape.index} x={x} y={y} width={width} height={height} />
    }
  }
}
