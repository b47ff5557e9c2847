import type { EditMark } from '@plimsoll/simulation'
import { useState } from 'react'
import { useRun } from '../../../session/use-editor-session.ts'
import { comparedFigures } from '../common/compared-figures.ts'
import { Comparison, comparedRows } from '../common/comparison.tsx'
import section from '../common/section.module.css'
import classes from './edit-marks.module.css'
import { clockText, type Scale } from './scales.ts'

/** The edits of the run on its time axis; the one under the pointer, or with the focus, is shown with the ten seconds before and after. */
export function EditMarks({ time }: { time: Scale }) {
  const edits = useRun((run) => run.edits)
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = edits.find(({ atMs }) => atMs === pointed)
  if (edits.length === 0) return null
  return (
    <div className={classes.root}>
      {edits.map((mark) => {
        const show = () => setPointed(mark.atMs)
        const hide = () => setPointed(null)
        return (
          <button
            key={mark.atMs}
            type="button"
            className={classes.mark}
            aria-label={markText(mark)}
            style={{ left: `${(100 * mark.atMs) / 1000 / time.top}%` }}
            onPointerEnter={show}
            onPointerLeave={hide}
            onFocus={show}
            onBlur={hide}
            onClick={show}
          />
        )
      })}
      {shown && (
        <div className={classes.card} role="tooltip">
          <Comparison
            label="Ten seconds before and after"
            caption={markText(shown)}
            heads={['Ten seconds', 'before', shown.after ? 'after' : 'after, not over']}
            before={comparedFigures(shown.before)}
            after={shown.after && comparedFigures(shown.after)}
          />
        </div>
      )}
    </div>
  )
}

/** The same as text, for those who do not point. */
export function EditTable() {
  const edits = useRun((run) => run.edits)
  const [first] = edits
  if (first === undefined) return null
  const rows = comparedRows(comparedFigures(first.before))
  return (
    <details className={classes.details}>
      <summary className={section.more}>{edits.length === 1 ? '1 edit' : `${edits.length} edits`} as a table</summary>
      <table className={classes.table} aria-label="Edits of the run">
        <thead>
          <tr>
            <th scope="col">Edit</th>
            {rows.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {edits.map((mark) => (
            <tr key={mark.atMs}>
              <th scope="row">{markText(mark)}</th>
              {rows.map(({ name, read }) => (
                <td key={name} className="figure">
                  {read(comparedFigures(mark.before))} → {mark.after ? read(comparedFigures(mark.after)) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** "Server 2: instances 2 → 4, at 01:23". */
const markText = ({ words, atMs }: EditMark): string => `${words.join('; ')}, at ${clockText(atMs / 1000)}`
