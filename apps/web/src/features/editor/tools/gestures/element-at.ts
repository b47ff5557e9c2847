import { groupsOf } from '@plimsoll/flow'
import type { EditorSession } from '../../session/editor-session.ts'

const SORTS = [
  { subject: 'node', list: 'nodes' },
  { subject: 'edge', list: 'edges' },
  { subject: 'group', list: 'groups' },
] as const

/** What of the drawing a part of the page belongs to; null for the empty canvas. */
export function elementAt(session: EditorSession, target: Element) {
  const { flow } = session.document.getState()
  const elements = { nodes: flow.nodes, edges: flow.edges, groups: groupsOf(flow) }
  for (let place = target.closest('[data-id]'); place; place = place.parentElement?.closest('[data-id]') ?? null) {
    const id = place.getAttribute('data-id') ?? ''
    const sort = SORTS.find(({ list }) => elements[list].some((element) => element.id === id))
    if (sort) return { ...sort, id }
  }
  return null
}
