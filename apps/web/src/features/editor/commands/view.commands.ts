import type { Command, CommandContext } from './command.ts'

export function viewCommands({ view }: CommandContext): Command[] {
  const always = { section: 'View', scope: 'canvas', isAvailable: () => true } as const
  return [
    { ...always, id: 'zoom-in', title: 'Zoom in', keys: ['+', '='], run: view.zoomIn },
    { ...always, id: 'zoom-out', title: 'Zoom out', keys: ['-'], run: view.zoomOut },
    { ...always, id: 'show-all', title: 'Show all', keys: ['0'], run: () => view.showAll({ eased: true }) },
  ]
}
