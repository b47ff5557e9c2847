import { EDGE_TYPES, edgeKind, hasSpecificProperties } from '@plimsoll/catalog'
import type { EditorSession } from '../../session/editor-session.ts'
import { changeKind } from '../edit/edit-flow.ts'
import type { Command, CommandContext } from './command.ts'

/** Changes the kind of the selected connections; the menu leads to the field of the bar, which lists the kinds. */
export function kindCommands({ session, region }: CommandContext): Command[] {
  const kinds = EDGE_TYPES.filter(hasSpecificProperties)
  return [
    {
      id: 'change-kind',
      title: 'Change kind…',
      synonyms: ['connection kind', 'edge kind', 'protocol'],
      section: 'Edit',
      keys: [],
      scope: 'canvas',
      menus: ['edge'],
      isAvailable: () => session.document.getState().selection.edges.length > 0,
      run: () => openKinds(region.current),
    },
    ...kinds.map((type): Command => {
      const { label } = edgeKind(type)
      return {
        id: `kind-${type}`,
        title: `Change kind to ${label}`,
        synonyms: [`${label.toLowerCase()} connection`, 'protocol'],
        section: 'Edit',
        keys: [],
        scope: 'canvas',
        menus: [],
        isAvailable: () => selectedEdges(session).some((edge) => edge.type !== type),
        run: () => changeKind(session, type),
      }
    }),
  ]
}

function openKinds(region: HTMLElement | null): void {
  const field = region?.querySelector<HTMLSelectElement>('[data-kinds]')
  field?.focus()
  try {
    field?.showPicker()
  } catch {
    // Only right after a press or a key; the field has the focus anyway.
  }
}

function selectedEdges(session: EditorSession) {
  const { flow, selection } = session.document.getState()
  const ids = new Set(selection.edges)
  return flow.edges.filter(({ id }) => ids.has(id))
}
