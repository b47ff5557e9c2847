import { groupsOf } from '@plimsoll/flow'
import { selectionSize, useDiagram } from '../../../stores/diagram.ts'
import { announce } from '../announcer.tsx'
import { focusedElement } from '../canvas/focus.ts'
import { createLineWalk } from '../canvas/line-walk.ts'
import type { Command, CommandContext } from './command.ts'

export function selectCommands({ view, goToProperties }: CommandContext): Command[] {
  const lines = createLineWalk(view)
  return [
    {
      id: 'select-all',
      title: 'Select all',
      section: 'Select',
      keys: ['Mod+A'],
      scope: 'canvas',
      isAvailable: () => useDiagram.getState().flow.nodes.length > 0,
      run: selectAll,
    },
    {
      id: 'select-none',
      title: 'Let go of what is selected',
      section: 'Select',
      keys: ['Escape'],
      scope: 'canvas',
      isAvailable: () => selectionSize(useDiagram.getState()) > 0,
      run: lines.leave,
    },
    {
      id: 'properties',
      title: 'Go to the properties of what is selected',
      section: 'Select',
      keys: ['Enter'],
      scope: 'canvas',
      isAvailable: isFocusSelected,
      run: goToProperties,
    },
    {
      id: 'next-connection',
      title: 'Go to the component’s next connection',
      section: 'Select',
      keys: ['E'],
      scope: 'canvas',
      isAvailable: lines.canStep,
      run: lines.step,
    },
  ]
}

function selectAll(): void {
  const { flow, select } = useDiagram.getState()
  select({ nodes: flow.nodes.map(({ id }) => id), groups: groupsOf(flow).map(({ id }) => id) })
  announce(`${flow.nodes.length} components selected`)
}

/** Whether the card or line in focus is the one that is selected. */
function isFocusSelected(): boolean {
  const { nodes, edges } = useDiagram.getState().selection
  const id = focusedElement()
  return id !== undefined && nodes.length + edges.length === 1 && (nodes[0] ?? edges[0]) === id
}
