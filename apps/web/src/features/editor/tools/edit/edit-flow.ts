import { defaultEdgeType, type FlowTemplate, type NodeType, nodeKind } from '@plimsoll/catalog'
import {
  connectionFault,
  createEdge,
  createNode,
  type Ends,
  edgeId,
  FLOW_LIMITS,
  type Flow,
  instantiateTemplate,
  nodeId,
  type Position,
} from '@plimsoll/flow'
import { uniqueText } from '../../../../shared/text/unique-text.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import { showUndoToast } from '../../../../shared/ui/undo-toast.tsx'
import { isBoardEmpty } from '../../../../stores/board.ts'
import { selectionSize, useDiagram } from '../../../../stores/diagram.ts'
import type { Step } from '../../../../stores/history.ts'
import { blocksOf, shiftOf } from '../../core/blocks.ts'
import { NODE } from '../../core/editor.config.ts'
import { onGrid } from '../../core/geometry.ts'
import { nodeName } from '../../scene/graph.ts'
import { announce } from '../../state/announcement.ts'

/** What is read out when a frame goes. */
export const GROUP_REMOVED = 'Group removed, its components stay'

const REFUSALS = {
  self: 'A component cannot be connected to itself.',
  duplicate: 'These two are connected already.',
  missing: 'This component is no longer on the board.',
} as const

const NO_ROOM = `There is no room for it: a board holds at most ${FLOW_LIMITS.nodes.toLocaleString('en-US')} components, ${FLOW_LIMITS.edges.toLocaleString('en-US')} connections and ${FLOW_LIMITS.groups.toLocaleString('en-US')} groups.`

/** Adds to the document, or says that there is no room. Gives back whether it was added. */
export function addToFlow(added: Flow): boolean {
  const { flow, dispatch } = useDiagram.getState()
  dispatch({ type: 'insert', flow: added })
  const isAdded = useDiagram.getState().flow !== flow
  if (!isAdded) toast.error(NO_ROOM)
  return isAdded
}

/**
 * Adds a component with its upper left corner at the nearest point of the grid, selects it, and gives back its id; null where there is
 * no room.
 */
export function addComponent(type: NodeType, corner: Position): string | null {
  const id = nodeId(uniqueText())
  if (!addToFlow({ nodes: [createNode(type, { id, position: onGrid(corner) })], edges: [] })) return null
  useDiagram.getState().select({ nodes: [id] })
  announce(`${nodeKind(type).label} added`)
  return id
}

/**
 * Adds a template; its first layer begins at the point, its middle is level with it. Nothing is selected after that. Gives back whether
 * it was added.
 */
export function addTemplate(template: FlowTemplate, at: Position): boolean {
  const origin = onGrid({ x: at.x, y: at.y - NODE.height / 2 })
  if (!addToFlow(instantiateTemplate(template, { origin, makeId: uniqueText }))) return false
  useDiagram.getState().select({})
  announce(`${template.title} added`)
  return true
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
  if (useDiagram.getState().flow === flow) {
    toast.error(NO_ROOM)
    return false
  }
  announce(`${nameIn(flow, ends.source)} connected to ${nameIn(flow, ends.target)}`)
  return true
}

/** Leads a connection to other ends and gives back the id that it has then; null where it says why not, or is there already. */
export function reconnect(id: string, ends: Ends): string | null {
  const { flow, dispatch, select } = useDiagram.getState()
  const fault = connectionFault(flow, ends, id)
  if (fault !== null) {
    toast.info(REFUSALS[fault])
    return null
  }
  const newId = edgeId(ends, uniqueText())
  dispatch({ type: 'reconnect', id, newId, ends })
  if (useDiagram.getState().flow === flow) return null
  select({ edges: [newId] })
  announce(`Now ${nameIn(flow, ends.source)} is connected to ${nameIn(flow, ends.target)}`)
  return newId
}

/**
 * Adds a component at the other end of a new connection, whose end lies at the point; selects it, and gives back its id. Null where
 * there is no room for both.
 */
export function addConnected(
  type: NodeType,
  { from, isForward, at }: { from: string; isForward: boolean; at: Position },
): string | null {
  const id = nodeId(uniqueText())
  const ends = isForward ? { source: from, target: id } : { source: id, target: from }
  const corner = { x: isForward ? at.x : at.x - NODE.width, y: at.y - NODE.height / 2 }
  const { flow, select } = useDiagram.getState()
  const other = flow.nodes.find((node) => node.id === from)
  if (!other) return null
  const node = createNode(type, { id, position: onGrid(corner) })
  const kind = isForward ? defaultEdgeType(other.type, type) : defaultEdgeType(type, other.type)
  if (!addToFlow({ nodes: [node], edges: [createEdge(kind, { id: edgeId(ends, uniqueText()), ends })] })) return null
  select({ nodes: [id] })
  announce(`${nodeKind(type).label} added, connected ${isForward ? 'from' : 'to'} ${other.data.label}`)
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
export function clearDocument(): void {
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
  const blocks = blocksOf(flow, selection)
  const [first] = blocks
  if (!first) return false
  dispatch(
    shiftOf(blocks, () => by),
    { step: nudgeStep() },
  )
  const [group, node] = [first.groups[0], first.nodes[0]]
  const name = group ? `Group: ${group.label}` : node && nodeName(node)
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
