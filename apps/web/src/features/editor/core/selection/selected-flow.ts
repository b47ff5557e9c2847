import type { Flow } from '@plimsoll/flow'
import type { Selection } from '../../../../stores/board.ts'
import { subflowOf } from './subflow.ts'

/** How much of the flow a picture shows. */
export type Extent = 'board' | 'selection'

/** What is selected, connections with their ends, as a drawing of its own. */
export function selectedFlow(flow: Flow, selection: Selection): Flow {
  const part = subflowOf(flow, selection)
  if (part) return part
  const edges = flow.edges.filter(({ id }) => selection.edges.includes(id))
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]))
  return { nodes: flow.nodes.filter(({ id }) => ends.has(id)), edges }
}
