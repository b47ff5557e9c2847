import type { FlowEdge } from '@plimsoll/flow'
import { selectionSize } from '../../../../stores/diagram.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { reconnectFrom } from '../../state/connect-picker.ts'
import { removeSelected } from '../edit/edit-flow.ts'
import { clipboardCommands } from './clipboard.commands.ts'
import type { Command, CommandContext } from './command.ts'

export function editCommands(context: CommandContext): Command[] {
  const { region, session } = context
  /** What has the focus may be gone now: it must not fall out of the canvas. */
  const stayOnCanvas = () => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }
  return [
    {
      id: 'undo',
      title: 'Undo',
      synonyms: ['take back', 'revert', 'step back'],
      section: 'Edit',
      keys: ['Mod+Z'],
      scope: 'editor',
      menus: ['canvas'],
      isAvailable: () => session.document.getState().past.length > 0,
      run: () => {
        session.document.getState().undo()
        announce(session, 'Undone')
        stayOnCanvas()
      },
    },
    {
      id: 'redo',
      title: 'Redo',
      synonyms: ['repeat', 'step forward'],
      section: 'Edit',
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      scope: 'editor',
      menus: ['canvas'],
      isAvailable: () => session.document.getState().future.length > 0,
      run: () => {
        session.document.getState().redo()
        announce(session, 'Redone')
        stayOnCanvas()
      },
    },
    ...clipboardCommands(context),
    ...RECONNECTED_ENDS.map(
      ({ isForward, ...command }): Command => ({
        ...command,
        section: 'Edit',
        keys: [],
        scope: 'canvas',
        menus: ['edge'],
        isAvailable: () => selectedEdge(session) !== undefined,
        run: () => {
          const edge = selectedEdge(session)
          if (edge) reconnectFrom(session, { id: edge.id, isForward }, isForward ? edge.source : edge.target)
        },
      }),
    ),
    {
      id: 'delete',
      title: 'Delete',
      synonyms: ['remove', 'erase', 'trash', 'bin'],
      isDestructive: true,
      section: 'Edit',
      keys: ['Delete', 'Backspace'],
      scope: 'canvas',
      isAvailable: () => selectionSize(session.document.getState()) > 0,
      run: () => {
        removeSelected(session)
        region.current?.focus({ preventScroll: true })
      },
    },
  ]
}

/** What a drag does where there is no pointer to drag with. */
const RECONNECTED_ENDS = [
  {
    id: 'reconnect-start',
    title: 'Reconnect start',
    synonyms: ['change source', 'lead its start', 'rewire', 'redirect'],
    isForward: false,
  },
  {
    id: 'reconnect-end',
    title: 'Reconnect end',
    synonyms: ['change target', 'lead its end', 'rewire', 'redirect'],
    isForward: true,
  },
] as const

/** The connection that is selected alone. */
function selectedEdge(session: EditorSession): FlowEdge | undefined {
  const { flow, selection } = session.document.getState()
  const [id] = selection.edges
  return selection.edges.length === 1 ? flow.edges.find((edge) => edge.id === id) : undefined
}
