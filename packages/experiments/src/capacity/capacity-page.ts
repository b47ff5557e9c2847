import type { Estimate } from '@plimsoll/event-engine'
import type { Page } from '../words/page.ts'
import type { CapacityReport } from './capacity-report.ts'
import { kneeCurves } from './knee.ts'
import { otherFigures } from './other-figures.ts'

/** The answer as tables. */
export function pageOfCapacity(report: CapacityReport): Page {
  const { flow, clientLabel, objectives, points, refusal, sentence, seed } = report
  const isMet = meetsToday(report)
  const others = otherFigures(report)
  const isGoing = report.ended === 'going'
  /** It was ended before it was found: nothing is missed. */
  const isUnknown = report.ended === 'time' && refusal !== null
  return {
    title: `${flow.name}: how much it carries`,
    about: `load of ${clientLabel ?? 'all clients'} · ${objectives.join(', ')} · seeds from ${seed}`,
    result: isGoing ? null : isMet ? 'pass' : isUnknown ? 'undecided' : 'fail',
    sentences: [{ text: sentence, tone: isMet ? 'good' : refusal === null || isGoing || isUnknown ? 'unsure' : 'bad' }],
    tables: [
      {
        title: 'Loads',
        head: [
          ...['Load, rps', 'Objectives', 'p50, ms', 'p95, ms', 'p99, ms', 'Completed, rps', 'Failed, %'],
          ...others.map(({ name, unit }) => `${name}, ${unit}`),
        ],
        rows: points.map((point) => {
          const { rps, verdict, met = verdict, isSteady, p50, p95, p99, goodput, errorRate } = point
          return [
            rps,
            { text: isSteady ? WORDS[met] : 'no steady state', result: met },
            ...[p50, p95, p99, goodput, errorRate, ...others.map(({ of }) => of(point))].map(meanOf),
          ]
        }),
      },
    ],
    charts: [],
    curves: kneeCurves(report),
    distributions: [],
    notes: [],
  }
}

/** Whether the load of today is one that was seen to meet all objectives. */
export const meetsToday = ({ capacityRps, todayRps, refusal, points }: CapacityReport): boolean =>
  refusal === null &&
  (capacityRps?.lower ?? 0) >= todayRps &&
  points.every(({ rps, verdict, met = verdict }) => rps !== todayRps || met === 'pass')

const WORDS = { pass: 'met', fail: 'missed', undecided: 'undecided' } as const
const meanOf = (estimate: Estimate): number | null => estimate?.mean ?? null
