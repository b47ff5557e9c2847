import { line } from 'd3-shape'
import { formatNumber } from '../words/numbers.ts'
import type { Chart } from '../words/page.ts'
import { horizontalScale, levelShapes, PLOT, round, stepShapes, verticalScale } from './axis.ts'
import { type Drawing, lookOf, type Shape } from './drawing.ts'

/** What happens at a moment is shaded by so much. */
const LEAST_BAND = 2

/** Lines over simulated time. */
export function drawChart({ title, unit, times, lines, bands }: Chart): Drawing {
  const endS = times.at(-1) ?? 1
  const x = horizontalScale(endS)
  const drawn = lines.flatMap(({ values }) => values.map((value) => value ?? 0))
  const y = verticalScale(Math.max(...drawn), { isWhole: drawn.every(Number.isInteger) })
  const pathOf = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(times[index] ?? 0))
    .y((value) => y(value ?? 0))
  return {
    title,
    unit,
    width: PLOT.width,
    height: PLOT.height,
    shapes: [
      ...bands.map(({ fromS, toS }): Shape => {
        const left = x(Math.min(fromS, endS))
        const width = Math.max(LEAST_BAND, round(x(Math.min(toS, endS)) - left))
        return { of: 'rect', role: 'band', x: left, y: PLOT.top, width, height: PLOT.height - PLOT.top - PLOT.bottom }
      }),
      ...levelShapes(y),
      ...stepShapes(x, 'simulated time, s'),
      ...lines.map(
        ({ values }, position): Shape => ({
          of: 'path',
          ...lookOf('line', position),
          d: pathOf(values as (number | null)[]) ?? '',
        }),
      ),
    ],
    legend: [
      ...(lines.length > 1 ? lines.map(({ name }, position) => ({ name, ...lookOf('line', position) })) : []),
      ...bands.map(({ name, fromS, toS }) => {
        const when = fromS === toS ? `at ${formatNumber(fromS)}` : `${formatNumber(fromS)} to ${formatNumber(toS)}`
        return { name: `${name} (${when} s)`, role: 'band' } as const
      }),
    ],
  }
}
