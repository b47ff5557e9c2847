import { cellText, isNumeric, type Page, printable, type Table } from '@plimsoll/experiments'

const MARKS = { pass: '✅', fail: '❌', undecided: '❔' } as const

/** Rows of a table that a summary has room for. */
const MOST_ROWS = 10

/** The page as GitHub-flavoured Markdown, without its details and charts. */
export function toMarkdown({ title, about, result, sentences, tables, notes }: Page): string {
  return [
    `## ${result === null ? '' : `${MARKS[result]} `}${escapeText(title)}`,
    `_${escapeText(about)}_`,
    ...sentences.map(({ text }) => escapeText(text)),
    ...tables.filter(({ rows, isDetail }) => rows.length > 0 && !isDetail).map(section),
    ...notes.map((one) => [`### ${one.title}`, '', ...one.texts.map((text) => `- ${escapeText(text)}`)].join('\n')),
  ].join('\n\n')
}

function section({ title, head, rows }: Table): string {
  const left = rows.length - MOST_ROWS
  const lines = rows.slice(0, MOST_ROWS).map((row) =>
    row.map((cell) => {
      const mark = typeof cell === 'object' && cell?.result ? `${MARKS[cell.result]} ` : ''
      return mark + escapeText(cellText(cell))
    }),
  )
  const rule = head.map((_, column) => (isNumeric(rows, column) ? '---:' : '---'))
  const table = [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  return [`### ${title}`, '', ...table, ...(left > 0 ? ['', `and ${left} more`] : [])].join('\n')
}

/** Text that Markdown shows as it is, in one line. */
const escapeText = (text: string): string => printable(text).replace(/[\\`*_[\]<>|~#]|&(?=#?\w+;)/g, '\\$&')
