import {
  defaultEdgeType,
  type EdgeType,
  type FlowTemplate,
  type NodeType,
  nodeKind,
  type Recipe,
} from '@plimsoll/catalog'
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
  type TemplateCell,
} from '@plimsoll/flow'
import { uniqueText } from '../../../../shared/text/unique-text.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import { showUndoToast } from '../../../../shared/ui/undo-toast.tsx'
import { isBoardEmpty } from '../../../../stores/board.ts'
import { selectionSize } from '../../../../stores/diagram.ts'
import type { Step } from '../../../../stores/history.ts'
import { blocksOf, shiftOf } from '../../core/blocks.ts'
import { NODE } from '../../core/editor.config.ts'
import { onGrid } from '../../core/geometry.ts'
import { rectOf } from '../../core/placement.ts'
import { nodeName } from '../../scene/graph.ts'
import type { EditorSession } from '../../session/editor-session.ts'
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
export function addToFlow(session: EditorSession, added: Flow): boolean {
  const { flow, dispatch } = session.document.getState()
  dispatch({ type: 'insert', flow: added })
  const isAdded = session.document.getState().flow !== flow
  if (!isAdded) toast.error(NO_ROOM)
  return isAdded
}

/** What a component is made of: a kind with its defaults, or a recipe. */
export type ComponentSource = NodeType | Recipe

interface Ingredients {
  readonly type: NodeType
  readonly name: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly connection?: EdgeType | undefined
}

const ingredientsOf = (source: ComponentSource): Ingredients =>
  typeof source === 'string'
    ? { type: source, name: nodeKind(source).label }
    : { type: source.type, name: source.title, settings: source.data, connection: source.connection }

/**
 * Adds a component with its upper left corner at the nearest point of the grid, selects it, and gives back its id; null where there is
 * no room.
 */
export function addComponent(session: EditorSession, source: ComponentSource, corner: Position): string | null {
  const id = nodeId(uniqueText())
  const { type, name, settings = {} } = ingredientsOf(source)
  const node = createNode(type, { id, position: onGrid(corner), settings })
  if (!addToFlow(session, { nodes: [node], edges: [] })) return null
  session.document.getState().select({ nodes: [id] })
  announce(session, `${name} added`)
  return id
}

/**
 * Adds a template; its first layer begins at the point, its middle is level with it. Nothing is selected after that. Gives back whether
 * it was added.
 */
export function addTemplate(
  session: EditorSession,
  template: FlowTemplate,
  { at, cells }: { readonly at: Position; readonly cells?: ReadonlyMap<string, TemplateCell> | undefined },
): boolean {
  const origin = onGrid({ x: at.x, y: at.y - NODE.height / 2 })
  if (!addToFlow(session, instantiateTemplate(template, { origin, makeId: uniqueText, cells }))) return false
  session.document.getState().select({})
  announce(session, `${template.title} added`)
  return true
}

/** Draws a connection and selects it, or says why there is none. Gives back whether it was drawn. */
export function connect(session: EditorSession, ends: Ends): boolean {
  const { flow, dispatch, select } = session.document.getState()
  const fault = connectionFault(flow, ends)
  if (fault !== null) {
    toast.info(REFUSALS[fault])
    return false
  }
  const id = edgeId(ends, uniqueText())
  dispatch({ type: 'connect', id, ends })
  if (session.document.getState().flow === flow) {
    toast.error(NO_ROOM)
    return false
  }
  select({ edges: [id] })
  announce(session, `${nameIn(flow, ends.source)} connected to ${nameIn(flow, ends.target)}`)
  return true
}

/** Makes connections of this kind of all that are selected; those that are of it already stay as they are. */
export function changeKind(session: EditorSession, kind: EdgeType): void {
  const { selection, dispatch } = session.document.getState()
  dispatch({ type: 'change-edge-kind', ids: selection.edges, kind })
}

/** Leads a connection to other ends and gives back the id that it has then; null where it says why not, or is there already. */
export function reconnect(session: EditorSession, id: string, ends: Ends): string | null {
  const { flow, dispatch, select } = session.document.getState()
  const fault = connectionFault(flow, ends, id)
  if (fault !== null) {
    toast.info(REFUSALS[fault])
    return null
  }
  const newId = edgeId(ends, uniqueText())
  dispatch({ type: 'reconnect', id, newId, ends })
  if (session.document.getState().flow === flow) return null
  select({ edges: [newId] })
  announce(session, `Now ${nameIn(flow, ends.source)} is connected to ${nameIn(flow, ends.target)}`)
  return newId
}

/**
 * Adds a component at the other end of a new connection, whose end lies at the point; selects it, and gives back its id. Null where
 * there is no room for both.
 */
export function addConnected(
  session: EditorSession,
  component: ComponentSource,
  { from, isForward, at }: { from: string; isForward: boolean; at: Position },
): string | null {
  const id = nodeId(uniqueText())
  const ends = isForward ? { source: from, target: id } : { source: id, target: from }
  const corner = { x: isForward ? at.x : at.x - NODE.width, y: at.y - NODE.height / 2 }
  const { flow, select } = session.document.getState()
  const other = flow.nodes.find((node) => node.id === from)
  if (!other) return null
  const { type, name, settings = {}, connection } = ingredientsOf(component)
  const node = createNode(type, { id, position: onGrid(corner), settings })
  const kind = isForward ? (connection ?? defaultEdgeType(other.type, type)) : defaultEdgeType(type, other.type)
  if (!addToFlow(session, { nodes: [node], edges: [createEdge(kind, { id: edgeId(ends, uniqueText()), ends })] }))
    return null
  select({ nodes: [id] })
  announce(session, `${name} added, connected ${isForward ? 'from' : 'to'} ${other.data.label}`)
  return id
}

/** Removes what is selected, and the connections of selected components with them; what stands in a removed group stays. */
export function removeSelected(session: EditorSession): void {
  const { selection, dispatch } = session.document.getState()
  const count = selectionSize({ selection })
  if (count === 0) return
  dispatch({ type: 'remove', ...selection })
  if (count === selection.groups.length) announce(session, count === 1 ? GROUP_REMOVED : `${count} groups removed`)
  else announce(session, count === 1 ? 'Removed' : `${count} removed`)
}

/** Clears at once, and offers to bring everything back. */
export function clearDocument(session: EditorSession): void {
  const before = session.document.getState()
  if (isBoardEmpty(before.flow)) return
  before.clear()
  showUndoToast({ message: 'Board cleared', onUndo: () => before.restore(before) })
}

/**
 * Moves the selected components, and groups with what stands in them; moves that follow each other at once are one step. Gives back
 * whether there are any.
 */
export function moveSelected(session: EditorSession, by: Position): boolean {
  const { flow, selection, dispatch } = session.document.getState()
  const blocks = blocksOf(flow, selection)
  const [first] = blocks
  if (!first) return false
  dispatch(
    shiftOf(blocks, () => by),
    { step: nudgeStep(session) },
  )
  const [group, node] = [first.groups[0], first.nodes[0]]
  const name = group ? `Group: ${group.label}` : node && nodeName(node)
  announce(session, `${name} at ${first.rect.x + by.x}, ${first.rect.y + by.y}`)
  return true
}

/** Makes the selected components larger or smaller at their right and lower sides; changes that follow each other at once are one step. */
export function resizeSelected(session: EditorSession, by: { readonly width: number; readonly height: number }): void {
  const { flow, selection, dispatch } = session.document.getState()
  const ids = new Set(selection.nodes)
  const changes = flow.nodes
    .filter(({ id }) => ids.has(id))
    .map((node) => {
      const { width, height } = rectOf(node)
      return { type: 'resize', id: node.id, width: width + by.width, height: height + by.height } as const
    })
  dispatch({ type: 'several', changes }, { step: nudgeStep(session) })
  const [first] = session.document.getState().flow.nodes.filter(({ id }) => ids.has(id))
  if (first) announce(session, `${nodeName(first)} is ${rectOf(first).width} by ${rectOf(first).height}`)
}

const NUDGES_APART_MS = 1_000
const createNudge = () => ({ step: {} as Step, at: Number.NEGATIVE_INFINITY })

function nudgeStep(session: EditorSession): Step {
  const nudge = session.stateOf(createNudge)
  const now = performance.now()
  if (now - nudge.at >= NUDGES_APART_MS) nudge.step = {}
  nudge.at = now
  return nudge.step
}

const nameIn = (flow: Flow, id: string) => flow.nodes.find((node) => node.id === id)?.data.label
