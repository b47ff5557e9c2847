import { useDiagram } from '../../../stores/diagram.ts'
import { clearBoard } from '../board.ts'
import { useDialogs } from '../dialogs/dialogs-state.ts'
import { chooseFile } from '../exchange/choose-file.ts'
import { exportJson, exportMermaid, exportPng, exportSvg } from '../exchange/exchange.ts'
import type { Command } from './command.ts'

const EXPORTS: readonly (readonly [id: string, title: string, run: () => Promise<void>])[] = [
  ['export-png', 'Export as PNG', exportPng],
  ['export-svg', 'Export as SVG', exportSvg],
  ['export-json', 'Export as JSON', exportJson],
  ['export-mermaid', 'Export as Mermaid', exportMermaid],
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
    ...EXPORTS.map(
      ([id, title, run]): Command => ({
        id,
        title,
        section: 'File',
        keys: [],
        scope: 'page',
        menus: ['export'],
        isAvailable: () => true,
        run: () => void run(),
      }),
    ),
    {
      id: 'clear',
      title: 'Clear Board',
      section: 'File',
      keys: [],
      scope: 'canvas',
      isAvailable: () => useDiagram.getState().flow.nodes.length > 0,
      run: clearBoard,
    },
  ]
}
