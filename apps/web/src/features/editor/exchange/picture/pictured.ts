import type { Flow } from '@plimsoll/flow'
import type { Selection } from '../../../../stores/board.ts'
import { partOf } from '../../clipboard/part.ts'

/** What a picture shows: what is selected, connections with their ends; everything where nothing is. */
export function picturedFlow(flow: Flow, selection: Selection): Flow {
  const part = partOf(flow, selection)
  if (part) return part
  const edges = flow.edges.filter(({ id }) => selection.edges.includes(id))
  if (edges.length === 0) return flow
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]))
  return { nodes: flow.nodes.filter(({ id }) => ends.has(id)), edges }
}
