import { type Cell, cellText, type Table } from '@plimsoll/experiments'
import { csvLine } from '@plimsoll/simulation'

/** Numbers as they are, without the thousands set apart. */
const plain = (cell: Cell): string | number => (typeof cell === 'number' ? cell : cell === null ? '' : cellText(cell))

export const toCsv = ({ head, rows }: Table): string =>
  [csvLine(head), ...rows.map((row) => csvLine(row.map(plain)))].join('')

export const toMarkdown = ({ head, rows }: Table): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
