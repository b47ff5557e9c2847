import { selectionSize, useDiagram } from '../../../../stores/diagram.ts'
import type { Command, CommandContext } from './command.ts'

export function viewCommands({ view }: CommandContext): Command[] {
  const always = { section: 'View', scope: 'canvas', isAvailable: () => true } as const
  return [
    { ...always, id: 'zoom-in', title: 'Zoom in', keys: ['+', '='], run: () => view.zoomIn() },
    { ...always, id: 'zoom-out', title: 'Zoom out', keys: ['-'], run: () => view.zoomOut() },
    { ...always, id: 'zoom-100', title: 'Zoom to 100 %', keys: ['Shift+0'], run: () => view.zoomTo(1) },
    {
      ...always,
      id: 'show-all',
      title: 'Show all',
      keys: ['0', 'Shift+1'],
      menus: ['canvas'],
      run: () => view.showAll({ eased: true }),
    },
    {
      ...always,
      id: 'show-selected',
      title: 'Zoom to what is selected',
      keys: ['Z', 'Shift+2'],
      menus: ['card', 'line', 'group'],
      isAvailable: () => selectionSize(useDiagram.getState()) > 0,
      run: () => view.showSelected(),
    },
  ]
}
