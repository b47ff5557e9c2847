import { type Data, type EdgeType, edgeKind, faultOf, type NodeType, nodeKind, shownValue } from '@plimsoll/catalog'
import { type DiagramState, selectionSize, useDiagram } from '../../stores/diagram.ts'

/** The one selected component or connection. */
export type Selected = { readonly id: string; readonly data: Data } & (
  | { readonly of: 'node'; readonly type: NodeType }
  | { readonly of: 'edge'; readonly type: EdgeType; readonly source: string; readonly target: string }
)

/** The element that is selected alone, or null; without what the panel does not show, such as its position. */
export function selectedAlone(state: DiagramState): Selected | null {
  if (selectionSize(state) !== 1) return null
  const [nodeId] = state.selection.nodes
  const [edgeId] = state.selection.edges
  const node = nodeId === undefined ? undefined : state.flow.nodes.find(({ id }) => id === nodeId)
  if (node !== undefined) return { of: 'node', id: node.id, type: node.type, data: dataOf(node) }
  const edge = edgeId === undefined ? undefined : state.flow.edges.find(({ id }) => id === edgeId)
  if (edge === undefined) return null
  const { id, type, source, target } = edge
  return { of: 'edge', id, type, source, target, data: dataOf(edge) }
}

export const kindOf = (element: Selected) => (element.of === 'node' ? nodeKind(element.type) : edgeKind(element.type))

/** Sets a property of the selected element. Null when it has the value now, else why it is refused. */
export function changeProperty(name: string, value: unknown): string | null {
  const state = useDiagram.getState()
  const element = selectedAlone(state)
  const property = element === null ? undefined : kindOf(element).properties[name]
  if (element === null || property === undefined) return 'is not there any more'
  if (shownValue(name, property, element.data) === value) return null
  const fault = faultOf(property, value, element.data)
  if (fault === null) state.dispatch({ type: 'set-property', of: element.of, id: element.id, path: name, value })
  return fault
}

/** The row of the panel that holds the target, or null. */
export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-property]') : null

const dataOf = (element: { readonly data: object }): Data => element.data as Data
