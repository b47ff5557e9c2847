import { formatNumber, markRows } from '@plimsoll/experiments'
import { table } from '../layout.ts'
import type { ReportView } from './report-view.ts'

const MOST_LINES = 8

/** What was set to happen and how long the system took to recover; and how often breakers opened. */
export function markLines({ report, nameOf }: ReportView): string {
  const { replications } = report
  const opened = new Map<string, number>()
  for (const { of, id, to } of replications.flatMap(({ changes }) => changes))
    if (of === 'edge' && to === 'open') opened.set(id, (opened.get(id) ?? 0) + 1)
  const isCut = replications.some(({ changesLeftOut }) => changesLeftOut > 0)
  return table(
    [
      ...markRows(report, nameOf)
        .slice(0, MOST_LINES)
        .map(([what, ...others]) => [`  ${what}`, ...others]),
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
