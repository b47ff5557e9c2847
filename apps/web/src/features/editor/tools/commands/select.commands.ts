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
      synonyms: ['everything'],
      keys: ['Mod+A'],
      menus: ['canvas'],
      isAvailable: () => !isBoardEmpty(session.document.getState().flow),
      run: () => choose(session, inverted, { nodes: [], edges: [], groups: [] }),
    },
    {
      ...shared,
      id: 'deselect',
      title: 'Deselect',
      synonyms: ['unselect', 'clear selection', 'select none', 'let go of what is selected'],
      keys: ['Escape'],
      menus: [],
      // Also with nothing selected: left to itself, the canvas library would select what has the focus.
      isAvailable: () => selectionSize(session.document.getState()) > 0 || focusedElement() !== undefined,
      run: walk.leave,
    },
    {
      ...shared,
      id: 'invert-selection',
      title: 'Invert selection',
      synonyms: ['inverse', 'select all others instead', 'reverse selection'],
      keys: ['Shift+I'],
      menus: ['canvas', 'node', 'group'],
      isAvailable: () => selectionSize(session.document.getState()) > 0,
      run: () => choose(session, inverted),
    },
    {
      ...shared,
      id: 'select-connected',
      title: 'Select connected',
      synonyms: ['neighbours', 'expand selection', 'grow selection', 'linked'],
      keys: ['Shift+C'],
      isAvailable: hasNodesOrEdges,
      run: () => choose(session, connectedWith),
    },
    {
      ...shared,
      id: 'select-same-kind',
      title: 'Select same kind',
      synonyms: ['similar', 'same type', 'alike'],
      keys: ['Shift+K'],
      isAvailable: hasNodesOrEdges,
      run: () => choose(session, ofSameKind),
    },
    {
      ...shared,
      id: 'select-connections',
      title: 'Select connections',
      synonyms: ['edges', 'links', 'lines'],
      keys: ['Shift+L'],
      isAvailable: () => hasNodes() && edgesOf(session.document.getState()).edges.length > 0,
      run: () => choose(session, edgesOf),
    },
    {
      ...shared,
      id: 'properties',
      title: 'Edit properties',
      synonyms: ['settings', 'inspect', 'configure', 'rename label', 'go to properties'],
      keys: ['Enter'],
      isAvailable: () => isFocusSelected(session),
      run: goToProperties,
    },
    {
      ...shared,
      id: 'next-connection',
      title: 'Next connection',
      synonyms: ['cycle connections', 'go to connection', 'next edge'],
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
