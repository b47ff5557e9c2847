import type { PartRef } from '@plimsoll/event-engine'
import { type Cell, cellText, isNumeric, type Table } from '@plimsoll/experiments'
import { ArrowDown, ArrowUp, Copy } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { copyText } from '../../../../shared/ui/copy-text.ts'
import panelButton from '../../ui/panel-button.module.css'
import classes from './predict.module.css'
import { type Order, sortedRows } from './sorted-rows.ts'
import { toCsv, toMarkdown } from './table-text.ts'

/** A table of the report: sorted by the head that is pressed, copied as CSV or Markdown. */
export function ReportTable({ table, onPick }: { table: Table; onPick?: (part: PartRef) => void }) {
  const [order, setOrder] = useState<Order | null>(null)
  const { title, head, rows, parts } = table
  const numeric = head.map((_, column) => isNumeric(rows, column))
  const sort = (column: number) =>
    setOrder((before) =>
      before?.column === column ? { column, isRising: !before.isRising } : { column, isRising: false },
    )
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.heading}>
        <h3>{title}</h3>
        <CopyButton name="CSV" of={title} write={() => toCsv(table)} />
        <CopyButton name="Markdown" of={title} write={() => toMarkdown(table)} />
      </div>
      <div className={classes.scroll}>
        <table className={classes.table} data-heat-map={table.isHeatMap}>
          <thead>
            <tr>
              {head.map((name, column) => {
                const direction = order?.column === column ? (order.isRising ? 'ascending' : 'descending') : undefined
                return (
                  <th key={name} scope="col" aria-sort={direction} data-number={numeric[column] || undefined}>
                    <button type="button" className={classes.sort} onClick={() => sort(column)}>
                      {name}
                      {direction === 'ascending' && <ArrowUp size={12} aria-hidden="true" />}
                      {direction === 'descending' && <ArrowDown size={12} aria-hidden="true" />}
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {sortedRows(rows, order).map(({ row, index }) => (
              <Row key={index} {...{ head, row, numeric }} part={parts?.[index] ?? null} onPick={onPick} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface RowProps {
  readonly head: readonly string[]
  readonly row: readonly Cell[]
  readonly numeric: readonly boolean[]
  readonly part: PartRef | null
  readonly onPick: ((part: PartRef) => void) | undefined
}

/** A text of at most so many letters is not broken over lines. */
const SHORT = 10

/** On its own, so that a long table can be drawn in pieces. */
const Row = ({ head, row, numeric, part, onPick }: RowProps) => (
  <tr>
    {row.map((cell, column) => {
      const text = cellText(cell)
      const name = head[column]
      if (column === 0)
        return (
          <th key={name} scope="row" data-number={numeric[0] || undefined}>
            {onPick && part ? (
              <button type="button" className={classes.pick} onClick={() => onPick(part)}>
                {text}
              </button>
            ) : (
              text
            )}
          </th>
        )
      const { share, heat, result } = typeof cell === 'object' && cell !== null ? cell : {}
      return (
        <td
          key={name}
          data-number={numeric[column] || undefined}
          data-result={result}
          data-short={text.length <= SHORT || undefined}
          style={shading({ share, heat })}
          data-share={share !== undefined || undefined}
          data-heat={heat !== undefined || undefined}
        >
          {text}
        </td>
      )
    })}
  </tr>
)

/** The darkest leaves its text legible. */
const DARKEST = 45

function shading({
  share,
  heat,
}: {
  share?: number | undefined
  heat?: number | undefined
}): CSSProperties | undefined {
  if (share !== undefined) return { '--share': `${100 * Math.min(1, share)}%` } as CSSProperties
  return heat === undefined ? undefined : ({ '--heat': `${Math.round(DARKEST * heat)}%` } as CSSProperties)
}

function CopyButton({ name, of, write }: { name: string; of: string; write: () => string }) {
  const copy = () => copyText(write(), `${of} is copied as ${name}.`)
  return (
    <button
      type="button"
      className={`${panelButton.root} ${classes.copy}`}
      aria-label={`Copy ${of} as ${name}`}
      onClick={() => void copy()}
    >
      <Copy size={13} aria-hidden="true" />
      {name}
    </button>
  )
}
