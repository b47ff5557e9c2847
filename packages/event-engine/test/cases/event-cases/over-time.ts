import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import type { Measured } from './bench.ts'
import { sumOf } from './parts.ts'

/** A figure by spans of the run, and their length in seconds. */
export interface Course {
  readonly spanS: number
  readonly values: readonly number[]
}

type Counted = 'arrived' | 'completed' | 'failed' | 'attempts' | 'responseMsSum'

export const courseOf = ({ outcome: { series } }: Measured, of: Counted): Course => ({
  spanS: series.spanMs / 1000,
  values: series[of],
})

/** What a node had, by spans. */
export function courseAt(
  { outcome: { series } }: Measured,
  node: number,
  of: 'inSystem' | 'instances' | 'busy',
): Course {
  const values = series[of][node]
  if (values === undefined) throw new Error('The course of a node was not kept.')
  return { spanS: series.spanMs / 1000, values }
}

/** Sum over the spans of a time from `fromS` to `toS`. */
export const sumWithin = ({ spanS, values }: Course, fromS: number, toS: number): number =>
  sumOf(values.slice(Math.round(fromS / spanS), Math.round(toS / spanS)), (value) => value)

export const meanWithin = (course: Course, fromS: number, toS: number): number =>
  sumWithin(course, fromS, toS) / Math.max(1, Math.round(toS / course.spanS) - Math.round(fromS / course.spanS))

/** The value at a time, between the middles of the spans beside it. */
export function valueAt({ spanS, values }: Course, atS: number): number {
  const position = atS / spanS - 0.5
  const before = Math.min(Math.max(Math.floor(position), 0), values.length - 2)
  const [low = Number.NaN, high = low] = values.slice(before, before + 2)
  return low + (position - before) * (high - low)
}

/** When, from a time on, the course first is at or below a value; null: never. */
export function firstTimeBelow({ spanS, values }: Course, limit: number, fromS: number): number | null {
  const index = values.findIndex((value, at) => (at + 0.5) * spanS >= fromS && value <= limit)
  return index < 0 ? null : (index + 0.5) * spanS
}

/** The mean cycle of a load that repeats itself, after the warm-up: a value for each part, by a running mean over `smooth` parts. */
export function meanCycle(measured: Measured, course: Course, smooth: number): readonly number[] {
  const { cycleS } = measured.scenario.happens
  if (cycleS === undefined) throw new Unmapped('The load does not repeat itself.')
  const parts = Math.round(cycleS / course.spanS)
  const total = course.values.length * course.spanS
  const from = Math.round((total - measured.outcome.measuredMs / 1000) / course.spanS)
  const cycles = Math.floor((course.values.length - from) / parts)
  if (cycles < 1) throw new Error('Not one whole cycle was measured.')
  const means = Array.from(
    { length: parts },
    (_, part) =>
      sumOf(
        Array.from({ length: cycles }, (_cycle, cycle) => course.values[from + cycle * parts + part] ?? Number.NaN),
        (value) => value,
      ) / cycles,
  )
  const reach = (smooth - 1) / 2
  return means.map(
    (_, part) =>
      sumOf(
        Array.from({ length: smooth }, (_one, index) => means[(part + index - reach + parts) % parts] ?? Number.NaN),
        (value) => value,
      ) / smooth,
  )
}
