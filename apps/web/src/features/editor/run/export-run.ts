import { type RunReport, runReport, toCsv, toJson } from '@plimsoll/live-engine'
import { fileName } from '../../../shared/files/file-name.ts'
import { saveFile } from '../../../shared/files/save-file.ts'
import { toast } from '../../../shared/ui/toast.ts'
import { headingOf } from '../../../stores/board.ts'
import type { WithRun } from './run.ts'

export type RunFormat = 'csv' | 'json'

const FORMATS: Readonly<Record<RunFormat, { readonly type: string; readonly write: (report: RunReport) => string }>> = {
  // By the mark at its beginning spreadsheets know the text as Unicode.
  csv: { type: 'text/csv', write: (report) => `\uFEFF${toCsv(report)}` },
  json: { type: 'application/json', write: toJson },
}

export const isRunExportable = (session: WithRun): boolean => session.run.store.getState().snapshot !== null

/** Saves the run as it is now as a file that goes by the flow's name, and says so. */
export function exportRun(session: WithRun, format: RunFormat): void {
  const { snapshot } = session.run.store.getState()
  if (snapshot === null) {
    toast.info('There is no run to export: press Start first.')
    return
  }
  const board = session.document.getState()
  const { name } = headingOf(board)
  const { type, write } = FORMATS[format]
  const report = runReport({ name, flow: board.flow, snapshot, history: session.run.history.getState().points })
  const file = fileName(`${[...name].slice(0, 70).join('')} run`, format)
  saveFile(new Blob([write(report)], { type }), file)
  toast.success(`Exported as ${file}`)
}
