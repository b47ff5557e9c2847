import type { PartRef } from '@plimsoll/event-engine'
import type { Page, Table } from '@plimsoll/experiments'
import { Copy } from 'lucide-react'
import { memo } from 'react'
import { copyText } from '../../../../shared/ui/copy-text.ts'
import panelButton from '../../ui/panel-button.module.css'
import { BarsFigure } from './bars-figure.tsx'
import classes from './predict.module.css'
import { ChartFigure, CurvesFigure } from './report-figure.tsx'
import { ReportTable } from './report-table.tsx'
import { Sentences } from './sentences.tsx'

interface AnswerProps {
  readonly title: string
  readonly page: Page
  /** The line for the terminal that gives the same. */
  readonly command: string
  readonly isStale: boolean
  /** Whether it is how far the simulation came, and whether that goes on; null: it is all. */
  readonly soFar: 'going' | 'ended' | null
  readonly onPick: (part: PartRef) => void
}

/** What was asked beside the report, in sentences and tables. */
export const Answer = memo(function Answer({ title, page, command, isStale, soFar, onPick }: AnswerProps) {
  const { sentences, about, tables, charts, curves = [], bars = [], result } = page
  return (
    <section className={classes.verdict} data-result={result ?? undefined} aria-label={title}>
      <div className={classes.heading}>
        <h2>{title}</h2>
        <button
          type="button"
          className={`${panelButton.root} ${classes.copy}`}
          onClick={() => void copyText(command, `Copied: ${command}`)}
        >
          <Copy size={13} aria-hidden="true" /> Copy as command
        </button>
      </div>
      {isStale && <p className={classes.stale}>The design has changed since this was simulated.</p>}
      {soFar !== null && (
        <p className={classes.stale}>
          {soFar === 'going'
            ? 'The simulation goes on: this is how far it has come.'
            : 'It was stopped: this is how far it came.'}
        </p>
      )}
      <Sentences sentences={sentences} />
      <p className={classes.faint}>{about}</p>
      {bars.map((one) => (
        <BarsFigure key={one.title} bars={one} />
      ))}
      {curves.length + charts.length > 0 && (
        <div className={classes.figures}>
          {curves.map((one) => (
            <CurvesFigure key={one.title} curves={one} />
          ))}
          {charts.map((one) => (
            <ChartFigure key={one.title} chart={one} />
          ))}
        </div>
      )}
      {tables.filter(hasRows).map((table) => (
        <ReportTable key={table.title} table={table} onPick={onPick} />
      ))}
    </section>
  )
})

const hasRows = ({ rows }: Table): boolean => rows.length > 0
