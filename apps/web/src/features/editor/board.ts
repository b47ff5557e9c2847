import { type FlowTemplate, type NodeType, nodeKind } from '@plimsoll/catalog'
import {
  connectionFault,
  createNode,
  type Ends,
  edgeId,
  instantiateTemplate,
  nodeId,
  type Position,
} from '@plimsoll/flow'
import { toast } from '../../shared/ui/toast.ts'
import { useDiagram } from '../../stores/diagram.ts'
import { announce } from './announcer.tsx'
import { cardName } from './canvas/graph.ts'
import { CARD, SNAP_GRID } from './editor.config.ts'
import { uniqueText } from './unique-text.ts'

const REFUSALS = {
  self: 'A component cannot be connected to itself.',
  duplicate: 'These two are connected already.',
  missing: 'This component is no longer on the board.',
} as const

/** Adds a component with its upper left corner at the nearest point of the grid, selects it, and gives back its id. */
export function addComponent(type: NodeType, corner: Position): string {
  const id = nodeId(uniqueText())
  const { dispatch, select } = useDiagram.getState()
  dispatch({ type: 'add', node: createNode(type, { id, position: snapped(corner) }) })
  select({ nodes: [id] })
  announce(`${nodeKind(type).label} added`)
  return id
}

/** Adds a template; its first layer begins at the point, its middle is level with it. Nothing is selected after that. */
export function addTemplate(template: FlowTemplate, at: Position): void {
  const { dispatch, select } = useDiagram.getState()
  const origin = snapped({ x: at.x, y: at.y - CARD.height / 2 })
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
  const nameOf = (id: string) => flow.nodes.find((node) => node.id === id)?.data.label
  announce(`${nameOf(ends.source)} connected to ${nameOf(ends.target)}`)
  return true
}

/** Removes what is selected, and the connections of selected components with them. */
export function removeSelected(): void {
  const { selection, dispatch } = useDiagram.getState()
  const count = selection.nodes.length + selection.edges.length
  if (count === 0) return
  dispatch({ type: 'remove', ...selection })
  announce(count === 1 ? 'Removed' : `${count} removed`)
}

/** Moves the selected components; gives back whether there are any. */
export function moveSelected(by: Position): boolean {
  const { flow, selection, dispatch } = useDiagram.getState()
  if (selection.nodes.length === 0) return false
  const ids = new Set(selection.nodes)
  const moved = flow.nodes.filter(({ id }) => ids.has(id))
  const positions = new Map(moved.map(({ id, position }) => [id, { x: position.x + by.x, y: position.y + by.y }]))
  dispatch({ type: 'move', positions })
  const [first] = moved
  if (first) announce(`${cardName(first)} at ${first.position.x + by.x}, ${first.position.y + by.y}`)
  return true
}

function snapped({ x, y }: Position): Position {
  const [stepX, stepY] = SNAP_GRID
  return { x: Math.round(x / stepX) * stepX, y: Math.round(y / stepY) * stepY }
}
