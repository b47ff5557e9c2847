import { type FlowTemplate, type NodeType, nodeKind } from '@plimsoll/catalog'
import {
  connectionFault,
  createNode,
  type Ends,
  edgeId,
  type Flow,
  instantiateTemplate,
  nodeId,
  type Position,
} from '@plimsoll/flow'
import { toast } from '../../shared/ui/toast.ts'
import { showUndoToast } from '../../shared/ui/undo-toast.tsx'
import { isBoardEmpty } from '../../stores/board.ts'
import { selectionSize, useDiagram } from '../../stores/diagram.ts'
import type { Step } from '../../stores/history.ts'
import { announce } from './announcer.tsx'
import { piecesOf, shiftOf } from './arrange/pieces.ts'
import { cardName } from './canvas/graph.ts'
import { CARD } from './editor.config.ts'
import { onGrid } from './geometry.ts'
import { uniqueText } from './unique-text.ts'

/** What is read out when a frame goes. */
export const GROUP_REMOVED = 'Group removed, its components stay'

const REFUSALS = {
  self: 'A component cannot be connected to itself.',
  duplicate: 'These two are connected already.',
  missing: 'This component is no longer on the board.',
} as const

/** Adds a component with its upper left corner at the nearest point of the grid, selects it, and gives back its id. */
export function addComponent(type: NodeType, corner: Position): string {
  const id = nodeId(uniqueText())
  const { dispatch, select } = useDiagram.getState()
  dispatch({ type: 'add', node: createNode(type, { id, position: onGrid(corner) }) })
  select({ nodes: [id] })
  announce(`${nodeKind(type).label} added`)
  return id
}

/** Adds a template; its first layer begins at the point, its middle is level with it. Nothing is selected after that. */
export function addTemplate(template: FlowTemplate, at: Position): void {
  const { dispatch, select } = useDiagram.getState()
  const origin = onGrid({ x: at.x, y: at.y - CARD.height / 2 })
  dispatch({ type: 'insert', flow: instantiateTemplate(template, { origin, makeId: uniqueText }) })
  select({})
  announce(`${template.title} added`)
}

/** Draws a connection, or says why there is none. Gives back whether it was drawn. */
export function connect(ends: Ends): boolean {
  const { flow, dispatch } = useDiagram.getState()
  const fault = connectionFault(flow, ends)
  if (fault !== null) {
    toast.info(REFUSALS[fault])
    return false
  }
  dispatch({ type: 'connect', id: edgeId(ends, uniqueText()), ends })
  announce(`${nameIn(flow, ends.source)} connected to ${nameIn(flow, ends.target)}`)
  return true
}

/** Leads a connection to other ends, or says why not. */
export function reconnect(id: string, ends: Ends): void {
  const { flow, dispatch, select } = useDiagram.getState()
  const fault = connectionFault(flow, ends, id)
  if (fault !== null) return void toast.info(REFUSALS[fault])
  const newId = edgeId(ends, uniqueText())
  dispatch({ type: 'reconnect', id, newId, ends })
  if (useDiagram.getState().flow === flow) return
  select({ edges: [newId] })
  announce(`Now ${nameIn(flow, ends.source)} is connected to ${nameIn(flow, ends.target)}`)
}

/** Adds a component at the other end of a new connection, whose end lies at the point; selects it, and gives back its id. */
export function addConnected(
  type: NodeType,
  { from, isForward, at }: { from: string; isForward: boolean; at: Position },
): string {
  const id = nodeId(uniqueText())
  const ends = isForward ? { source: from, target: id } : { source: id, target: from }
  const corner = { x: isForward ? at.x : at.x - CARD.width, y: at.y - CARD.height / 2 }
  const { flow, dispatch, select } = useDiagram.getState()
  dispatch({
    type: 'several',
    changes: [
      { type: 'add', node: createNode(type, { id, position: onGrid(corner) }) },
      { type: 'connect', id: edgeId(ends, uniqueText()), ends },
    ],
  })
  select({ nodes: [id] })
  announce(`${nodeKind(type).label} added, connected ${isForward ? 'from' : 'to'} ${nameIn(flow, from)}`)
  return id
}

/** Removes what is selected, and the connections of selected components with them; what stands in a removed group stays. */
export function removeSelected(): void {
  const { selection, dispatch } = useDiagram.getState()
  const count = selectionSize({ selection })
  if (count === 0) return
  dispatch({ type: 'remove', ...selection })
  if (count === selection.groups.length) announce(count === 1 ? GROUP_REMOVED : `${count} groups removed`)
  else announce(count === 1 ? 'Removed' : `${count} removed`)
}

/** Clears at once, and offers to bring everything back. */
export function clearBoard(): void {
  const before = useDiagram.getState()
  if (isBoardEmpty(before.flow)) return
  before.clear()
  showUndoToast({ message: 'Board cleared', onUndo: () => before.restore(before) })
}

/**
 * Moves the selected components, and groups with what stands in them; moves that follow each other at once are one step. Gives back
 * whether there are any.
 */
export function moveSelected(by: Position): boolean {
  const { flow, selection, dispatch } = useDiagram.getState()
  const pieces = piecesOf(flow, selection)
  const [first] = pieces
  if (!first) return false
  dispatch(
    shiftOf(pieces, () => by),
    { step: nudgeStep() },
  )
  const [frame, card] = [first.groups[0], first.nodes[0]]
  const name = frame ? `Group: ${frame.label}` : card && cardName(card)
  announce(`${name} at ${first.rect.x + by.x}, ${first.rect.y + by.y}`)
  return true
}

const NUDGES_APART_MS = 1_000
let nudge: { step: Step; at: number } = { step: {}, at: Number.NEGATIVE_INFINITY }

function nudgeStep(): Step {
  const now = performance.now()
  nudge = { step: now - nudge.at < NUDGES_APART_MS ? nudge.step : {}, at: now }
  return nudge.step
}

const nameIn = (flow: Flow, id: string) => flow.nodes.find((node) => node.id === id)?.data.label
