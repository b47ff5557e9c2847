import { withUnit } from '@plimsoll/catalog'
import { FEW_EVENTS, type FoundLoad } from '../capacity/capacity-here.ts'
import { allInstancesSentence } from '../words/all-instances.ts'
import { counted, formatNumber, formatShare } from '../words/numbers.ts'
import type { Bars, Cell, Page, Segment } from '../words/page.ts'
import { changeOfLoad } from './change-of-load.ts'
import type { SensitivityReport, VariedProperty, VariedSide } from './sensitivity-report.ts'
import { between } from './sensitivity-sentence.ts'

const KINDS = ['lower value', 'higher value'] as const
/** Bars of a chart. */
const DRAWN = 15

/** The answer as tornado charts and a table. */
export function pageOfSensitivity(report: SensitivityReport): Page {
  const { flow, base, varied, varies, above, figure, by, seed, durationMs, replications, sentence, carries } = report
  const each = by === null ? 'over the ranges that are given' : `less and more by ${formatShare(by)}`
  return {
    title: `${flow.name}: what matters most`,
    about: `${counted(varied.length, 'property', 'properties')} one at a time ${each} · ${counted(replications, 'run')} of ${durationMs / 1000} s with the same random numbers · seeds from ${seed}`,
    result: null,
    sentences: [
      { text: sentence, tone: null },
      ...(carries === null
        ? []
        : [
            {
              text: `Each highest load is searched with at most ${formatNumber(FEW_EVENTS)} events a load.`,
              tone: null,
            },
          ]),
      ...(figure === 'p99' || !base.isSteady || base[figure] === null
        ? []
        : [
            {
              text: `Runs of this length do not show p99 of each: ${figure === 'mean' ? 'the mean' : figure} is compared.`,
              tone: null,
            },
          ]),
      ...allInstancesSentence([base]),
      ...(varies === 'busiest'
        ? [{ text: `Nothing is used by more than ${formatShare(above)}: the busiest parts are varied.`, tone: null }]
        : []),
    ],
    tables: [
      {
        title: 'Properties by their effect',
        head: [
          ...['Property', 'Unit', 'Now', 'Lower', `${figure} then, ms`, '±', 'Saturated at, rps'],
          ...['Higher', `${figure} with it, ms`, '± of it', 'Saturated with it, rps'],
          ...(carries === null
            ? []
            : ['Carries with the lower, rps', 'interval', 'Carries with the higher, rps', 'interval of it']),
        ],
        rows: varied.map(({ name, unit, value, low, high }) => [
          ...[name, unit, value],
          ...[low, high].flatMap((side) => cellsOf(base[figure]?.mean ?? null, side)),
          ...(carries === null ? [] : [low, high].flatMap((side) => carriedCells(side?.carries ?? null))),
        ]),
        parts: varied.map(({ part }) => part),
      },
    ],
    bars: [
      ...tornado(
        'Carries',
        'requests a second',
        carries?.capacity?.mean ?? null,
        varied,
        (side) => carries && side.carries && changeOfLoad(carries, side.carries).difference,
      ),
      ...tornado(
        figure === 'mean' ? 'Mean' : figure,
        'ms',
        base[figure]?.mean ?? null,
        varied,
        (side) => side.response?.difference ?? null,
      ),
      ...tornado('Saturated at', 'requests a second', base.saturatedAtRps, varied, ({ saturatedAtRps }) =>
        saturatedAtRps === null || base.saturatedAtRps === null ? null : saturatedAtRps - base.saturatedAtRps,
      ),
      ...tornado(
        'Completed',
        'a second',
        base.throughput?.mean ?? null,
        varied,
        (side) => side.throughput?.difference ?? null,
      ),
    ],
    charts: [],
    distributions: [],
    notes: [],
  }
}

function carriedCells(carries: FoundLoad | null): readonly Cell[] {
  const { mean = null, lower = null, upper = null } = carries?.capacity ?? {}
  return [mean ?? (carries ? 'none known' : null), mean === null ? '' : between(lower, upper)]
}

function cellsOf(now: number | null, side: VariedSide | null) {
  if (side === null) return [null, null, null, null]
  const { value, response: change, saturatedAtRps } = side
  const half = change?.upper == null || change.lower === null ? null : (change.upper - change.lower) / 2
  return [value, change === null || now === null ? null : now + change.difference, half, saturatedAtRps]
}

/** Bars from the present figure to what it is with another value, the longest first; none where nothing changes it. */
function tornado(
  title: string,
  unit: string,
  base: number | null,
  varied: readonly VariedProperty[],
  differenceOf: (side: VariedSide) => number | null,
): readonly Bars[] {
  if (base === null) return []
  const rows = varied
    .map((one) => {
      const sides = [one.low, one.high].map((side) => side && { side, difference: differenceOf(side) })
      const most = Math.max(...sides.map((one) => Math.abs(one?.difference ?? 0)))
      return { one, sides, most }
    })
    .filter(({ most }) => most > LEAST * base)
    .toSorted((one, other) => other.most - one.most)
    .slice(0, DRAWN)
  if (rows.length === 0) return []
  const ends = [base, ...rows.flatMap(({ sides }) => sides.map((one) => base + (one?.difference ?? 0)))]
  const [start, end] = [Math.min(...ends, base * (1 - SEEN)), Math.max(...ends, base * (1 + SEEN))]
  return [
    {
      title: `${title}: now ${formatNumber(base)} ${unit}, with other values`,
      kinds: KINDS,
      start,
      mark: base,
      end,
      rows: rows.map(({ one: { name, part, unit: own }, sides }) => ({
        name,
        depth: 0,
        part,
        segments: sides.flatMap((one, kind): readonly Segment[] => {
          const to = base + (one?.difference ?? 0)
          return to === base ? [] : [{ kind, from: Math.min(base, to), to: Math.max(base, to) }]
        }),
        text: sides
          .flatMap((one) => {
            if (one === null) return []
            const value = withUnit(formatNumber(one.side.value), own)
            const figure = one.difference === null ? 'not measured' : `${formatNumber(base + one.difference)}`
            return [`${value}: ${figure}`]
          })
          .join(' · '),
      })),
    },
  ]
}

/** The scale of the bars reaches so much of the figure to both sides at least, so that small changes look small. */
const SEEN = 0.1

/** A smaller share of the figure is no change to a reader. */
const LEAST = 0.001
