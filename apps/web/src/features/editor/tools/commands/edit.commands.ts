import type { FlowEdge } from '@plimsoll/flow'
import { selectionSize, useDiagram } from '../../../../stores/diagram.ts'
import { announce } from '../../state/announcement.ts'
import { reconnectFrom } from '../../state/connect-picker.ts'
import { removeSelected } from '../edit/edit-flow.ts'
import { clipboardCommands } from './clipboard.commands.ts'
import type { Command, CommandContext } from './command.ts'

export function editCommands(context: CommandContext): Command[] {
  const { region } = context
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
      isAvailable: () => useDiagram.getState().past.length > 0,
      run: () => {
        useDiagram.getState().undo()
        announce('Undone')
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
      isAvailable: () => useDiagram.getState().future.length > 0,
      run: () => {
        useDiagram.getState().redo()
        announce('Redone')
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
        isAvailable: () => selectedEdge() !== undefined,
        run: () => {
          const edge = selectedEdge()
          if (edge) reconnectFrom({ id: edge.id, isForward }, isForward ? edge.source : edge.target)
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
      isAvailable: () => selectionSize(useDiagram.getState()) > 0,
      run: () => {
        removeSelected()
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
function selectedEdge(): FlowEdge | undefined {
  const { flow, selection } = useDiagram.getState()
  const [id] = selection.edges
  return selection.edges.length === 1 ? flow.edges.find((edge) => edge.id === id) : undefined
}
