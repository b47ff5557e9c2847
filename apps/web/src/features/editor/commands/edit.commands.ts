import { selectionSize, useDiagram } from '../../../stores/diagram.ts'
import { announce } from '../announcer.tsx'
import { removeSelected } from '../board.ts'
import { clipboardCommands } from './clipboard.commands.ts'
import type { Command, CommandContext } from './command.ts'

export function editCommands(context: CommandContext): Command[] {
  const { region } = context
  /** What has the focus may be gone now: it must not fall out of the canvas. */
  const stayOnCanvas = () => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }
  return [
    {
      id: 'undo',
      title: 'Undo',
      section: 'Edit',
      keys: ['Mod+Z'],
      scope: 'editor',
      menus: ['canvas'],
      isAvailable: () => useDiagram.getState().past.length > 0,
      run: () => {
        useDiagram.getState().undo()
        announce('Undone')
        stayOnCanvas()
      },
    },
    {
      id: 'redo',
      title: 'Redo',
      section: 'Edit',
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      scope: 'editor',
      menus: ['canvas'],
      isAvailable: () => useDiagram.getState().future.length > 0,
      run: () => {
        useDiagram.getState().redo()
        announce('Redone')
        stayOnCanvas()
      },
    },
    ...clipboardCommands(context),
    {
      id: 'delete',
      title: 'Delete what is selected',
      section: 'Edit',
      keys: ['Delete', 'Backspace'],
      scope: 'canvas',
      isAvailable: () => selectionSize(useDiagram.getState()) > 0,
      run: () => {
        removeSelected()
        region.current?.focus({ preventScroll: true })
      },
    },
  ]
}
