import type { Estimate, Objective, VerdictResult } from '@plimsoll/event-engine'
import { MONTH_HOURS } from '../cost/cost-report.ts'
import { describeObjective } from '../design/objectives.ts'
import { RESPONSE_FIGURES, type ResponseFigure } from '../runs/point.ts'
import { allInstancesSentence } from '../words/all-instances.ts'
import { worstOf } from '../words/judged.ts'
import { counted, countedOf, formatNumber } from '../words/numbers.ts'
import type { Curves, Page, Table } from '../words/page.ts'
import type { Sentence } from '../words/verdict.ts'
import { frontCells, frontCurves, frontSentence } from './front-page.ts'
import { axisName, type SweepPoint, type SweepReport } from './sweep-design.ts'

/** The answer as tables and plots. */
export function pageOfSweep(report: SweepReport): Page {
  const { flow, axes, points, seed, front } = report
  const ofFront = frontCells(report)
  const judged = points.flatMap(({ verdict }) => (verdict === null ? [] : [{ result: verdict }]))
  const isPriced = points.some(({ costPerHour }) => costPerHour !== null)
  const unsteady = points.filter(({ isSteady }) => !isSteady).length
  return {
    title: `${flow.name}: ${axes.map(axisName).join(', ')}`,
    about: `${counted(points.length, 'combination')} with the same random numbers · seeds from ${seed}`,
    result: worstOf(judged),
    sentences: [
      ...(judged.length > 0 ? [judgedSentence(judged)] : []),
      ...frontSentence(report),
      ...allInstancesSentence(points),
      ...(unsteady > 0 ? [{ text: unsteadySentence(unsteady, points.length), tone: null }] : []),
    ],
    curves: [...frontCurves(report), ...linesOf(report)],
    tables: [
      ...heatMaps(axes, points),
      {
        title: 'Combinations',
        head: [
          ...axes.map(axisName),
          ...[
            'p50, ms',
            'p95, ms',
            'p99, ms',
            'Completed, rps',
            'Failed, %',
            'Saturated at, rps',
            ...(isPriced ? ['Cost, $/h', 'Cost, $/month'] : []),
            'Objectives',
            ...(front === null ? [] : ['Pareto front']),
          ],
        ],
        rows: points.map(
          ({ values, verdict, isSteady, saturatedAtRps, p50, p95, p99, throughput, errorRate, costPerHour }, index) => [
            ...axes.map(({ property }) => values[property] ?? ''),
            ...[p50, p95, p99, throughput, errorRate].map((one) => one?.mean ?? null),
            saturatedAtRps,
            ...(isPriced ? [costPerHour?.mean ?? null, costPerHour && costPerHour.mean * MONTH_HOURS] : []),
            verdict === null
              ? isSteady
                ? ''
                : 'no steady state'
              : { text: isSteady ? WORDS[verdict] : 'no steady state', result: verdict },
            ...(front === null ? [] : [ofFront[index] ?? '']),
          ],
        ),
      },
    ],
    charts: [],
    distributions: [],
    notes: [],
  }
}

function judgedSentence(judged: readonly { readonly result: VerdictResult }[]): Sentence {
  const count = (of: VerdictResult) => judged.filter(({ result }) => result === of).length
  const [met, undecided] = [count('pass'), count('undecided')]
  const missed = judged.length - met - undecided
  const others = missed === 0 || missed === judged.length ? '' : `, ${missed} ${missed === 1 ? 'does' : 'do'} not`
  const open = undecided === 0 ? '' : `; of ${undecided} it cannot be decided: simulate longer`
  return {
    text: `${countedOf(met, judged.length, 'combination')} ${met === 1 ? 'meets' : 'meet'} all objectives${others}${open}.`,
    tone: TONES[worstOf(judged) ?? 'pass'],
  }
}

const TONES = { pass: 'good', fail: 'bad', undecided: 'unsure' } as const

const unsteadySentence = (some: number, all: number): string =>
  `${countedOf(some, all, 'combination')} ${some === 1 ? 'has' : 'have'} no steady state, and so no response time: more arrives than the design carries.`

const WORDS = { pass: 'met', fail: 'missed', undecided: 'undecided' } as const

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text))

/** Figures over the numbers of the only property, and the limits of those that are drawn. */
function linesOf({ axes, points, asked = [] }: SweepReport): readonly Curves[] {
  const [axis] = axes
  if (axes.length !== 1 || !axis || axis.values.length < 2 || !axis.values.every(isNumber)) return []
  const sorted = points
    .map((point) => ({ at: Number(point.values[axis.property]), point }))
    .toSorted((one, other) => one.at - other.at)
  const drawn = (name: string, measured: (point: SweepPoint) => Estimate) => ({
    name,
    points: sorted.map(({ at, point }) => {
      const figure = measured(point)
      return { at, value: figure?.mean ?? null, lower: figure?.lower ?? null, upper: figure?.upper ?? null }
    }),
  })
  const chart = (title: string, unit: string, lines: Curves['lines'], metrics: readonly Objective['metric'][]) => ({
    title: `${title} by ${axisName(axis)}`,
    unit,
    over: axisName(axis),
    isLogarithmic: false,
    lines,
    limits: asked
      .filter(({ metric, scope }) => metrics.includes(metric) && !scope)
      .map((one) => ({ name: describeObjective(one), value: one.limit })),
  })
  const percentiles = ['p50', 'p95', 'p99'] as const
  const saturated = sorted.map(({ at, point }) => ({ at, value: point.saturatedAtRps }))
  return [
    chart(
      'Response time',
      'ms, with 95 % intervals',
      percentiles.map((name) => drawn(name, (point) => point[name])),
      percentiles,
    ),
    chart(
      'Requests',
      'a second, with 95 % intervals',
      [drawn('completed', ({ throughput }) => throughput), { name: 'saturated at', points: saturated }],
      ['throughput'],
    ),
  ].filter(({ lines }) => lines.some(({ points: all }) => all.some(({ value }) => value !== null)))
}

/** Figures by two properties: the values of the first down, of the second across; the more, the darker. */
function heatMaps(axes: SweepReport['axes'], points: readonly SweepPoint[]): readonly Table[] {
  const [down, across] = axes
  if (axes.length !== 2 || !down || !across) return []
  const isKnown = (figure: ResponseFigure) =>
    points.filter((point) => point[figure] !== null).length >= points.length / 2
  const response = RESPONSE_FIGURES.find(isKnown) ?? 'mean'
  const map = (title: string, figureOf: (point: SweepPoint) => number | null): Table => {
    const values = points.map(figureOf)
    const known = values.filter((value) => value !== null)
    const [least, most] = [Math.min(...known), Math.max(...known)]
    return {
      title: `${title} by ${axisName(down)} (down) and ${axisName(across)} (across)`,
      isHeatMap: true,
      head: [axisName(down), ...across.values],
      rows: down.values.map((name, row) => [
        name,
        ...across.values.map((_, column) => {
          const value = values[row * across.values.length + column] ?? null
          return value === null ? null : { text: formatNumber(value), heat: (value - least) / (most - least || 1) }
        }),
      ]),
    }
  }
  return [
    ...(points.some((point) => point[response] !== null)
      ? [map(`${response}, ms,`, (point) => point[response]?.mean ?? null)]
      : []),
    map('Completed a second', ({ throughput }) => throughput?.mean ?? null),
  ]
}
