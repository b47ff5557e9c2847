import { cellText, costSentence, costTable, printable } from '@plimsoll/experiments'
import { table, wrap } from '../layout.ts'
import type { ReportView } from './report-view.ts'

/** The cost in a sentence, and each part with its use, price and source. */
export function costLines({ report: { cost }, nameOf }: ReportView): string {
  if (!cost) return ''
  const { head, rows } = costTable(cost, nameOf)
  const cells = [head, ...rows.map((row) => row.map(cellText))].map((row) => row.map((text) => printable(text)))
  const indented = cells.map(([first = '', ...others]) => [`  ${first}`, ...others])
  return `${wrap(costSentence(cost), '  ')}\n${table(indented, { right: [1, 3, 4, 6], shrink: 0 })}`
}
