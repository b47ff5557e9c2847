import { type Data, type EdgeType, edgeKind, type NodeType, nodeKind } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import type { DiagramState } from '../../../../stores/diagram.ts'

/** A selected component or connection, without what the panel does not show, such as its position. */
export type Selected = { readonly id: string; readonly data: Data } & (
  | { readonly of: 'node'; readonly type: NodeType }
  | { readonly of: 'edge'; readonly type: EdgeType; readonly source: string; readonly target: string }
)

export type SelectedEdge = Extract<Selected, { of: 'edge' }>

/** The selected components and connections. */
export function selectedElements({ flow, selection }: Pick<DiagramState, 'flow' | 'selection'>): Selected[] {
  const nodes = picked(flow.nodes, selection.nodes)
  const edges = picked(flow.edges, selection.edges)
  return [
    ...nodes.map(({ id, type, data }) => ({ of: 'node', id, type, data: data as Data }) as const),
    ...edges.map(({ id, type, source, target, data }) => {
      return { of: 'edge', id, type, source, target, data: data as Data } as const
    }),
  ]
}

/** Reads the selected elements; gives back the same list while nothing that the panel shows has changed. */
export function createSelectionReader(): (state: DiagramState) => readonly Selected[] {
  let last: readonly Selected[] = []
  return (state) => {
    const next = selectedElements(state)
    if (next.length !== last.length || next.some((element, index) => !isSame(element, last[index]))) last = next
    return last
  }
}

/** The kinds of elements, each once. */
export const kindsOf = (elements: readonly Selected[]) => [...new Set(elements.map(kindOf))]

export const selectedEdges = (elements: readonly Selected[]): SelectedEdge[] =>
  elements.filter((element): element is SelectedEdge => element.of === 'edge')

export const kindOf = (element: Selected) => (element.of === 'node' ? nodeKind(element.type) : edgeKind(element.type))

/** The name that the owner gave the element, or an empty text. */
export const labelOf = ({ data }: { readonly data: object }): string =>
  'label' in data && typeof data.label === 'string' ? data.label.trim() : ''

/** What tells an element from others: its name, or its kind with the ends that it has. */
export function nameOf(element: Selected, { nodes }: Flow): string {
  const name = labelOf(element)
  if (name !== '' || element.of === 'node') return name || kindOf(element).label
  const [source, target] = [element.source, element.target].map((id) => {
    const node = nodes.find((candidate) => candidate.id === id)
    return (node && labelOf(node)) || id
  })
  return `${kindOf(element).label} ${source} → ${target}`
}

/** The row of the panel that holds the target, or null. */
export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-property]') : null

function picked<T extends { readonly id: string }>(elements: readonly T[], ids: readonly string[]): readonly T[] {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  return elements.filter(({ id }) => wanted.has(id))
}

const isSame = (a: Selected, b: Selected | undefined): boolean =>
  a.id === b?.id && a.of === b.of && a.type === b.type && a.data === b.data
