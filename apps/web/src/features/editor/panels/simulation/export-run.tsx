import { Download } from 'lucide-react'
import { exportRun } from '../../run/export-run.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import classes from './export-run.module.css'

const BUTTONS = [
  ['Export CSV', 'csv'],
  ['Export JSON', 'json'],
] as const

/** Saves the run as a file; offered as soon as there is one. */
export function ExportRun() {
  const session = useEditorSession()
  const hasRun = useRun(({ snapshot }) => snapshot !== null)
  return (
    <div className={classes.root}>
      {BUTTONS.map(([name, format]) => (
        <button
          key={format}
          type="button"
          className={classes.button}
          disabled={!hasRun}
          onClick={() => exportRun(session, format)}
        >
          <Download size={14} aria-hidden="true" />
          {name}
        </button>
      ))}
    </div>
  )
}
