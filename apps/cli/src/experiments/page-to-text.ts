import { cellText, isNumeric, type Page, printable, type Table } from '@plimsoll/experiments'
import { table, wrap } from '../simulate/layout.ts'
import type { Paint } from '../simulate/paint.ts'

/** A name in a table that is too wide for a terminal whatever is cut: shorter ones would be alike. */
const NAME = 48

/** The page for a person at a terminal. */
export function pageToText({ title, about, sentences, tables }: Page, paint: Paint): string {
  return [
    paint.faint(
      [title, about]
        .filter((line) => line !== '')
        .map((line) => wrap(printable(line)))
        .join('\n'),
    ),
    sentences
      .map(({ text, tone }) => {
        const wrapped = wrap(printable(text), '  ')
        return tone === null ? wrapped : paint[tone](wrapped)
      })
      .join('\n'),
    ...tables.filter(({ rows }) => rows.length > 0).map((one) => section(one, paint)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function section({ title, head, rows }: Table, paint: Paint): string {
  const cells = [head, ...rows.map((row) => row.map(cellText))].map((row) => [
    '',
    ...row.map((text) => printable(text)),
  ])
  const right = head.flatMap((_, column) => (isNumeric(rows, column) ? [column + 1] : []))
  return `${paint.heading(title)}\n${table(cells, { right, shrink: 1, overlong: NAME })}`
}
