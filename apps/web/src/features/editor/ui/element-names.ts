import type { Flow } from '@plimsoll/flow'
import { shortened } from '../core/shortened.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { useDocument } from '../session/use-editor-session.ts'
import { reveal } from '../state/reveal.ts'

/** A part of the diagram that figures are about. */
export interface NamedElement {
  readonly of: 'node' | 'edge'
  readonly id: string
}

const GONE = 'Deleted'

const indexes = new WeakMap<readonly { readonly id: string }[], Map<string, number>>()

/** The name that a part has now; renamed or deleted while it is listed, it says so. */
export function useElementName(part: NamedElement): string {
  return useDocument(({ flow }) => elementName(flow, part))
}

/** A node by its label, an edge by its own or its ends': "Browser → API". Long ones are shortened. */
export function elementName(flow: Flow, { of, id }: NamedElement): string {
  if (of === 'node') {
    const node = find(flow.nodes, id)
    return node ? shortened(node.data.label || id) : GONE
  }
  const edge = find(flow.edges, id)
  if (!edge) return GONE
  const ends = [edge.source, edge.target].map((end) => elementName(flow, { of: 'node', id: end }))
  return edge.data.label ? shortened(edge.data.label) : ends.join(' → ')
}

/** The node or edge with this id; undefined where there is none. */
export function partOf(flow: Flow, id: string): NamedElement | undefined {
  if (find(flow.nodes, id)) return { of: 'node', id }
  return find(flow.edges, id) && { of: 'edge', id }
}

/** Selects a part on the canvas and brings it into view; one that was deleted cannot be. */
export function selectElement(session: EditorSession, { of, id }: NamedElement): void {
  const { flow, select } = session.document.getState()
  const isThere = of === 'node' ? find(flow.nodes, id) : find(flow.edges, id)
  if (!isThere) return
  select(of === 'node' ? { nodes: [id] } : { edges: [id] })
  reveal(session, id)
}

function find<T extends { readonly id: string }>(list: readonly T[], id: string): T | undefined {
  const index = indexes.get(list) ?? new Map(list.map((part, position) => [part.id, position]))
  indexes.set(list, index)
  const position = index.get(id)
  return position === undefined ? undefined : list[position]
}
