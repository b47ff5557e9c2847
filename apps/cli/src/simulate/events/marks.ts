import type { Mark } from '@plimsoll/event-engine'
import { seconds, table } from '../layout.ts'
import { formatNumber, formatShare } from '../quantities.ts'
import type { ReportView } from './report-view.ts'

const MOST_LINES = 8

const UNRECOVERED: Readonly<Record<NonNullable<Mark['unrecovered']>, string>> = {
  lasts: 'lasts to the end',
  overlap: 'overlaps with another',
  before: 'too little before it to compare with',
  after: 'too little after it to see a recovery',
  worse: 'not back to normal',
}

/** `outage of API`, `slow API × 3`, `load of 300 rps`. */
export function describeMark({ kind, of, value }: Mark, nameOf: ReportView['nameOf']): string {
  if (kind === 'load') return `load of ${formatNumber(value ?? 0)} rps`
  const name = of === null ? '' : of.by === 'zone' ? `group ${of.id}` : nameOf({ of: of.by, id: of.id })
  const details: Partial<Record<Mark['kind'], string>> = {
    outage: value === null ? '' : `, instance ${value}`,
    slow: ` × ${formatNumber(value ?? 1)}`,
    lose: `, ${formatShare(value ?? 0)} of the packets`,
  }
  return `${kind} of ${name}${details[kind] ?? ''}`
}

export const describeSpan = ({ fromMs, toMs }: Mark): string =>
  toMs === null ? `from ${seconds(fromMs)} on` : `${formatNumber(fromMs / 1000)} to ${seconds(toMs)}`

export function describeRecovery({ recoveryMs, unrecovered }: Mark): string {
  if (recoveryMs === null) return UNRECOVERED[unrecovered ?? 'worse']
  return recoveryMs === 0 ? 'back to normal at once' : `back to normal ${seconds(recoveryMs)} after its end`
}

/** What was set to happen and how long the system took to recover; and how often breakers opened. */
export function markLines({ report: { marks, replications }, nameOf }: ReportView): string {
  const opened = new Map<string, number>()
  for (const { of, id, to } of replications.flatMap(({ changes }) => changes))
    if (of === 'edge' && to === 'open') opened.set(id, (opened.get(id) ?? 0) + 1)
  const isCut = replications.some(({ changesLeftOut }) => changesLeftOut > 0)
  return table(
    [
      ...marks
        .slice(0, MOST_LINES)
        .map((mark) => [`  ${describeMark(mark, nameOf)}`, describeSpan(mark), describeRecovery(mark)]),
      ...[...opened]
        .slice(0, MOST_LINES)
        .map(([id, count]) => [
          `  breaker of ${nameOf({ of: 'edge', id })}`,
          '',
          `opens ${isCut ? 'at least ' : ''}${formatNumber(count / replications.length)} × a run`,
        ]),
    ],
    { shrink: 0 },
  )
}
