import { type Cell, cellText } from '@plimsoll/experiments'

/** By which column rows are sorted. */
export interface Order {
  readonly column: number
  readonly isRising: boolean
}

/** Rows in an order with their places in the table; those without a value come last. */
export function sortedRows(rows: readonly (readonly Cell[])[], order: Order | null) {
  const placed = rows.map((row, index) => ({ row, index }))
  if (order === null) return placed
  const { column, isRising } = order
  return placed.toSorted((one, other) => {
    const [a = null, b = null] = [one.row[column], other.row[column]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (isRising ? 1 : -1) * compare(a, b)
  })
}

function compare(one: NonNullable<Cell>, other: NonNullable<Cell>): number {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a !== null && b !== null) return a - b
  return cellText(one).localeCompare(cellText(other), 'en', { numeric: true })
}

function numberOf(cell: NonNullable<Cell>): number | null {
  if (typeof cell === 'number') return cell
  return typeof cell === 'object' ? (cell.share ?? cell.heat ?? null) : null
}
