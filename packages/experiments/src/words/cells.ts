import { formatNumber } from './numbers.ts'
import type { Cell } from './page.ts'

/** A cell as plain text; a dash stands for what could not be measured. */
export function cellText(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'number') return formatNumber(cell)
  return typeof cell === 'string' ? cell : cell.text
}

/** Columns that hold numbers stand at their right edge, and those whose numbers could not be measured. */
export const isNumeric = (rows: readonly (readonly Cell[])[], column: number): boolean =>
  rows.every((row) => row[column] === null || typeof row[column] === 'number')
