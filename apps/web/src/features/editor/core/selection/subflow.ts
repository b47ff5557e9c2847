import { type Flow, groupsOf } from '@plimsoll/flow'
import type { Selection } from '../../../../stores/board.ts'
import { blocksOf } from '../blocks.ts'

/**
 * What is selected as a drawing of its own: just what would move with it, and the connections between. Null where neither a node nor a
 * frame is selected.
 */
export function subflowOf(flow: Flow, selection: Pick<Selection, 'nodes' | 'groups'>): Flow | null {
  const blocks = blocksOf(flow, selection)
  if (blocks.length === 0) return null
  const ids = new Set(blocks.flatMap(({ nodes, groups }) => [...nodes, ...groups]).map(({ id }) => id))
  const nodes = flow.nodes.filter(({ id }) => ids.has(id))
  const edges = flow.edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
  const groups = groupsOf(flow).filter(({ id }) => ids.has(id))
  return { nodes, edges, ...(groups.length > 0 && { groups }) }
}
