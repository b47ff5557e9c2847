import type { Growth } from '@plimsoll/event-engine'
import {
  type DesignReport,
  heading,
  namingOf,
  printable,
  responseTitle,
  sureness,
  warnings,
} from '@plimsoll/experiments'
import { wrap } from '../layout.ts'
import type { Paint } from '../paint.ts'
import { costLines } from './costs.ts'
import { markLines } from './marks.ts'
import { messageLines, messagesHeading } from './messages.ts'
import { failureLines, requestLines, responseLines, saturationLines, timeLines } from './sections.ts'
import { objectiveLines, verdict } from './verdict.ts'

/** The report as a page for a person: the verdict, percentiles, where the time goes, what saturates first, how sure that is. */
export function toText(report: DesignReport, { paint, growth }: { paint: Paint; growth: Growth | null }): string {
  const view = { report, paint, nameOf: namingOf(report) }
  const arrived = report.clients.reduce((sum, one) => sum + one.arrived, 0)
  const sections =
    arrived === 0
      ? []
      : [
          [responseTitle(report), responseLines(view)],
          ['Requests', requestLines(view)],
          ['What fails', failureLines(view)],
          [messagesHeading(report), messageLines(view)],
          ['Where the time goes', timeLines(view)],
          ['What saturates first', saturationLines(view)],
          ['Cost', costLines(view)],
          [report.marks.length > 0 ? 'Faults and changes of the load' : 'Circuit breakers', markLines(view)],
        ]
  return [
    paint.faint(
      heading(report)
        .map((line) => wrap(line))
        .join('\n'),
    ),
    verdict(view),
    objectiveLines(view),
    ...sections.map(([title = '', lines]) => (lines ? `${paint.heading(title)}\n${lines}` : '')),
    notes('How sure this is', sureness(report, growth)),
    notes('Warnings', warnings(report, view.nameOf), paint.unsure),
    notes(
      'Assumed',
      report.assumptions.length > 0 ? [`${report.assumptions.map(({ text }) => text).join('; ')}.`] : [],
      paint.faint,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

  function notes(title: string, texts: readonly string[], style = (text: string) => text): string {
    if (texts.length === 0) return ''
    return [paint.heading(title), ...texts.map((text) => style(wrap(printable(text), '  ')))].join('\n')
  }
}
