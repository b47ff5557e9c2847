import { formatDollars } from '../cost/cost-words.ts'
import { counted, countedOf, formatNumber } from '../words/numbers.ts'
import type { CurvePoint, Curves } from '../words/page.ts'
import type { Sentence } from '../words/verdict.ts'
import type { ParetoFront } from './pareto-front.ts'
import { axisName, type SweepPoint, type SweepReport } from './sweep-design.ts'

type Told = Pick<SweepReport, 'axes' | 'points' | 'front'>

/** How many combinations are on the Pareto front, and its ends; none where there is no front. */
export function frontSentence({ axes, points, front }: Told): readonly Sentence[] {
  if (front === null) return []
  const on = front.points.flatMap((index) => points[index] ?? [])
  const [cheapest, fastest] = [on[0], on.at(-1)]
  if (!cheapest || !fastest) return []
  const { figure, unsure, unknown } = front
  const isOne = on.length === 1
  const ended = (point: SweepPoint): string => {
    const values = axes.map((axis) => `${axisName(axis)}=${point.values[axis.property]}`)
    const cost = formatDollars(point.costPerHour?.mean ?? 0)
    return `${values.join(' ')} at ${cost} an hour with ${formatNumber(point[figure]?.mean ?? 0)} ms`
  }
  const ends = isOne
    ? `It is ${ended(cheapest)}`
    : `The cheapest is ${ended(cheapest)}; the fastest is ${ended(fastest)}`
  const about = `${countedOf(on.length, points.length, 'combination')} ${isOne ? 'is' : 'are'} on the Pareto front of cost against ${figure}`
  const left =
    unknown === 0 ? '' : ` ${unknown} more could not be judged: runs of this length do not show their ${figure}.`
  const open =
    unsure.length === 0
      ? ''
      : ` Of ${counted(unsure.length, 'combination')} it is not sure: the intervals do not tell ${figure} from that of one that costs as little; set more replications.`
  return [{ text: `${about}: none that costs as little answers sooner. ${ends}.${open}${left}`, tone: null }]
}

/** By the position of a combination, for the table. */
export function frontCells({ points, front }: Told): readonly string[] {
  const [on, unsure] = [new Set(front?.points), new Set(front?.unsure)]
  return points.map((_, index) => {
    if (on.has(index)) return unsure.has(index) ? 'seems on it' : 'on it'
    return unsure.has(index) ? 'may be on it' : ''
  })
}

/** Each combination by its cost and response time, and the front as a line; none where there is no front. */
export function frontCurves({ points, front }: Told): readonly Curves[] {
  if (front === null) return []
  const { figure } = front
  const onFront = new Set(front.points)
  const known = points.map((point, index) => ({ index, point: placed(point, figure) }))
  const others = known.filter(({ index }) => !onFront.has(index)).flatMap(({ point }) => point ?? [])
  return [
    {
      title: `Cost against ${figure}`,
      unit: 'ms, with 95 % intervals',
      over: '$ an hour',
      isLogarithmic: false,
      lines: [{ name: 'Pareto front', points: front.points.flatMap((index) => known[index]?.point ?? []) }],
      ...(others.length > 0 && { dots: { name: 'other combinations', points: others } }),
    },
  ]
}

function placed({ costPerHour, ...point }: SweepPoint, figure: ParetoFront['figure']): CurvePoint | null {
  const response = point[figure]
  if (costPerHour === null || response === null) return null
  return { at: costPerHour.mean, value: response.mean, lower: response.lower, upper: response.upper }
}
