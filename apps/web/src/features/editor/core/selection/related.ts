import { type Flow, groupsOf } from '@plimsoll/flow'
import type { Selection } from '../../../../stores/board.ts'

/** A drawing and what of it is selected. */
export interface Elements {
  readonly flow: Flow
  readonly selection: Selection
}

/** The components and groups that are not selected. */
export function inverted({ flow, selection }: Elements): Selection {
  const selected = new Set([...selection.nodes, ...selection.groups])
  const others = (elements: readonly { readonly id: string }[]) =>
    elements.map(({ id }) => id).filter((id) => !selected.has(id))
  return { nodes: others(flow.nodes), edges: [], groups: others(groupsOf(flow)) }
}

/** What is selected and the components that are joined to it; of connections, the components at their ends. */
export function connectedWith({ flow, selection }: Elements): Selection {
  const start = new Set(selection.nodes)
  const edges = new Set(selection.edges)
  const nodes = new Set(selection.nodes)
  for (const { id, source, target } of flow.edges) {
    if (!edges.has(id) && !start.has(source) && !start.has(target)) continue
    nodes.add(source)
    nodes.add(target)
  }
  return { nodes: [...nodes], edges: [], groups: selection.groups }
}

/** All components, or all connections, of the kinds that are selected. */
export function ofSameKind({ flow, selection }: Elements): Selection {
  return { nodes: sameKind(flow.nodes, selection.nodes), edges: sameKind(flow.edges, selection.edges), groups: [] }
}

/** The connections that lead to or from what is selected. */
export function edgesOf({ flow, selection }: Elements): Selection {
  const nodes = new Set(selection.nodes)
  const edges = flow.edges.filter(({ source, target }) => nodes.has(source) || nodes.has(target))
  return { nodes: [], edges: edges.map(({ id }) => id), groups: [] }
}

function sameKind(elements: readonly { readonly id: string; readonly type: string }[], ids: readonly string[]) {
  const selected = new Set(ids)
  const kinds = new Set(elements.filter(({ id }) => selected.has(id)).map(({ type }) => type))
  return elements.filter(({ type }) => kinds.has(type)).map(({ id }) => id)
}
