import type { HistoryPoint } from '@plimsoll/simulation'
import { decimals, short } from '../../../../../shared/text/number-text.ts'
import type { FigureText } from '../common/figures.ts'

/** A figure that is drawn over time. */
export interface Series {
  readonly name: string
  readonly tone: 'flow' | 'active' | 'errors'
  /** Whether it counts, in whole numbers. */
  readonly isCount?: boolean
  /** The values of all points, none below 0. */
  readonly values: (points: readonly HistoryPoint[]) => readonly number[]
  /** A point and its value as they are read. */
  readonly read: (point: HistoryPoint, value: number) => FigureText
}

export const SERIES: readonly Series[] = [
  {
    name: 'Throughput',
    tone: 'flow',
    values: (points) => points.map(({ throughput }) => throughput),
    read: (_, value) => [{ value: short(value), unit: 'rps' }],
  },
  {
    name: 'Active requests',
    tone: 'active',
    isCount: true,
    values: (points) => points.map(({ active }) => active),
    read: (_, value) => [{ value: decimals(value, 0), unit: '' }],
  },
  {
    name: 'Errors',
    tone: 'errors',
    values: (points) => points.map((point, index) => failuresPerSecond(point, points[index - 1])),
    read: ({ errorRate }, value) => [
      { value: short(value), unit: 'per s' },
      { value: decimals(errorRate, 2), unit: '%' },
    ],
  },
]

function failuresPerSecond({ failed, time }: HistoryPoint, before = { failed: 0, time: 0 }): number {
  return (failed - before.failed) / (time - before.time)
}

/** "98.0 rps", "2.0 per s, 1.92 %". */
export const spoken = (text: FigureText): string => text.map(({ value, unit }) => `${value} ${unit}`.trim()).join(', ')

/** What a plot shows, in a sentence for those who do not see it. */
export function summary(series: Series, points: readonly HistoryPoint[]): string {
  const values = series.values(points)
  const [last, value] = [points.at(-1), values.at(-1)]
  if (last === undefined || value === undefined) return `${series.name}: nothing yet.`
  const [least, most] = [Math.min(...values), Math.max(...values)].map((bound) => series.read(last, bound)[0]?.value)
  return `${series.name}: ${spoken(series.read(last, value))} now, between ${least} and ${most} since Start.`
}
