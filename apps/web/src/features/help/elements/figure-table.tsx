import type { ReactNode } from 'react'
import classes from './figure-table.module.css'

interface FigureTableProps {
  /** What the table shows, said above it. */
  readonly caption: string
  readonly heads: readonly string[]
  /** Cells in the order of the heads; the first of a row names it. */
  readonly rows: readonly (readonly ReactNode[])[]
}

/** Measured figures, right-aligned under what they are. */
export function FigureTable({ caption, heads, rows }: FigureTableProps) {
  return (
    <table className={`figure ${classes.root}`}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
