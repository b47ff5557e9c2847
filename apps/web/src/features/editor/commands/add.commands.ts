import { useDiagram } from '../../../stores/diagram.ts'
import { focusedCard } from '../canvas/focus.ts'
import { connectFrom } from '../connect/connecting.ts'
import type { Command, CommandContext } from './command.ts'

export function addCommands({ goToPalette }: CommandContext): Command[] {
  return [
    {
      id: 'add',
      title: 'Add a component',
      section: 'Add',
      keys: ['A'],
      scope: 'canvas',
      isAvailable: () => true,
      run: goToPalette,
    },
    {
      id: 'connect',
      title: 'Connect to another component',
      section: 'Add',
      keys: ['C'],
      scope: 'canvas',
      isAvailable: () => subject() !== undefined,
      run: () => connectFrom(subject() ?? null),
    },
  ]
}

/** The card that a key is about: the one in focus, else the one selected alone. */
function subject(): string | undefined {
  const { nodes } = useDiagram.getState().selection
  return focusedCard() ?? (nodes.length === 1 ? nodes[0] : undefined)
}
