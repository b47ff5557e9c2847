import { NODE_KINDS, TEMPLATES } from '@plimsoll/catalog'
import { useDiagram } from '../../../stores/diagram.ts'
import { focusedCard } from '../canvas/focus.ts'
import { connectFrom } from '../connect/connecting.ts'
import type { Command, CommandContext } from './command.ts'

export function addCommands({ add, goToPalette }: CommandContext): Command[] {
  return [
    {
      id: 'add',
      title: 'Add a component',
      section: 'Add',
      keys: ['A'],
      scope: 'canvas',
      menus: [],
      isAvailable: () => true,
      run: goToPalette,
    },
    {
      id: 'connect',
      title: 'Connect to another component',
      section: 'Add',
      keys: ['C'],
      scope: 'canvas',
      menus: ['card'],
      isAvailable: () => subject() !== undefined,
      run: () => connectFrom(subject() ?? null),
    },
    ...Object.values(NODE_KINDS).map(
      ({ type, label }): Command => ({
        id: `add-${type}`,
        title: `Add ${label}`,
        section: 'Add',
        keys: [],
        scope: 'canvas',
        isAvailable: () => true,
        run: (at) => add.component(type, at),
      }),
    ),
    ...TEMPLATES.map(
      (template): Command => ({
        id: `add-${template.id}`,
        title: `Add ${template.title}`,
        section: 'Add',
        keys: [],
        scope: 'canvas',
        menus: [],
        isAvailable: () => true,
        run: () => add.template(template),
      }),
    ),
  ]
}

/** The card that a key is about: the one in focus, else the one selected alone. */
function subject(): string | undefined {
  const { nodes } = useDiagram.getState().selection
  return focusedCard() ?? (nodes.length === 1 ? nodes[0] : undefined)
}
