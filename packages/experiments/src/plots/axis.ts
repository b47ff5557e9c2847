import { scaleLinear, scaleLog } from 'd3-scale'
import { formatNumber } from '../words/numbers.ts'
import type { Shape } from './drawing.ts'

/** The plots of a page have one size, and room for the labels of their axes. */
export const PLOT = { width: 480, height: 236, left: 60, right: 20, top: 10, bottom: 50 } as const

const LEVELS = 4
const STEPS = 6
/** Labels of a logarithmic axis lie so far apart. */
const LEAST_GAP = 56

/** A scale in the coordinates of a plot. */
export interface Scale {
  (value: number): number
  readonly ticks: readonly number[]
}

interface ScaleOptions {
  /** Whether it is of whole numbers alone. */
  readonly isWhole?: boolean
}

const scaleOf = (
  scale: (value: number) => number,
  ticks: readonly number[],
  { isWhole = false }: ScaleOptions = {},
): Scale =>
  Object.assign((value: number) => round(scale(value)), { ticks: isWhole ? ticks.filter(Number.isInteger) : ticks })

/** From 0 up to a round number that is at least so much. */
export function verticalScale(most: number, options?: ScaleOptions): Scale {
  const scale = scaleLinear([0, most > 0 ? most : 1], [PLOT.height - PLOT.bottom, PLOT.top]).nice(LEVELS)
  return scaleOf(scale, scale.ticks(LEVELS), options)
}

/** From 0 to exactly so much. */
export function horizontalScale(most: number, options?: ScaleOptions): Scale {
  const scale = scaleLinear([0, most > 0 ? most : 1], [PLOT.left, PLOT.width - PLOT.right])
  return scaleOf(scale, scale.ticks(STEPS), options)
}

/** Logarithmic, between two values above 0; ticks at 1, 2 and 5 times the powers of ten, as many as have room. */
export function logScale(least: number, most: number, right: number = PLOT.right): Scale {
  const scale = scaleLog([least, most], [PLOT.left, PLOT.width - right])
  const ticks: number[] = []
  for (const tick of scale.ticks()) {
    const before = ticks.at(-1)
    const isRound = /^[125]/.test(tick.toExponential())
    if (isRound && (before === undefined || scale(tick) - scale(before) >= LEAST_GAP)) ticks.push(tick)
  }
  return scaleOf(scale, ticks)
}

/** Lines across the plot with their values at the left. */
export const levelShapes = (scale: Scale, textOf = formatNumber, right: number = PLOT.right): readonly Shape[] =>
  scale.ticks.flatMap((level): readonly Shape[] => [
    { of: 'path', role: 'grid', d: `M${PLOT.left} ${scale(level)}H${PLOT.width - right}` },
    { of: 'text', x: PLOT.left - 6, y: scale(level) + 4, anchor: 'end', text: textOf(level) },
  ])

/** Values beneath the plot, and what they are of. */
export const stepShapes = (scale: Scale, name: string, right: number = PLOT.right): readonly Shape[] => [
  ...scale.ticks.map(
    (tick): Shape => ({
      ...{ of: 'text', anchor: 'middle', text: formatNumber(tick) },
      ...{ x: scale(tick), y: PLOT.height - PLOT.bottom + 18 },
    }),
  ),
  { of: 'text', x: (PLOT.left + PLOT.width - right) / 2, y: PLOT.height - 8, anchor: 'middle', text: name },
]

/** At least so much, as 1, 2 or 5 times a power of ten. */
export function niceStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999999) ?? 10 * power
}

/** A coordinate. */
export const round = (value: number): number => Math.round(value * 10) / 10
