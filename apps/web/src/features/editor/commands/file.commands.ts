import { useDiagram } from '../../../stores/diagram.ts'
import { clearBoard } from '../board.ts'
import { useDialogs } from '../dialogs/dialogs-state.ts'
import type { Command } from './command.ts'

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
