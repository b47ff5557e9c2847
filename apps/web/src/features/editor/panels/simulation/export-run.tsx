import { Download } from 'lucide-react'
import { exportRun, exportRunLog, isLogExportable } from '../../run/export-run.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import panelButton from '../../ui/panel-button.module.css'
import classes from './export-run.module.css'

const BUTTONS = [
  ['Export CSV', 'csv'],
  ['Export JSON', 'json'],
] as const

const LOG_HINT = 'Seed, flow and edits of a Queueing run: plimsoll simulate --replay FILE runs it again'

/** Saves the run as a file; offered as soon as there is one. */
export function ExportRun() {
  const session = useEditorSession()
  const hasRun = useRun(({ snapshot }) => snapshot !== null)
  const hasLog = useRun(isLogExportable)
  return (
    <div className={classes.root}>
      {BUTTONS.map(([name, format]) => (
        <button
          key={format}
          type="button"
          className={`${panelButton.root} ${classes.button}`}
          disabled={!hasRun}
          onClick={() => exportRun(session, format)}
        >
          <Download size={14} aria-hidden="true" />
          {name}
        </button>
      ))}
      <button
        type="button"
        className={`${panelButton.root} ${classes.button}`}
        title={LOG_HINT}
        disabled={!hasLog}
        onClick={() => exportRunLog(session)}
      >
        <Download size={14} aria-hidden="true" />
        Export run log
      </button>
    </div>
  )
}
