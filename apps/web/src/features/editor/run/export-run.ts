import { type RunReport, runReport, toCsv, toJson } from '@plimsoll/live-engine'
import { fileName } from '../../../shared/files/file-name.ts'
import { saveFile } from '../../../shared/files/save-file.ts'
import { toast } from '../../../shared/ui/toast.ts'
import { headingOf } from '../../../stores/board.ts'
import type { ShownRun, WithRun } from './run.ts'

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
  save([write(report)], { type, file })
}

/** Whether the terminal can let the run happen again: one of Queueing in which something was to be simulated. */
export const isLogExportable = ({ snapshot }: ShownRun): boolean =>
  snapshot !== null && snapshot.engine === 'events' && snapshot.createdRequests > 0

/** Saves what repeats the run, as `plimsoll simulate --replay` reads it, and says so. */
export async function exportRunLog(session: WithRun): Promise<void> {
  const log = await session.run.log()
  if (log === null) {
    toast.info('There is no run to export: press Start first.')
    return
  }
  const { name } = headingOf(session.document.getState())
  const content = JSON.stringify({ format: 'plimsoll-run-log', version: 1, name, ...log })
  save([content], { type: 'application/json', file: fileName(`${[...name].slice(0, 66).join('')} run log`, 'json') })
}

function save(parts: BlobPart[], { type, file }: { readonly type: string; readonly file: string }): void {
  saveFile(new Blob(parts, { type }), file)
  toast.success(`Exported as ${file}`)
}
