import { isBoardEmpty } from '../../../../stores/board.ts'
import { selectionSize } from '../../../../stores/diagram.ts'
import { connectedWith, type Elements, edgesOf, inverted, ofSameKind } from '../../core/selection/related.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { focusedElement } from '../../ui/focus.ts'
import { createEdgeWalk } from '../selection/edge-walk.ts'
import type { Command, CommandContext } from './command.ts'

export function selectCommands({ session, viewport, goToProperties }: CommandContext): Command[] {
  const walk = createEdgeWalk(session, viewport)
  const shared = { section: 'Select', scope: 'canvas' } as const
  const hasNodes = () => session.document.getState().selection.nodes.length > 0
  const hasNodesOrEdges = () => hasNodes() || session.document.getState().selection.edges.length > 0
  return [
    {
      ...shared,
      id: 'select-all',
      title: 'Select all',
      keys: ['Mod+A'],
      menus: ['canvas'],
      isAvailable: () => !isBoardEmpty(session.document.getState().flow),
      run: () => choose(session, inverted, { nodes: [], edges: [], groups: [] }),
    },
    {
      ...shared,
      id: 'select-none',
      title: 'Let go of what is selected',
      keys: ['Escape'],
      menus: [],
      // Also with nothing selected: left to itself, the canvas library would select what has the focus.
      isAvailable: () => selectionSize(session.document.getState()) > 0 || focusedElement() !== undefined,
      run: walk.leave,
    },
    {
      ...shared,
      id: 'select-others',
      title: 'Select all others instead',
      keys: ['Shift+I'],
      menus: ['canvas', 'node', 'group'],
      isAvailable: () => selectionSize(session.document.getState()) > 0,
      run: () => choose(session, inverted),
    },
    {
      ...shared,
      id: 'select-connected',
      title: 'Select what is connected, too',
      keys: ['Shift+C'],
      isAvailable: hasNodesOrEdges,
      run: () => choose(session, connectedWith),
    },
    {
      ...shared,
      id: 'select-same-kind',
      title: 'Select all of the same kind',
      keys: ['Shift+K'],
      isAvailable: hasNodesOrEdges,
      run: () => choose(session, ofSameKind),
    },
    {
      ...shared,
      id: 'select-lines',
      title: 'Select its connections',
      keys: ['Shift+L'],
      isAvailable: () => hasNodes() && edgesOf(session.document.getState()).edges.length > 0,
      run: () => choose(session, edgesOf),
    },
    {
      ...shared,
      id: 'properties',
      title: 'Go to the properties of what is selected',
      keys: ['Enter'],
      isAvailable: () => isFocusSelected(session),
      run: goToProperties,
    },
    {
      ...shared,
      id: 'next-connection',
      title: 'Go to the component’s next connection',
      keys: ['E'],
      menus: [],
      isAvailable: walk.canStep,
      run: walk.step,
    },
  ]
}

/** Selects what follows from the selection. */
function choose(
  session: EditorSession,
  from: (state: Elements) => Elements['selection'],
  selection?: Elements['selection'],
): void {
  const state = session.document.getState()
  state.select(from(selection ? { ...state, selection } : state))
  const { nodes, edges, groups } = session.document.getState().selection
  const what = edges.length > 0 ? 'connections' : 'components'
  announce(
    session,
    `${nodes.length + edges.length} ${what} selected${groups.length > 0 ? `, ${groups.length} groups` : ''}`,
  )
}

/** Whether the node or edge in focus is the one that is selected. */
function isFocusSelected(session: EditorSession): boolean {
  const { nodes, edges } = session.document.getState().selection
  const id = focusedElement()
  return id !== undefined && nodes.length + edges.length === 1 && (nodes[0] ?? edges[0]) === id
}
