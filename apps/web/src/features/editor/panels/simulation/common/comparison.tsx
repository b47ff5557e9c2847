import type { ReactNode } from 'react'
import { decimals, short } from '../../../../../shared/text/number-text.ts'
import type { ComparedFigures } from './compared-figures.ts'
import classes from './comparison.module.css'

type ComparisonProps = {
  label: string
  caption: string
  before: ComparedFigures
  /** Null: it is not known yet. */
  after: ComparedFigures | null
  /** What the columns hold, the first one the names of the figures. */
  heads: readonly [string, string, ReactNode]
}

/** The same figures of two stretches of ten seconds, side by side. */
export function Comparison({ label, caption, before, after, heads }: ComparisonProps) {
  return (
    <table className={classes.root} aria-label={label}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={index === 0 ? 'names' : index} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparedRows(before).map(({ name, read }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="figure">{read(before)}</td>
            <td className="figure">{after ? read(after) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ComparedRow {
  readonly name: string
  readonly read: (figures: ComparedFigures) => string
}

const ROWS: readonly ComparedRow[] = [
  { name: 'Completed', read: ({ rate }) => `${short(rate)} rps` },
  { name: 'p95', read: ({ p95 }) => (p95 === null ? '–' : `${short(p95)} ms`) },
  { name: 'Errors', read: ({ errors }) => `${decimals(errors, 2)} %` },
]
const WAITING: ComparedRow = { name: 'Waiting', read: ({ waiting }) => (waiting === null ? '–' : decimals(waiting, 0)) }

/** What is told of ten seconds: that of the engine that simulated them. */
export const comparedRows = ({ waiting }: ComparedFigures): readonly ComparedRow[] =>
  waiting === null ? ROWS : [...ROWS, WAITING]
