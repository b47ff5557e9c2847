import { selectionSize } from '../../../../stores/diagram.ts'
import type { Command, CommandContext } from './command.ts'

export function viewCommands({ session, viewport }: CommandContext): Command[] {
  const always = { section: 'View', scope: 'canvas', isAvailable: () => true } as const
  return [
    { ...always, id: 'zoom-in', title: 'Zoom in', keys: ['+', '='], run: () => viewport.zoomIn() },
    { ...always, id: 'zoom-out', title: 'Zoom out', keys: ['-'], run: () => viewport.zoomOut() },
    { ...always, id: 'zoom-100', title: 'Zoom to 100 %', keys: ['Shift+0'], run: () => viewport.zoomTo(1) },
    {
      ...always,
      id: 'show-all',
      title: 'Show all',
      keys: ['0', 'Shift+1'],
      menus: ['canvas'],
      run: () => viewport.fitView({ eased: true }),
    },
    {
      ...always,
      id: 'show-selected',
      title: 'Zoom to what is selected',
      keys: ['Z', 'Shift+2'],
      menus: ['node', 'edge', 'group'],
      isAvailable: () => selectionSize(session.document.getState()) > 0,
      run: () => viewport.fitSelection(),
    },
  ]
}
