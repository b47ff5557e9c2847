import { isBoardEmpty } from '../../../../stores/board.ts'
import { selectionSize, useDiagram } from '../../../../stores/diagram.ts'
import { exportRun, isRunExportable, type RunFormat } from '../../run/export-run.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { clearBoard } from '../edit/edit-flow.ts'
import { chooseFile } from '../exchange/choose-file.ts'
import { exportJson, exportMermaid, exportPng, exportSvg } from '../exchange/exchange.ts'
import type { Command } from './command.ts'

type Export = readonly [id: string, title: string, run: () => Promise<void>]

const EXPORTS: readonly Export[] = [
  ['export-png', 'Export as PNG', () => exportPng('board')],
  ['export-svg', 'Export as SVG', () => exportSvg('board')],
  ['export-json', 'Export as JSON', exportJson],
  ['export-mermaid', 'Export as Mermaid', exportMermaid],
]

const EXPORTS_OF_SELECTION: readonly Export[] = [
  ['export-selection-png', 'Export selection as PNG', () => exportPng('selection')],
  ['export-selection-svg', 'Export selection as SVG', () => exportSvg('selection')],
]

const RUN_FORMATS: readonly (readonly [title: string, format: RunFormat])[] = [
  ['Export run as CSV', 'csv'],
  ['Export run as JSON', 'json'],
]

export function fileCommands(): Command[] {
  return [
    {
      id: 'save',
      title: 'Save …',
      section: 'File',
      keys: ['Mod+S'],
      scope: 'page',
      isAvailable: () => true,
      run: () => useDialogs.setState({ open: 'save' }),
    },
    {
      id: 'load',
      title: 'Load …',
      section: 'File',
      keys: ['Mod+O'],
      scope: 'page',
      isAvailable: () => true,
      run: () => useDialogs.setState({ open: 'load' }),
    },
    {
      id: 'import',
      title: 'Import …',
      section: 'File',
      keys: [],
      scope: 'page',
      isAvailable: () => true,
      run: chooseFile,
    },
    ...EXPORTS.map(exportCommand),
    ...EXPORTS_OF_SELECTION.map((entry) => ({
      ...exportCommand(entry),
      isAvailable: () => selectionSize(useDiagram.getState()) > 0,
    })),
    ...RUN_FORMATS.map(
      ([title, format]): Command => ({
        id: `export-run-${format}`,
        title,
        section: 'File',
        keys: [],
        scope: 'page',
        isAvailable: isRunExportable,
        run: () => exportRun(format),
      }),
    ),
    {
      id: 'clear',
      title: 'Clear Board',
      section: 'File',
      keys: [],
      scope: 'canvas',
      isAvailable: () => !isBoardEmpty(useDiagram.getState().flow),
      run: clearBoard,
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
