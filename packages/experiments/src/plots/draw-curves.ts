import { area, line } from 'd3-shape'
import type { CurvePoint, Curves } from '../words/page.ts'
import { horizontalScale, levelShapes, logScale, PLOT, stepShapes, verticalScale } from './axis.ts'
import { type Drawing, lookOf, type Shape } from './drawing.ts'

/** Of the load of today, say, and what is carried. */
const MARKS = 2
/** The axis goes on so far behind the last value. */
const BEYOND = 1.04

/** Lines over a quantity, with the intervals of what was measured. */
export function drawCurves({
  title,
  unit,
  over,
  isLogarithmic,
  lines: given,
  dots,
  limits = [],
  marks = [],
}: Curves): Drawing {
  const lines = given.filter(({ points }) => points.some(({ value }) => value !== null))
  const points = [...given, ...(dots ? [dots] : [])].flatMap((one) => one.points)
  const places = [...points, ...marks].map(({ at }) => at)
  const x = isLogarithmic
    ? logScale(Math.min(...places), Math.max(...places))
    : horizontalScale(BEYOND * Math.max(...places), { isWhole: places.every(Number.isInteger) })
  const levels = [...points.map(({ value, upper }) => upper ?? value ?? 0), ...limits.map(({ value }) => value)]
  const y = verticalScale(Math.max(0, ...levels), { isWhole: levels.every(Number.isInteger) })
  const rangeOf = area<CurvePoint>()
    .defined(({ lower, upper }) => lower != null && upper != null)
    .x(({ at }) => x(at))
    .y0(({ lower }) => y(Math.max(0, lower ?? 0)))
    .y1(({ upper }) => y(upper ?? 0))
  const pathOf = line<CurvePoint>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(at))
    .y(({ value }) => y(value ?? 0))
  const dotAt = (
    look: { role: 'dot'; index: number } | { role: 'point' },
    { at, value }: CurvePoint,
  ): readonly Shape[] => (value === null ? [] : [{ of: 'path', ...look, d: `M${x(at)} ${y(value)}h0` }])
  const markLook = (position: number) => ({ role: 'mark', index: position % MARKS }) as const
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
          ...lookOf('limit', position),
          d: `M${PLOT.left} ${y(value)}H${right}`,
        }),
      ),
      ...marks.map(
        ({ at }, position): Shape => ({ of: 'path', ...markLook(position), d: `M${x(at)} ${PLOT.top}V${bottom}` }),
      ),
      ...(dots?.points.flatMap((point) => dotAt({ role: 'point' }, point)) ?? []),
      ...lines.flatMap((one, position): readonly Shape[] => {
        const { role, index } = lookOf('line', position)
        const known = [...one.points]
        return [
          { of: 'path', role: 'range', index, d: rangeOf(known) ?? '' },
          { of: 'path', role, index, d: pathOf(known) ?? '' },
          ...known.flatMap((point) => (point.lower === undefined ? [] : dotAt({ role: 'dot', index }, point))),
        ]
      }),
    ],
    legend: [
      ...lines.map(({ name }, position) => ({ name, ...lookOf('line', position) })),
      ...(dots ? [{ name: dots.name, role: 'point' } as const] : []),
      ...limits.map(({ name }, position) => ({ name, ...lookOf('limit', position) })),
      ...marks.map(({ name }, position) => ({ name, ...markLook(position) })),
    ],
  }
}
