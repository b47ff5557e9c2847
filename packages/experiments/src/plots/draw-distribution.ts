import { line } from 'd3-shape'
import { formatShare } from '../words/numbers.ts'
import type { Distribution } from '../words/page.ts'
import { levelShapes, logScale, PLOT, round, stepShapes, verticalScale } from './axis.ts'
import { type Drawing, lookOf, type Shape } from './drawing.ts'

/** Room for the labels of the cumulative share. */
const RIGHT = 58

/** A histogram over a logarithmic scale with the cumulative share. */
export function drawDistribution({ title, unit, bins, limits }: Distribution): Drawing {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const least = Math.min(...bins.map(lowerEnd))
  const most = Math.max(...bins.map(({ to }) => to))
  const x = logScale(least, most, RIGHT)
  const share = verticalScale(Math.max(...bins.map(({ count }) => count)) / total)
  const cumulative = verticalScale(1)
  const bottom = PLOT.height - PLOT.bottom
  const points = [{ to: least, share: 0 }, ...cumulativeShares(bins)]
  const pathOf = line<(typeof points)[number]>()
    .x(({ to }) => x(to))
    .y((point) => cumulative(point.share))
  const shown = limits.filter(({ value }) => value >= least && value <= most)
  return {
    title,
    unit: `${unit}, logarithmic`,
    width: PLOT.width,
    height: PLOT.height,
    shapes: [
      ...levelShapes(share, formatShare, RIGHT),
      ...cumulative.ticks.map(
        (level): Shape => ({
          ...{ of: 'text', anchor: 'start', text: formatShare(level) },
          ...{ x: PLOT.width - RIGHT + 6, y: cumulative(level) + 4 },
        }),
      ),
      ...bins.map((bin): Shape => {
        const left = x(lowerEnd(bin))
        const top = share(bin.count / total)
        const width = round(Math.max(1, x(bin.to) - left))
        return { of: 'rect', role: 'bar', x: left, y: top, width, height: round(bottom - top) }
      }),
      ...shown.map(
        ({ value }, position): Shape => ({
          of: 'path',
          ...lookOf('limit', position),
          d: `M${x(value)} ${PLOT.top}V${bottom}`,
        }),
      ),
      { of: 'path', role: 'line', index: 0, d: pathOf(points) ?? '' },
      ...stepShapes(x, unit, RIGHT),
    ],
    legend: [
      { name: 'share of the requests (left)', role: 'bar' },
      { name: 'cumulative share (right)', role: 'line', index: 0 },
      ...shown.map(({ name }, position) => ({ name, ...lookOf('limit', position) })),
    ],
  }
}

/** Values of nothing have no place on the scale. */
export const lowerEnd = ({ from, to }: Distribution['bins'][number]): number => (from > 0 ? from : to / 2)

/** The share of all values up to the end of each bin. */
export function cumulativeShares(bins: Distribution['bins']) {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  return bins.map(({ to, count }) => {
    below += count
    return { to, share: below / total }
  })
}
