import type { Estimate, VerdictResult } from '@plimsoll/event-engine'
import type { Page } from '../words/page.ts'
import type { CapacityReport } from './capacity-report.ts'
import { kneeCurves } from './knee.ts'
import { otherFigures } from './other-figures.ts'

/** The answer as tables. */
export function pageOfCapacity(report: CapacityReport): Page {
  const { flow, clientLabel, objectives, points, sentence, seed } = report
  const others = otherFigures(report)
  const result = report.ended === 'going' ? null : resultOf(report)
  return {
    title: `${flow.name}: how much it carries`,
    about: `load of ${clientLabel ?? 'all clients'} · ${objectives.join(', ')} · seeds from ${seed}`,
    result,
    sentences: [{ text: sentence, tone: result === null ? 'unsure' : TONES[result] }],
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

/** Whether the load of today meets all objectives, and it is known to what load that holds or that none was found to miss them. */
function resultOf(report: CapacityReport): VerdictResult {
  const { lower = null, upper = null } = report.capacityRps ?? {}
  const isOpen =
    upper === null && report.points.some(({ rps, verdict }) => verdict === 'undecided' && rps > (lower ?? 0))
  const today = todayResult(report)
  return isOpen && today === 'pass' ? 'undecided' : today
}

/** Whether the load of today meets all objectives: it does not where less load misses one. */
export function todayResult({ capacityRps, todayRps, refusal, points }: CapacityReport): VerdictResult {
  const today = points.find(({ rps }) => rps === todayRps)
  const result = today?.met ?? today?.verdict
  if (result === 'fail' || points.some(({ rps, verdict }) => rps <= todayRps && verdict === 'fail')) return 'fail'
  const isCarried = refusal === null && (capacityRps?.lower ?? 0) >= todayRps
  return isCarried && result !== 'undecided' ? 'pass' : 'undecided'
}

const TONES = { pass: 'good', fail: 'bad', undecided: 'unsure' } as const
const WORDS = { pass: 'met', fail: 'missed', undecided: 'undecided' } as const
const meanOf = (estimate: Estimate): number | null => estimate?.mean ?? null
