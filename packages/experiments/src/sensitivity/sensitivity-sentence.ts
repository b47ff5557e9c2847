import { withUnit } from '@plimsoll/catalog'
import type { FoundLoad } from '../capacity/capacity-here.ts'
import { isSure } from '../runs/paired-difference.ts'
import type { ResponseFigure } from '../runs/point.ts'
import { formatNumber, formatShare } from '../words/numbers.ts'
import { changeOfLoad } from './change-of-load.ts'
import type { SensitivityReport, VariedProperty, VariedSide } from './sensitivity-report.ts'

type Told = Pick<SensitivityReport, 'base' | 'varied' | 'figure'>

/** `p99 is 120 ms and depends most on API: Service time: with 8 ms it is 30 ± 4 ms less, with 12 ms 50 ± 6 ms more.` */
export function sensitivitySentence({ base, varied, figure }: Told): string {
  if (!base.isSteady) return 'There is no steady state: no response time is reported that could be compared.'
  const now = base[figure]
  const said = varied.flatMap((one) => {
    const sides = [one.low, one.high].flatMap((side) => saidOf(side, one.unit) ?? [])
    return sides.length === 0 ? [] : [{ one, text: `${one.name}: ${sides.join(', ')}` }]
  })
  const [first] = said
  if (now === null)
    return `The runs are too short to report a response time that could be compared.${first ? ` ${first.text}.` : ''}`
  const today = `${subjectOf(figure)} is ${formatNumber(now.mean)} ms and`
  const most = Math.max(0, ...varied.map(furthestOf)) / now.mean
  if (most <= HARDLY)
    return `${today} hardly depends on any of these properties: none of them changes it by more than ${formatShare(HARDLY)}.${first ? ` What changes it most is ${first.text}.` : ''}`
  if (first === undefined) return `${today} depends on none of these properties as far as the intervals show.`
  const isPerhapsMore = isSteadyWith(first.one) && varied.some((one) => mostOf(one) > mostOf(first.one))
  return `${today} depends most${isPerhapsMore ? ', as far as the intervals show,' : ''} on ${first.text}.`
}

/** A change of that share of the figure, or less, hardly matters. */
const HARDLY = 0.01

/** How far from none its changes may be, as their intervals show; without one of them it may be any. */
const furthestOf = (one: VariedProperty): number =>
  Math.max(
    0,
    ...sidesOf(one).map(({ response }) =>
      response?.lower == null || response.upper === null
        ? Number.POSITIVE_INFINITY
        : Math.max(-response.lower, response.upper),
    ),
  )

/** At the beginning of a sentence. */
const subjectOf = (figure: ResponseFigure): string => (figure === 'mean' ? 'The mean' : figure)

const sidesOf = ({ low, high }: VariedProperty): readonly VariedSide[] => [low, high].filter((side) => side !== null)
const isSteadyWith = (one: VariedProperty): boolean => sidesOf(one).every(({ isSteady }) => isSteady)
const mostOf = (one: VariedProperty): number =>
  Math.max(0, ...sidesOf(one).map(({ response }) => Math.abs(response?.difference ?? 0)))

/** `It carries 120 rps (119 to 121; p99 < 50 ms), which depends most on API: Service time: with 8 ms it is 30 rps (28 to 32) more.` */
export function carriesSentence(now: FoundLoad, varied: readonly VariedProperty[]): string {
  if (now.capacity?.mean == null) return now.refusal ?? ''
  const { mean, lower, upper } = now.capacity
  const about = [between(lower, upper), now.objectives.join(', ')].filter((text) => text !== '').join('; ')
  const today = `It carries ${formatNumber(mean)} rps (${about}), which depends`
  const said = varied.flatMap((one) => {
    const sides = [one.low, one.high].flatMap((side) => {
      if (!side?.carries) return []
      const value = `with ${withUnit(formatNumber(side.value), one.unit)}`
      const { difference, isSure: isKnown, ...ends } = changeOfLoad(now, side.carries)
      if (difference === null) return [`${value} none is known`]
      if (!isKnown) return []
      const [least, most] = [ends.lower ?? difference, ends.upper ?? difference].map(Math.abs).toSorted((a, b) => a - b)
      const range = between(least ?? null, most ?? null)
      return [`${value} it is ${formatNumber(Math.abs(difference))} rps (${range}) ${difference > 0 ? 'more' : 'less'}`]
    })
    return sides.length === 0 ? [] : [`${one.name}: ${sides.join(', ')}`]
  })
  const [first] = said
  return first === undefined
    ? `${today} on none of these properties as far as the intervals show.`
    : `${today} most on ${first}.`
}

/** `119 to 121`; empty where an end is not known. */
export const between = (lower: number | null, upper: number | null): string =>
  lower === null || upper === null ? '' : `${formatNumber(lower)} to ${formatNumber(upper)}`

/** Null where the interval holds 0, or there is none. */
function saidOf(side: VariedSide | null, unit: string): string | null {
  if (side === null) return null
  const value = `with ${withUnit(formatNumber(side.value), unit)}`
  if (!side.isSteady) return `${value} there is no steady state`
  if (!isSure(side.response)) return null
  const { difference, lower, upper } = side.response
  const half = formatNumber((upper - lower) / 2)
  return `${value} it is ${formatNumber(Math.abs(difference))} ± ${half} ms ${difference > 0 ? 'more' : 'less'}`
}
