import { formatNumber, formatShare } from '../words/numbers.ts'
import type { Chart, Curves, Distribution, Table } from '../words/page.ts'
import { cumulativeShares } from './draw-distribution.ts'

const MOST_ROWS = 20

/** The values of a chart as a table, at evenly chosen moments where there are many. */
export function chartValues({ title, unit, times, lines }: Chart): Table {
  const every = Math.ceil(times.length / MOST_ROWS)
  return {
    title: `${title}, ${unit}`,
    head: ['Time', ...lines.map(({ name }) => name)],
    rows: times.flatMap((timeS, index) =>
      index % every === every - 1
        ? [[`${formatNumber(timeS)} s`, ...lines.map(({ values }) => values[index] ?? null)]]
        : [],
    ),
  }
}

/** How many values are at most so large, as a table. */
export function distributionValues({ title, unit, bins }: Distribution): Table {
  const all = cumulativeShares(bins)
  const every = Math.ceil(all.length / MOST_ROWS)
  return {
    title,
    head: ['Up to', 'Cumulative share'],
    rows: all
      .filter((_, index) => index % every === every - 1 || index === all.length - 1)
      .map(({ to, share }) => [`${formatNumber(to)} ${unit}`, formatShare(share)]),
  }
}

/** The values of lines as a table, with the intervals of what was measured, at evenly chosen places where there are many. */
export function curveValues({ title, unit, over, lines }: Curves): Table {
  const places = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b)
  const every = Math.ceil(places.length / MOST_ROWS)
  const columns = lines.map(({ name, points }) => ({
    points: new Map(points.map((point) => [point.at, point])),
    names: points.some(({ lower }) => lower !== undefined) ? [name, `${name} from`, `${name} to`] : [name],
  }))
  return {
    title: `${title}, ${unit}`,
    head: [over, ...columns.flatMap(({ names }) => names)],
    rows: places
      .filter((_, index) => index % every === every - 1 || index === places.length - 1)
      .map((at) => [
        formatNumber(at),
        ...columns.flatMap(({ points, names }) => {
          const { value = null, lower = null, upper = null } = points.get(at) ?? {}
          return [value, lower, upper].slice(0, names.length)
        }),
      ]),
  }
}
