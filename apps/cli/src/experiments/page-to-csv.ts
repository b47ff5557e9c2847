import { cellText, type Page, type Table } from '@plimsoll/experiments'
import { csvLine } from '@plimsoll/simulation'

/** Each table with its heads, an empty line between two. Numbers have all of their digits. */
export const pageToCsv = ({ tables }: Page): string =>
  tables
    .filter(({ rows, isHeatMap }) => rows.length > 0 && !isHeatMap)
    .map(tableToCsv)
    .join('\r\n')
    .trimEnd()

const tableToCsv = ({ head, rows }: Table): string =>
  [
    head,
    ...rows.map((row) => row.map((cell) => (cell === null ? '' : typeof cell === 'number' ? cell : cellText(cell)))),
  ]
    .map(csvLine)
    .join('')
