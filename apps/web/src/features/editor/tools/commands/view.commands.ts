import { selectionSize } from '../../../../stores/diagram.ts'
import type { Command, CommandContext } from './command.ts'

export function viewCommands({ session, viewport }: CommandContext): Command[] {
  const always = { section: 'View', scope: 'canvas', isAvailable: () => true } as const
  return [
    {
      ...always,
      id: 'zoom-in',
      title: 'Zoom in',
      synonyms: ['enlarge', 'magnify', 'closer'],
      keys: ['+', '='],
      run: () => viewport.zoomIn(),
    },
    {
      ...always,
      id: 'zoom-out',
      title: 'Zoom out',
      synonyms: ['shrink', 'farther'],
      keys: ['-'],
      run: () => viewport.zoomOut(),
    },
    {
      ...always,
      id: 'zoom-100',
      title: 'Zoom to 100 %',
      synonyms: ['actual size', 'original size', 'reset zoom'],
      keys: ['Shift+0'],
      run: () => viewport.zoomTo(1),
    },
    {
      ...always,
      id: 'fit-view',
      title: 'Fit view',
      synonyms: ['zoom to fit', 'show all', 'overview', 'whole board', 'centre'],
      keys: ['0', 'Shift+1'],
      menus: ['canvas'],
      run: () => viewport.fitView({ eased: true }),
    },
    {
      ...always,
      id: 'zoom-to-selection',
      title: 'Zoom to selection',
      synonyms: ['fit selection', 'focus', 'show selected'],
      keys: ['Z', 'Shift+2'],
      menus: ['node', 'edge', 'group'],
      isAvailable: () => selectionSize(session.document.getState()) > 0,
      run: () => viewport.fitSelection(),
    },
  ]
}
