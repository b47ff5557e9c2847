import { area, line } from 'd3-shape'
import type { CurvePoint, Curves } from '../words/page.ts'
import { horizontalScale, levelShapes, logScale, PLOT, stepShapes, verticalScale } from './axis.ts'
import type { Drawing, Shape } from './drawing.ts'

const COLOURS = 4
/** Which of the dots those are that no line joins. */
const DOTS = 3
/** How the limits look, in turn, and the marks. */
const LIMITS = [0, 3, 4]
const MARKS = [1, 2]
/** The axis goes on so far behind the last value. */
const BEYOND = 1.04

/** Lines over a quantity, with the intervals of what was measured. */
export function drawCurves({
  title,
  unit,
  over,
  isLogarithmic,
  lines,
  dots,
  limits = [],
  marks = [],
}: Curves): Drawing {
  const points = [...lines, ...(dots ? [dots] : [])].flatMap((one) => one.points)
  const places = [...points, ...marks].map(({ at }) => at)
  const x = isLogarithmic
    ? logScale(Math.min(...places), Math.max(...places))
    : horizontalScale(BEYOND * Math.max(...places))
  const y = verticalScale(
    Math.max(0, ...points.map(({ value, upper }) => upper ?? value ?? 0), ...limits.map(({ value }) => value)),
  )
  const rangeOf = area<CurvePoint>()
    .defined(({ lower, upper }) => lower != null && upper != null)
    .x(({ at }) => x(at))
    .y0(({ lower }) => y(Math.max(0, lower ?? 0)))
    .y1(({ upper }) => y(upper ?? 0))
  const pathOf = line<CurvePoint>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(at))
    .y(({ value }) => y(value ?? 0))
  const dotAt = (index: number, { at, value }: CurvePoint): readonly Shape[] =>
    value === null ? [] : [{ of: 'path', role: 'dot', index, d: `M${x(at)} ${y(value)}h0` }]
  const limitLook = (position: number) => ({ role: 'limit', index: LIMITS[position % LIMITS.length] ?? 0 }) as const
  const markLook = (position: number) => ({ role: 'limit', index: MARKS[position % MARKS.length] ?? 0 }) as const
  const [bottom, right] = [PLOT.height - PLOT.bottom, PLOT.width - PLOT.right]
  return {
    title,
    unit,
    width: PLOT.width,
    height: PLOT.height,
    shapes: [
      ...levelShapes(y),
      ...stepShapes(x, over),
      ...limits.map(
        ({ value }, position): Shape => ({
          of: 'path',
          ...limitLook(position),
          d: `M${PLOT.left} ${y(value)}H${right}`,
        }),
      ),
      ...marks.map(
        ({ at }, position): Shape => ({ of: 'path', ...markLook(position), d: `M${x(at)} ${PLOT.top}V${bottom}` }),
      ),
      ...(dots?.points.flatMap((point) => dotAt(DOTS, point)) ?? []),
      ...lines.flatMap((one, position): readonly Shape[] => {
        const index = position % COLOURS
        const known = [...one.points]
        return [
          { of: 'path', role: 'range', index, d: rangeOf(known) ?? '' },
          { of: 'path', role: 'line', index, d: pathOf(known) ?? '' },
          ...known.flatMap((point) => (point.lower === undefined ? [] : dotAt(index, point))),
        ]
      }),
    ],
    legend: [
      ...lines.map(({ name }, index) => ({ name, role: 'line', index: index % COLOURS }) as const),
      ...(dots ? [{ name: dots.name, role: 'dot', index: DOTS } as const] : []),
      ...limits.map(({ name }, position) => ({ name, ...limitLook(position) })),
      ...marks.map(({ name }, position) => ({ name, ...markLook(position) })),
    ],
  }
}
