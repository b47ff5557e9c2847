import type { Verdict } from '@plimsoll/event-engine'
import { comparedCostTable } from '../cost/cost-words.ts'
import { describeObjective } from '../design/objectives.ts'
import { cumulativeShares, lowerEnd } from '../plots/draw-distribution.ts'
import { describeJudged, describeMeasured, RESULT_WORDS, worstOf } from '../words/judged.ts'
import { counted } from '../words/numbers.ts'
import type { Chart, Curves, Page } from '../words/page.ts'
import type { ComparisonReport } from './comparison-report.ts'

/** The answer as tables. */
export function pageOfComparison(report: ComparisonReport): Page {
  const { a, b, paired, differences, sentence, seeds, durationMs } = report
  const onlyA = a.objectives.filter((one) => counterpart(one, b.objectives) === undefined)
  return {
    title: `${a.name} and ${b.name}`,
    about: `${counted(seeds.length, 'pair of runs', 'pairs of runs')} with the same random numbers · ${durationMs / 1000} s simulated · seeds from ${seeds[0]}`,
    result: worstOf(b.objectives),
    sentences: [
      { text: sentence, tone: null },
      { text: `A is ${a.name}, B is ${b.name}.`, tone: null },
    ],
    tables: [
      {
        title: 'Objectives',
        head: ['Objective', 'A', 'B', 'Measured of B'],
        rows: [
          ...b.objectives.map((one) => [
            describeJudged(one),
            resultCell(counterpart(one, a.objectives)),
            resultCell(one),
            describeMeasured(one),
          ]),
          ...onlyA.map((one) => [describeJudged(one), resultCell(one), null, null]),
        ],
      },
      {
        title: 'Figures, each the mean of the runs',
        head: ['Figure', 'Unit', 'A', 'B', 'B − A', 'from', 'to'],
        rows: Object.entries(paired).flatMap(([figure, pair]) =>
          pair === null ? [] : [[figure, pair.unit, pair.a, pair.b, pair.difference, pair.lower, pair.upper]],
        ),
      },
      comparedCostTable(a.cost, b.cost),
      {
        title: 'What differs',
        head: ['Part', 'Property', 'A', 'B'],
        rows: differences.map((one) => [one.part, one.what, one.a, one.b]),
      },
    ],
    curves: cumulative(report),
    charts: chartsOf(report),
    distributions: [],
    notes: [],
  }
}

/** The same objective of the other design; undefined: it has none. */
const counterpart = (one: Verdict, others: readonly Verdict[]): Verdict | undefined =>
  others.find((other) => describeObjective(other) === describeObjective(one))

const resultCell = (one: Verdict | undefined) =>
  one === undefined ? null : { text: RESULT_WORDS[one.result].toLowerCase(), result: one.result }

const SIDES = ['a', 'b'] as const
const LETTERS = { a: 'A', b: 'B' } as const

/** What share of the requests was answered within so long. */
function cumulative(report: ComparisonReport): readonly Curves[] {
  if (SIDES.some((side) => report[side].histogram.length === 0)) return []
  return [
    {
      title: 'Response times of both',
      unit: '% of the requests, cumulative',
      over: 'ms, logarithmic',
      isLogarithmic: true,
      lines: SIDES.map((side) => {
        const bins = report[side].histogram.map(({ fromMs: from, toMs: to, count }) => ({ from, to, count }))
        const shares = cumulativeShares(bins).map(({ to, share }) => ({ at: to, value: 100 * share }))
        return {
          name: LETTERS[side],
          points: [...bins.slice(0, 1).map((first) => ({ at: lowerEnd(first), value: 0 })), ...shares],
        }
      }),
    },
  ]
}

/** The same figure of both over time. */
function chartsOf(report: ComparisonReport): readonly Chart[] {
  const { times } = report.a.series
  const chart = (title: string, unit: string, figure: 'p50' | 'p99' | 'goodput' | 'failures'): Chart => ({
    title,
    unit,
    times,
    bands: [],
    lines: SIDES.map((side) => ({ name: LETTERS[side], values: report[side].series[figure] })),
  })
  const charts = [
    chart('p99 of both over time', 'ms', 'p99'),
    chart('p50 of both over time', 'ms', 'p50'),
    chart('Completed by both over time', 'a second', 'goodput'),
    chart('Failed in both over time', 'a second', 'failures'),
  ]
  const says = ({ lines }: Chart) => lines.some(({ values }) => values.some((value) => value))
  return times.length < 2 ? [] : charts.filter(says)
}
