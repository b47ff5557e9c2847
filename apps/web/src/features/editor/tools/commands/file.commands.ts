import { isBoardEmpty } from '../../../../stores/board.ts'
import { selectionSize } from '../../../../stores/diagram.ts'
import { exportRun, isRunExportable, type RunFormat } from '../../run/export-run.ts'
import { clearDocument } from '../edit/edit-flow.ts'
import { chooseFile } from '../exchange/choose-file.ts'
import { exportJson, exportMermaid } from '../exchange/exchange.ts'
import type { Command, CommandContext } from './command.ts'

type Export = readonly [id: string, title: string, run: () => Promise<void>]

const RUN_FORMATS: readonly (readonly [title: string, format: RunFormat])[] = [
  ['Export run as CSV', 'csv'],
  ['Export run as JSON', 'json'],
]

export function fileCommands({ session, exportPicture }: CommandContext): Command[] {
  const exports: readonly Export[] = [
    ['export-png', 'Export as PNG', () => exportPicture('png', 'board')],
    ['export-svg', 'Export as SVG', () => exportPicture('svg', 'board')],
    ['export-json', 'Export as JSON', () => exportJson(session)],
    ['export-mermaid', 'Export as Mermaid', () => exportMermaid(session)],
  ]
  const exportsOfSelection: readonly Export[] = [
    ['export-selection-png', 'Export selection as PNG', () => exportPicture('png', 'selection')],
    ['export-selection-svg', 'Export selection as SVG', () => exportPicture('svg', 'selection')],
  ]
  return [
    {
      id: 'save',
      title: 'Save …',
      section: 'File',
      keys: ['Mod+S'],
      scope: 'page',
      isAvailable: () => true,
      run: () => session.dialogs.setState({ open: 'save' }),
    },
    {
      id: 'load',
      title: 'Load …',
      section: 'File',
      keys: ['Mod+O'],
      scope: 'page',
      isAvailable: () => true,
      run: () => session.dialogs.setState({ open: 'load' }),
    },
    {
      id: 'import',
      title: 'Import …',
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => true,
      run: () => chooseFile(session),
    },
    ...exports.map(exportCommand),
    ...exportsOfSelection.map((entry) => ({
      ...exportCommand(entry),
      isAvailable: () => selectionSize(session.document.getState()) > 0,
    })),
    ...RUN_FORMATS.map(
      ([title, format]): Command => ({
        id: `export-run-${format}`,
        title,
        section: 'File',
        keys: [],
        scope: 'page',
        isAvailable: () => isRunExportable(session),
        run: () => exportRun(session, format),
      }),
    ),
    {
      id: 'clear',
      title: 'Clear Board',
      section: 'File',
      keys: [],
      scope: 'canvas',
      isAvailable: () => !isBoardEmpty(session.document.getState().flow),
      run: () => clearDocument(session),
    },
  ]
}

const exportCommand = ([id, title, run]: Export): Command => ({
  id,
  title,
  section: 'File',
  keys: [],
  scope: 'page',
  menus: ['export'],
  isAvailable: () => true,
  run: () => void run(),
})
